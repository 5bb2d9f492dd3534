package io.ethryx.server.gateway.call;

import io.ethryx.core.AnswerError;
import io.ethryx.core.AnswerReader;
import io.ethryx.core.Body;
import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.gateway.body.Gzip;
import io.ethryx.server.gateway.body.PooledBytes;
import io.ethryx.server.proxy.HopByHop;
import io.ethryx.server.upstream.UpstreamCall;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The beginning of a node's answer, held until it is known whether the client gets it: the head, and of the body the first
 * 64 KiB or all (decision G23). Confined to one thread.
 */
final class AnswerLook {

    /** Where the looking stands. */
    enum State {
        MORE,
        ENOUGH,
        OVER_BUDGET
    }

    private final PooledBytes bytes;
    private @Nullable FieldBlock fields;
    private int status;
    private long contentLength;
    private boolean whole;
    private boolean kept;

    AnswerLook(PooledBytes bytes) {
        this.bytes = bytes;
    }

    void begin(int head, FieldBlock headFields, long length) {
        status = head;
        fields = headFields;
        contentLength = length;
        whole = false;
        kept = false;
    }

    /** Keeps the fields beyond the moment in which they came. */
    void keepHead() {
        if (!kept) {
            kept = true;
            FieldBlock own = new FieldBlock();
            own.addAll(fields());
            fields = own;
        }
    }

    State read(UpstreamCall call) {
        while (bytes.size() < AnswerReader.LOOK_BYTES) {
            ByteBuffer into = bytes.room(call.expected());
            if (into == null) {
                return State.OVER_BUDGET;
            }
            int read = call.read(into);
            if (read == 0) {
                return State.MORE;
            }
            bytes.took(Math.max(0, read));
            if (read < 0 || call.answerComplete()) {
                whole = true;
                return State.ENOUGH;
            }
        }
        return State.ENOUGH;
    }

    /** The error that the answer is, as far as it can be seen. */
    @Nullable
    AnswerError error(AnswerReader reader) {
        Body seen = bytes.body();
        String coding = fields().value(KnownField.CONTENT_ENCODING);
        if (coding == null || coding.equalsIgnoreCase("identity")) {
            return reader.look(seen, whole);
        }
        byte[] plain = coding.equalsIgnoreCase("gzip") ? Gzip.beginning(seen, AnswerReader.LOOK_BYTES) : null;
        return plain == null ? null : reader.look(Body.of(plain), whole && plain.length < AnswerReader.LOOK_BYTES);
    }

    /** The JSON of a short result, if the whole answer is here and has one. */
    @Nullable
    String result(AnswerReader reader) {
        if (!whole) {
            return null;
        }
        String coding = fields().value(KnownField.CONTENT_ENCODING);
        if (coding == null || coding.equalsIgnoreCase("identity")) {
            return reader.shortResult(bytes.body());
        }
        byte[] plain = coding.equalsIgnoreCase("gzip") ? Gzip.beginning(bytes.body(), AnswerReader.LOOK_BYTES) : null;
        return plain == null ? null : reader.shortResult(Body.of(plain));
    }

    int status() {
        return status;
    }

    FieldBlock fields() {
        return Objects.requireNonNull(fields, "no head has come");
    }

    /** The fields that go on to the client, where its answer is framed anew. */
    FieldBlock endToEndFields() {
        FieldBlock passed = fields();
        HopByHop.drop(passed);
        passed.drop(KnownField.CONTENT_LENGTH);
        return passed;
    }

    long contentLength() {
        return contentLength;
    }

    /** The whole body, if it is here in one piece; else null. */
    @Nullable
    ByteBuffer wholeInOne() {
        return whole ? bytes.whole() : null;
    }

    List<ByteBuffer> views() {
        return bytes.views();
    }

    /** Lets go of what is held. Idempotent. */
    void forget() {
        bytes.release();
    }
}
