package io.ethryx.server.sidecar;

import io.ethryx.health.TransportMode;
import io.ethryx.server.upstream.Upstream;
import io.ethryx.server.upstream.UpstreamCall;
import io.ethryx.server.upstream.UpstreamListener;
import io.ethryx.server.upstream.UpstreamRequest;
import java.util.function.Supplier;
import org.xnio.XnioIoThread;

/**
 * One upstream over two protocols: each call goes by the verdict of its moment and never from one protocol to the other
 * (decision S11).
 */
final class SwitchedUpstream implements Upstream {

    private final Upstream http1;
    private final Upstream http2;
    private final Supplier<TransportMode> mode;

    SwitchedUpstream(Upstream http1, Upstream http2, Supplier<TransportMode> mode) {
        this.http1 = http1;
        this.http2 = http2;
        this.mode = mode;
    }

    @Override
    public UpstreamCall call(XnioIoThread thread, UpstreamRequest request, UpstreamListener listener) {
        return (mode.get() == TransportMode.HTTP_2 ? http2 : http1).call(thread, request, listener);
    }

    @Override
    public String authority() {
        return http1.authority();
    }

    @Override
    public void close() {
        http1.close();
        http2.close();
    }
}
