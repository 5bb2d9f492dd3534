package io.ethryx.server.probe;

import io.ethryx.health.ProbeCall;
import io.ethryx.health.ProbeFailure;
import io.ethryx.health.ProbeListener;
import io.ethryx.health.ProbeResponse;
import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.upstream.UpstreamCall;
import io.ethryx.server.upstream.UpstreamFailure;
import io.ethryx.server.upstream.UpstreamListener;
import io.undertow.connector.ByteBufferPool;
import io.undertow.connector.PooledByteBuffer;
import io.undertow.util.StatusCodes;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.xnio.XnioIoThread;

/** One probe under way. Confined to its IO thread, but for {@link #start} and {@link #cancel}. */
public final class UpstreamProbe implements UpstreamListener, ProbeCall {

    private final XnioIoThread thread;
    private final ByteBufferPool buffers;
    private final ProbeHead head;
    private final ProbeListener listener;
    private final ByteBuffer requestBody;
    private final ByteArrayOutputStream answer = new ByteArrayOutputStream();
    private @Nullable UpstreamCall call;
    private int status;
    private boolean requestEnded;
    private boolean over;

    /**
     * A probe that is not sent yet.
     *
     * @param thread the IO thread to send it on
     * @param buffers lent while its answer is read
     * @param head what is asked, and whom
     * @param listener hears of the answer, on the IO thread
     */
    public UpstreamProbe(XnioIoThread thread, ByteBufferPool buffers, ProbeHead head, ProbeListener listener) {
        this.thread = thread;
        this.buffers = buffers;
        this.head = head;
        this.listener = listener;
        this.requestBody = ByteBuffer.wrap(head.body().orElse("").getBytes(StandardCharsets.US_ASCII));
    }

    /** Sends it; to be called once. */
    public void start() {
        thread.execute(this::send);
    }

    @Override
    public void cancel() {
        thread.execute(this::end);
    }

    private void send() {
        if (over) {
            return;
        }
        call = head.upstream().call(thread, head, this);
        onWritable();
    }

    @Override
    public void onWritable() {
        UpstreamCall current = call;
        if (current == null || requestEnded) {
            return;
        }
        while (requestBody.hasRemaining() && current.write(requestBody) > 0) {
            // goes on while the connection takes more
        }
        current.wantWrite(requestBody.hasRemaining());
        if (!requestBody.hasRemaining()) {
            requestEnded = true;
            current.endRequest(null);
        }
    }

    @Override
    public void onInformational(int informational, FieldBlock fields) {
        // a probe expects none and needs none
    }

    @Override
    public void onHead(int finalStatus, FieldBlock fields, long contentLength) {
        status = finalStatus;
        listener.onHead();
        onReadable();
    }

    @Override
    public void onReadable() {
        try (PooledByteBuffer pooled = buffers.allocate()) {
            ByteBuffer bytes = pooled.getBuffer();
            while (!over) {
                bytes.clear();
                UpstreamCall current = call;
                int read = current == null ? -1 : current.read(bytes);
                if (over) {
                    return;
                }
                if (read == 0) {
                    if (current != null) {
                        current.wantRead(true);
                    }
                    return;
                }
                if (read < 0) {
                    answered();
                } else {
                    take(bytes.flip());
                }
            }
        }
    }

    private void take(ByteBuffer bytes) {
        while (bytes.hasRemaining()) {
            answer.write(bytes.get());
        }
        if (answer.size() > head.mostAnswerBytes()) {
            end();
            listener.onFailure(ProbeFailure.tooLong());
        }
    }

    private void answered() {
        end();
        listener.onResponse(new ProbeResponse(status, StatusCodes.getReason(status), answer.toByteArray()));
    }

    @Override
    public void onFailure(UpstreamFailure failure) {
        call = null;
        if (!over) {
            over = true;
            listener.onFailure(
                    failure.kind() == UpstreamFailure.Kind.CONNECT_TIMEOUT
                            ? ProbeFailure.timeout()
                            : ProbeFailure.transport(failure.cause()));
        }
    }

    private void end() {
        over = true;
        UpstreamCall current = call;
        call = null;
        if (current != null) {
            current.cancel();
        }
    }
}
