package io.ethryx.server.gateway.call;

import io.ethryx.core.Body;
import io.ethryx.core.line.FailureKind;
import io.ethryx.core.line.NodeReply;
import io.ethryx.core.line.SubBatch;
import io.ethryx.routing.SubmittingMethods;
import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.gateway.body.Gzip;
import io.ethryx.server.gateway.body.PooledBytes;
import io.ethryx.server.gateway.socket.NodePlace;
import io.ethryx.server.upstream.UpstreamCall;
import io.ethryx.server.upstream.UpstreamFailure;
import io.ethryx.server.upstream.UpstreamListener;
import io.ethryx.server.upstream.UpstreamRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A part of a batch that one node is asked; its answer is taken whole. Confined to the client's IO thread. */
final class SubCall implements BatchPart, UpstreamListener {

    /** What a node that codes its answer unasked may unfold to. */
    private static final int MOST_UNFOLDED = 16 * 1024 * 1024;

    private final BatchCall batch;
    private final SubBatch sub;
    private final PooledBytes bytes;
    private final AttemptTally tally;
    private @Nullable NodePlace place;
    private @Nullable UpstreamCall call;
    private @Nullable RequestSending sending;
    private int status;
    private boolean coded;

    SubCall(BatchCall batch, SubBatch sub, PooledBytes bytes, AttemptTally tally) {
        this.batch = batch;
        this.sub = sub;
        this.bytes = bytes;
        this.tally = tally;
    }

    /** Asks; of a connection that was past use it asks again, unless one of the calls may not be sent twice. */
    void begin(NodePlace node) {
        place = node;
        boolean submits = sub.calls().stream().anyMatch(each -> SubmittingMethods.contains(each.method()));
        send(node, submits ? UpstreamRequest.Connections.ANY : UpstreamRequest.Connections.ANY_TOLD_IF_STALE);
    }

    private void send(NodePlace node, UpstreamRequest.Connections connections) {
        List<ByteBuffer> body = sub.body();
        RequestSending begun = new RequestSending(body);
        sending = begun;
        UpstreamCall made = node.upstream()
                .call(
                        batch.ioThread(),
                        new NodeRequestHead(
                                node.target(),
                                node.upstream().authority(),
                                node.fields(),
                                RequestSending.length(body),
                                tally.watch(),
                                connections),
                        this);
        if (!tally.isOver()) {
            call = made;
            begun.run(made);
        }
    }

    @Override
    public SubBatch sub() {
        return sub;
    }

    @Override
    public void onWritable() {
        if (call != null && sending != null) {
            sending.run(call);
        }
    }

    @Override
    public void onInformational(int informational, FieldBlock fields) {
        // The client waits for the whole batch.
    }

    @Override
    public void onHead(int head, FieldBlock fields, long contentLength) {
        status = head;
        String coding = fields.value(KnownField.CONTENT_ENCODING);
        coded = coding != null && !coding.equalsIgnoreCase("identity");
        onReadable();
    }

    @Override
    public void onReadable() {
        UpstreamCall current = call;
        while (current != null && call == current) {
            ByteBuffer into = bytes.room(current.expected());
            if (into == null) {
                cancel();
                batch.overBudget();
                return;
            }
            int read = current.read(into);
            if (read == 0) {
                if (call == current) {
                    current.wantRead(true);
                }
                return;
            }
            bytes.took(Math.max(0, read));
            if (read < 0 || current.answerComplete()) {
                whole();
                return;
            }
        }
    }

    private void whole() {
        UpstreamCall current = call;
        call = null;
        if (current != null) {
            current.cancel();
        }
        NodeReply reply = new NodeReply.Answered(status, null, tally.answered(status));
        Body plain = plain();
        if (plain == null) {
            batch.overBudget();
        } else {
            batch.whole(this, reply, plain);
        }
    }

    /** The body as JSON, null where there is no room for it; one that can't be unfolded is no JSON either way. */
    private @Nullable Body plain() {
        Body body = bytes.body();
        if (!coded) {
            return body;
        }
        try {
            byte[] plain = Gzip.whole(body, MOST_UNFOLDED);
            return bytes.holdBeside(plain.length) ? Body.of(plain) : null;
        } catch (IOException e) {
            return body;
        }
    }

    @Override
    public void onFailure(UpstreamFailure failure) {
        call = null;
        NodePlace node = place;
        if (failure.kind() == UpstreamFailure.Kind.STALE && node != null && !tally.isOver()) {
            send(node, UpstreamRequest.Connections.FRESH);
            return;
        }
        batch.failed(this, tally.failed(Failures.kindOf(failure)));
    }

    @Override
    public void late() {
        NodeReply.Failed late = tally.failed(FailureKind.DEADLINE);
        cancel();
        batch.failed(this, late);
    }

    @Override
    public void cancel() {
        UpstreamCall current = call;
        call = null;
        tally.givenUp();
        if (current != null) {
            current.cancel();
        }
    }

    @Override
    public void release() {
        bytes.release();
    }
}
