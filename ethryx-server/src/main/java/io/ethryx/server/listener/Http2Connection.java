package io.ethryx.server.listener;

import io.ethryx.server.timer.Timeout;
import io.undertow.connector.PooledByteBuffer;
import io.undertow.protocols.http2.InboundHttp2Channel;
import io.undertow.util.HeaderMap;
import io.undertow.util.Headers;
import io.undertow.util.Methods;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.xnio.IoUtils;
import org.xnio.OptionMap;
import org.xnio.StreamConnection;
import org.xnio.channels.SuspendableReadChannel;

/** An HTTP/2 connection among the listeners' connections, and its streams in progress. Confined to its IO thread. */
final class Http2Connection extends InboundHttp2Channel implements OpenConnection {

    static final int MOST_STREAMS = 100;
    static final int STREAM_WINDOW = 128 * 1024;
    private static final int CONNECTION_WINDOW = 1 << 20;

    private final ListenerSettings settings;
    private final Roster roster;
    private final Map<Integer, Http2Stream> streams = new HashMap<>();
    private final Timeout idle = new Timeout(this::end);
    private @Nullable Http2Stream begun;
    private boolean goingAway;

    Http2Connection(
            StreamConnection connection,
            @Nullable PooledByteBuffer first,
            OptionMap options,
            ListenerSettings settings,
            Roster roster) {
        super(connection, settings.pool(), first, options, CONNECTION_WINDOW);
        this.settings = settings;
        this.roster = roster;
        roster.wheel().set(idle, settings.limits().headTimeout());
        addCloseTask(channel -> closed());
    }

    private void closed() {
        idle.clear();
        roster.remove(this);
        new ArrayList<>(streams.values()).forEach(Http2Stream::gone);
        streams.clear();
    }

    @Override
    protected Verdict judge(int streamId, HeaderMap headers, @Nullable String protocol, boolean ended) {
        if (goingAway || streams.size() >= MOST_STREAMS) {
            return Verdict.REFUSED;
        } else if (!Http2Fields.isValidRequest(headers, protocol, ended)) {
            return Verdict.MALFORMED;
        } else if (protocol != null) {
            headers.put(METHOD, Methods.GET_STRING);
        } else if (Methods.CONNECT_STRING.equals(headers.getFirst(METHOD))) {
            settings.events()
                    .connectDeclined(new DeclinedConnect(
                            HttpVersion.HTTP_2,
                            getPeerAddress(InetSocketAddress.class),
                            String.valueOf(headers.getFirst(AUTHORITY)),
                            headers.getFirst(Headers.USER_AGENT)));
            return Verdict.DECLINED;
        }
        Http2Stream stream = new Http2Stream(this, streamId, headers, protocol, ended);
        streams.put(streamId, stream);
        begun = stream;
        idle.clear();
        return Verdict.ACCEPTED;
    }

    /** The stream whose request is about to be handled. */
    Http2Stream takeBegun() {
        Http2Stream stream = begun;
        begun = null;
        if (stream == null) {
            throw new IllegalStateException("a request without a stream");
        }
        return stream;
    }

    @Override
    protected void begun(int streamId, SuspendableReadChannel body) {
        Http2Stream stream = streams.get(streamId);
        if (stream != null) {
            stream.body(body, roster.wheel(), settings.limits().http2BodyIdleTimeout());
        }
    }

    @Override
    protected boolean isLive(int streamId) {
        Http2Stream stream = streams.get(streamId);
        return stream != null && !stream.isReset();
    }

    @Override
    protected boolean dataCame(int streamId, int length, boolean last) {
        Http2Stream stream = streams.get(streamId);
        return stream != null && stream.dataCame(length, last);
    }

    @Override
    protected boolean trailersCame(int streamId, HeaderMap trailers) {
        Http2Stream stream = streams.get(streamId);
        return stream != null && stream.trailersCame(trailers);
    }

    @Override
    protected void resetHappened(int streamId) {
        Http2Stream stream = streams.get(streamId);
        if (stream != null && !stream.isReset()) {
            stream.gone();
        }
    }

    @Override
    protected void greeted() {
        if (streams.isEmpty()) {
            roster.wheel().set(idle, settings.limits().keepAliveTimeout());
        }
    }

    @Override
    protected void clientGoesAway() {
        goingAway = true;
        endIfIdle();
    }

    void ended(int streamId) {
        streams.remove(streamId);
        if (streams.isEmpty() && isOpen()) {
            if (goingAway) {
                getIoThread().execute(this::endIfIdle);
            } else {
                roster.wheel().set(idle, settings.limits().keepAliveTimeout());
            }
        }
    }

    private void endIfIdle() {
        if (streams.isEmpty()) {
            end();
        }
    }

    private void end() {
        if (!goingAway) {
            sendGoAway(ERROR_NO_ERROR);
        } else {
            IoUtils.safeClose(this);
        }
    }

    @Override
    public void drain() {
        if (!goingAway) {
            goingAway = true;
            announceGoAway();
            endIfIdle();
        }
    }

    @Override
    public void closeNow() {
        IoUtils.safeClose(this);
    }

    void discardBody(SuspendableReadChannel body) {
        discard(body);
    }

    void informational(int streamId, HeaderMap headers) {
        sendInformational(streamId, headers);
    }
}
