package io.ethryx.server.listener.http2;

import io.ethryx.server.http2.ConnectionFault;
import io.ethryx.server.http2.EndedStreams;
import io.ethryx.server.http2.ErrorCode;
import io.ethryx.server.http2.FrameReceiver;
import io.ethryx.server.http2.FrameWriter;
import io.ethryx.server.http2.HeaderBlock;
import io.ethryx.server.http2.HeaderReader;
import io.ethryx.server.http2.StreamTable;
import io.ethryx.server.listener.ListenerSettings;
import io.ethryx.server.listener.connection.Fault;
import java.nio.ByteBuffer;

/**
 * The streams of an HTTP/2 client: which frame means what to which of them (RFC 9113 section 5), and how much of anything
 * is too much (decision S27). A fault ends its stream where it can, the connection only where it must.
 */
final class Http2Streams implements FrameReceiver {

    private final Http2Connection connection;
    private final FrameWriter out;
    private final ListenerSettings settings;
    private final Http2Windows windows;
    private final StreamTable<Http2Exchange> exchanges = new StreamTable<>();
    private final EndedStreams ended = new EndedStreams();
    private final AnswersOfOwn answersOfOwn;
    private final FrameAllowance allowance = new FrameAllowance();
    private int last;
    private boolean greeted;
    private boolean refusing;

    Http2Streams(Http2Connection connection, FrameWriter out, ListenerSettings settings) {
        this.connection = connection;
        this.out = out;
        this.settings = settings;
        this.windows = new Http2Windows(out);
        this.answersOfOwn = new AnswersOfOwn(connection, out, settings.events());
    }

    void greet() {
        out.settings(
                Http2Setting.MAX_CONCURRENT_STREAMS,
                Http2Limits.MOST_STREAMS,
                Http2Setting.INITIAL_WINDOW_SIZE,
                Http2Limits.STREAM_WINDOW,
                Http2Setting.MAX_HEADER_LIST_SIZE,
                HeaderReader.MOST_LIST_BYTES,
                Http2Setting.ENABLE_CONNECT_PROTOCOL,
                1);
        out.windowUpdate(0, Http2Limits.CONNECTION_WINDOW - Http2Limits.FIRST_WINDOW);
    }

    boolean greeted() {
        return greeted;
    }

    boolean isEmpty() {
        return exchanges.size() == 0;
    }

    /** The highest stream that was begun or refused. */
    int last() {
        return last;
    }

    /** New streams are refused from now on. */
    void refuse() {
        refusing = true;
    }

    /** Lets waiting answers go on where there is room; tells whether there is anything to write. */
    boolean resume() {
        windows.resume();
        return out.waiting() > 0;
    }

    Http2Windows windows() {
        return windows;
    }

    FrameWriter out() {
        return out;
    }

    Http2Connection connection() {
        return connection;
    }

    ListenerSettings settings() {
        return settings;
    }

    // --- requests ---

    @Override
    public void blockBegins(int stream) throws ConnectionFault {
        if ((stream & 1) == 0) {
            throw new ConnectionFault(ErrorCode.PROTOCOL_ERROR, "a client's stream has an even number");
        }
        if (stream <= last && exchanges.get(stream) == null) {
            switch (ended.of(stream)) {
                case WHOLE -> throw new ConnectionFault(ErrorCode.STREAM_CLOSED, "a stream was begun twice");
                case UNKNOWN -> throw new ConnectionFault(ErrorCode.PROTOCOL_ERROR, "a stream's number went back");
                case RESET -> {
                    // Trailers that were on their way: unpacked for the compression's sake.
                }
            }
        }
    }

    @Override
    public void block(int stream, HeaderBlock block, boolean lastOfRequest) throws ConnectionFault {
        Http2Exchange exchange = exchanges.get(stream);
        if (exchange != null) {
            trailers(exchange, block, lastOfRequest);
        } else if (stream > last) {
            last = stream;
            request(stream, block, lastOfRequest);
        }
    }

