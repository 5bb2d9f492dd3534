package io.ethryx.server.gateway.mirror;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.timer.Timeout;
import io.ethryx.server.timer.TimerWheel;
import io.ethryx.server.upstream.UpstreamCall;
import io.ethryx.server.upstream.UpstreamFailure;
import io.ethryx.server.upstream.UpstreamListener;
import io.ethryx.server.upstream.UpstreamRequest;
import io.undertow.connector.PooledByteBuffer;
import io.undertow.util.HttpString;
import io.undertow.util.Methods;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.xnio.XnioIoThread;

/**
 * One copy on its way: it is written, and whatever answers it is read and thrown away. An answer is read quickly only as far
 * as {@link #QUICK_BYTES}; one that goes on is read a piece a tick, until its time is over. Confined to one IO thread.
 */
final class MirrorSend implements UpstreamListener, UpstreamRequest {

    private static final int QUICK_BYTES = 256 * 1024;
    private static final int PIECE_BYTES = 64 * 1024;

    private final MirrorLane lane;
    private final MirrorCopy copy;
    private final ByteBuffer body;
    private final Timeout deadline = new Timeout(this::late);
    private final Timeout rest = new Timeout(this::onReadable);
    private @Nullable XnioIoThread thread;
    private @Nullable UpstreamCall call;
    private boolean written;
    private long read;

    MirrorSend(MirrorLane lane, MirrorCopy copy) {
        this.lane = lane;
        this.copy = copy;
        this.body = copy.body().duplicate();
    }

    void begin(XnioIoThread on) {
        thread = on;
        wheel(on).set(deadline, lane.settings().timeout());
        call = lane.upstream().call(on, this, this);
        onWritable();
    }

    private TimerWheel wheel(XnioIoThread on) {
        return lane.io().timers().of(on);
    }

    // --- what is sent ---

    @Override
    public HttpString method() {
        return Methods.POST;
    }

    @Override
    public String target() {
        return "/";
    }

    @Override
    public long contentLength() {
        return copy.body().remaining();
    }

    @Override
    public boolean repeatable() {
        return false;
    }

    @Override
    public void writeFields(FieldSink sink) {
        sink.field(KnownField.HOST.spelled(), lane.upstream().authority());
        sink.lines(copy.fields());
    }

    @Override
    public void onWritable() {
        UpstreamCall current = call;
        if (current == null || written) {
            return;
        }
        while (body.hasRemaining()) {
            if (current.write(body) == 0) {
                current.wantWrite(true);
                return;
            }
        }
        written = true;
        copy.counts().sent();
        current.wantWrite(false);
        current.endRequest(null);
    }

    // --- what comes back ---

    @Override
    public void onInformational(int status, FieldBlock fields) {
        // Nothing of what a target says is used.
    }

    @Override
    public void onHead(int status, FieldBlock fields, long contentLength) {
        onReadable();
    }

    @Override
    public void onReadable() {
        UpstreamCall current = call;
        if (current == null) {
            return;
        }
        try (PooledByteBuffer scratch = lane.io().buffers().allocate()) {
            int piece = 0;
            while (piece < PIECE_BYTES) {
                ByteBuffer into = scratch.getBuffer().clear();
                int bytes = current.read(into);
                if (call != current) {
                    return;
                } else if (bytes < 0 || current.answerComplete()) {
                    end(true);
                    return;
                } else if (bytes == 0) {
                    current.wantRead(true);
                    return;
                }
                piece += bytes;
            }
            read += piece;
        }
        current.wantRead(read < QUICK_BYTES);
        if (read >= QUICK_BYTES && thread != null) {
            wheel(thread).set(rest, 0);
        }
    }

    @Override
    public void onFailure(UpstreamFailure failure) {
        dropUnlessWritten(MirrorCounts.Drop.UNREACHABLE);
        end(false);
    }

    private void late() {
        dropUnlessWritten(MirrorCounts.Drop.TIMEOUT);
        end(false);
    }

    private void dropUnlessWritten(MirrorCounts.Drop reason) {
        if (!written) {
            written = true;
            copy.counts().dropped(reason);
        }
    }

    /** Ends it, and closes the connection unless both sides had ended. */
    private void end(boolean answered) {
        UpstreamCall current = call;
        XnioIoThread on = thread;
        call = null;
        thread = null;
        deadline.clear();
        rest.clear();
        if (current != null) {
            current.cancel();
        }
        if (on != null) {
            lane.ended(copy, answered, on);
        }
    }
}