    private void trailers(Http2Exchange exchange, HeaderBlock block, boolean lastOfRequest) throws ConnectionFault {
        if (exchange.body().hasEnded()) {
            streamFault(exchange.id(), ErrorCode.STREAM_CLOSED);
        } else if (!lastOfRequest || block.isMalformed() || block.isTooLarge() || block.hasPseudo()) {
            streamFault(exchange.id(), ErrorCode.PROTOCOL_ERROR);
        } else if (!exchange.body().lengthFits(true)) {
            streamFault(exchange.id(), ErrorCode.PROTOCOL_ERROR);
        } else {
            exchange.body().trailersCame(block.fields());
            handleIfHeld(exchange);
        }
    }

    private void request(int stream, HeaderBlock block, boolean lastOfRequest) throws ConnectionFault {
        allowance.expectUpdates();
        if (refusing) {
            out.reset(stream, ErrorCode.REFUSED_STREAM);
            ended.add(stream, true);
        } else if (exchanges.size() >= Http2Limits.MOST_STREAMS) {
            streamFault(stream, ErrorCode.REFUSED_STREAM);
        } else if (block.isTooLarge()) {
            answersOfOwn.tooLarge(stream, block);
            turnedAway(stream, lastOfRequest);
        } else {
            Http2Request request = Http2Request.of(block, lastOfRequest);
            if (request == null) {
                streamFault(stream, ErrorCode.PROTOCOL_ERROR);
            } else if (request.isPlainConnect()) {
                answersOfOwn.plainConnect(stream, request);
                turnedAway(stream, lastOfRequest);
            } else {
                begin(new Http2Exchange(this, stream, request), lastOfRequest);
            }
        }
    }

    private void begin(Http2Exchange exchange, boolean lastOfRequest) {
        exchanges.put(exchange.id(), exchange);
        connection.becameBusy();
        if (lastOfRequest) {
            exchange.body().end();
        } else {
            exchange.body().expect(connection.roster().wheel());
        }
        if (lastOfRequest || exchange.requestLength() != 0) {
            exchange.handle(settings.handler());
        }
    }

    /** A request that announced an empty body is handled when it turns out to be empty. */
    private void handleIfHeld(Http2Exchange exchange) {
        if (exchange.requestLength() == 0 && !exchange.isHandled()) {
            exchange.handle(settings.handler());
        }
    }

    /** The stream has its answer; what else is to come of its request is of no use. */
    private void turnedAway(int stream, boolean lastOfRequest) throws ConnectionFault {
        if (lastOfRequest) {
            ended.add(stream, false);
        } else {
            streamFault(stream, ErrorCode.NO_ERROR);
        }
    }

    // --- bodies ---

    @Override
    public boolean dataBegins(int stream, int length, int counted, boolean lastOfRequest) throws ConnectionFault {
        if (!windows.arrived(counted)) {
            throw new ConnectionFault(ErrorCode.FLOW_CONTROL_ERROR, "more data than the connection's window");
        }
        Http2Exchange exchange = exchanges.get(stream);
        if (exchange == null) {
            windows.consumed(counted);
            late(stream);
            return false;
        }
        int fault = exchange.body().arrived(length, counted, lastOfRequest);
        if (fault != ErrorCode.NO_ERROR) {
            windows.consumed(counted);
            streamFault(stream, fault);
            return false;
        }
        windows.consumed(counted - length);
        if (length == 0 && lastOfRequest) {
            exchange.body().end();
            handleIfHeld(exchange);
        }
        return true;
    }

    private void late(int stream) throws ConnectionFault {
        if (stream > last || (stream & 1) == 0) {
            throw new ConnectionFault(ErrorCode.PROTOCOL_ERROR, "data of a stream that was never begun");
        } else if (ended.of(stream) == EndedStreams.End.WHOLE) {
            streamFault(stream, ErrorCode.STREAM_CLOSED);
        }
    }

    @Override
    public void data(int stream, ByteBuffer piece, boolean lastOfRequest) throws ConnectionFault {
        Http2Exchange exchange = exchanges.get(stream);
        if (exchange == null) {
            windows.consumed(piece.remaining());
        } else if (!lastOfRequest && exchange.body().isTooSlow(piece.remaining())) {
            windows.consumed(piece.remaining());
            tooSlow(exchange);
        } else if (!exchange.body().came(piece, lastOfRequest)) {
            streamFault(stream, ErrorCode.ENHANCE_YOUR_CALM);
        }
    }

    private void tooSlow(Http2Exchange exchange) throws ConnectionFault {
        if (exchange.answer().hasBegun()) {
            streamFault(exchange.id(), ErrorCode.CANCEL);
        } else {
            exchange.refused(Fault.TOO_SLOW.status());
            answersOfOwn.tooSlow(exchange.id());
            turnedAway(exchange.id(), false);
        }
    }

    // --- faults and resets ---

    @Override
    public void streamFault(int stream, int code) throws ConnectionFault {
        if (stream > last) {
            throw new ConnectionFault(code, "a fault of a stream that was never begun");
        }
        out.reset(stream, code);
        Http2Exchange exchange = exchanges.get(stream);
        if (exchange == null) {
            ended.add(stream, true);
        } else {
            exchange.gone();
        }
        allowance.reset();
    }

    @Override
    public void reset(int stream) throws ConnectionFault {
        if (stream > last || (stream & 1) == 0) {
            throw new ConnectionFault(ErrorCode.PROTOCOL_ERROR, "a reset of a stream that was never begun");
        }
        Http2Exchange exchange = exchanges.get(stream);
        if (exchange != null) {
            exchange.gone();
        }
        allowance.reset();
    }

    /** The stream has ended. */
    void remove(int stream, boolean reset) {
        ended.add(stream, reset);
        exchanges.remove(stream);
        if (exchanges.size() == 0 && !connection.isOver()) {
            connection.becameIdle();
        }
    }

    /** Whether all that goes on is tunnels, which may stand still. */
    boolean areAllTunnels() {
        boolean tunnels = !isEmpty();
        for (Http2Exchange exchange : exchanges.all()) {
            tunnels &= exchange.isTunnel();
        }
        return tunnels;
    }

    /** The connection is lost, and every stream with it. */
    void lost() {
        exchanges.all().forEach(Http2Exchange::gone);
    }

    // --- frames of the connection ---

    @Override
    public void idleFrame() throws ConnectionFault {
        allowance.idleFrame();
    }

    @Override
    public void setting(int id, long value) throws ConnectionFault {
        Http2Setting.check(id, value);
        if (id == Http2Setting.INITIAL_WINDOW_SIZE) {
            for (Http2Exchange exchange : exchanges.all()) {
                if (!exchange.answer().windowMoves((int) value - windows.firstStreamWindow())) {
                    throw new ConnectionFault(ErrorCode.FLOW_CONTROL_ERROR, "a window over 2^31-1");
                }
            }
            windows.firstStreamWindow((int) value);
        }
    }

    @Override
    public void settingsEnd() {
        out.settingsAck();
        if (!greeted) {
            greeted = true;
            connection.greeted();
        }
    }

    @Override
    public void ping(boolean ack, long opaque) {
        if (ack) {
            connection.pinged(opaque);
        } else {
            out.ping(true, opaque);
        }
    }

    @Override
    public void goAway() {
        connection.clientLeaves();
    }

    @Override
    public void windowUpdate(int stream, int increment) throws ConnectionFault {
        allowance.windowUpdate();
        if (stream == 0) {
            windows.opened(increment);
            return;
        }
        if (stream > last || (stream & 1) == 0) {
            throw new ConnectionFault(ErrorCode.PROTOCOL_ERROR, "a window of a stream that was never begun");
        }
        Http2Exchange exchange = exchanges.get(stream);
        if (exchange == null) {
            return;
        }
        if (increment == 0) {
            streamFault(stream, ErrorCode.PROTOCOL_ERROR);
        } else if (!exchange.answer().windowOpens(increment)) {
            streamFault(stream, ErrorCode.FLOW_CONTROL_ERROR);
        }
    }

    /** A DATA frame was sent, to which the client may well answer with window updates. */
    void dataSent() {
        allowance.expectUpdates();
    }
}
