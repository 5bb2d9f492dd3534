package io.undertow.protocols.http2;

import io.undertow.UndertowOptions;
import io.undertow.connector.ByteBufferPool;
import io.undertow.connector.PooledByteBuffer;
import io.undertow.server.protocol.framed.FrameHeaderData;
import io.undertow.util.HeaderMap;
import io.undertow.util.Headers;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.xnio.OptionMap;
import org.xnio.StreamConnection;
import org.xnio.channels.SuspendableReadChannel;

/**
 * A client's HTTP/2 connection after its preface (RFC 9113): the stock channel, which sees only what is valid and expected.
 * Requests are judged whole before a stream of the stock channel exists; late frames of streams that have ended are
 * swallowed; a GOAWAY of the client stops nothing that is in progress. Confined to its IO thread.
 */
public abstract class InboundHttp2Channel extends Http2Channel {

    /** What to do with a new request. */
    public enum Verdict {
        /** It goes to the handler. */
        ACCEPTED,
        /** A stream error: malformed. */
        MALFORMED,
        /** A stream error that tells the client that nothing was processed. */
        REFUSED,
        /** A plain CONNECT: 405. */
        DECLINED
    }

    private static final int FRAME_TYPE_SWALLOWED = 0xFF;
    private static final int STREAM_MASK = 1;
    private static final int DEFAULT_WINDOW = 65_535;
    private static final int SETTINGS_ENABLE_CONNECT_PROTOCOL = 8;

    private final ProtocolFieldDecoder decoder;
    private final int connectionWindow;
    private int connectionCredit;
    private int lastStream;
    private boolean windowOpened;

    /**
     * Takes over a connection.
     *
     * @param connection whose preface has been read
     * @param pool where buffers come from
     * @param first what came behind the preface, or null
     * @param options Undertow's own
     * @param connectionWindow how many bytes of bodies may be on their way or unread, 65,535 or more
     */
    protected InboundHttp2Channel(
            StreamConnection connection,
            ByteBufferPool pool,
            PooledByteBuffer first,
            OptionMap options,
            int connectionWindow) {
        super(connection, "h2c", pool, first, false, false, false, options);
        this.connectionWindow = connectionWindow;
        this.connectionCredit = connectionWindow;
        this.decoder = new ProtocolFieldDecoder(
                options.get(UndertowOptions.HTTP2_SETTINGS_HEADER_TABLE_SIZE, Hpack.DEFAULT_TABLE_SIZE));
    }

    /**
     * Sends the first frame: all settings, extended CONNECT among them (RFC 8441 section 3). The stock channel, which can't
     * offer that, sends its own once it knows the client's. To be called once, before anything is received.
     */
    public final void greet() {
        List<Http2Setting> settings = List.of(
                new Http2Setting(Http2Setting.SETTINGS_MAX_CONCURRENT_STREAMS, getReceiveMaxConcurrentStreams()),
                new Http2Setting(Http2Setting.SETTINGS_INITIAL_WINDOW_SIZE, getInitialReceiveWindowSize()),
                new Http2Setting(Http2Setting.SETTINGS_MAX_FRAME_SIZE, getReceiveMaxFrameSize()),
                new Http2Setting(Http2Setting.SETTINGS_MAX_HEADER_LIST_SIZE, getMaxHeaderListSize()),
                new Http2Setting(SETTINGS_ENABLE_CONNECT_PROTOCOL, 1));
        send(new Http2SettingsStreamSinkChannel(this, settings), true);
    }

    @Override
    HpackDecoder getDecoder() {
        return decoder;
    }

    /**
     * Judges a request whose head is whole.
     *
     * @param streamId its stream
     * @param headers pseudo-fields and fields; may be corrected
     * @param protocol what {@code :protocol} says, or null where it is missing
     * @param ended whether it has no body
     * @return what to do with it; an accepted CONNECT must have become another method, which the stock channel knows
     */
    protected abstract Verdict judge(int streamId, HeaderMap headers, @Nullable String protocol, boolean ended);

    /**
     * The stream of an accepted request exists.
     *
     * @param streamId its stream
     * @param body says whether anyone waits for its body
     */
    protected abstract void begun(int streamId, SuspendableReadChannel body);

    /**
     * Whether frames of the stream are still welcome.
     *
     * @param streamId the stream
     * @return true from the acceptance of the request to its end or reset
     */
    protected abstract boolean isLive(int streamId);

    /**
     * Body bytes of a live stream have come.
     *
     * @param streamId the stream
     * @param length without padding
     * @param last whether the request ends with them
     * @return whether they agree with the length that the head announced
     */
    protected abstract boolean dataCame(int streamId, int length, boolean last);

    /**
     * The trailers of a live stream have come.
     *
     * @param streamId the stream
     * @param trailers the fields, to be kept
     * @return whether they are well-formed and the body before them is whole
     */
    protected abstract boolean trailersCame(int streamId, HeaderMap trailers);

    /**
     * The stream was reset, by either side.
     *
     * @param streamId the stream
     */
    protected abstract void resetHappened(int streamId);

    /** The client has sent its first frame. */
    protected abstract void greeted();

    /** The client will open no more streams. */
    protected abstract void clientGoesAway();

    /**
     * The highest stream that was begun or refused.
     *
     * @return zero if there was none
     */
    protected final int lastStream() {
        return lastStream;
    }

    @Override
    protected FrameHeaderData parseFrame(ByteBuffer data) throws IOException {
        Http2FrameHeaderParser frame = parse(data);
        if (frame == null || frame.getContinuationParser() != null) {
            // A header block in pieces: the stock channel would take the first piece for the whole.
            return null;
        }
        inspect(frame);
        return frame;
    }

    private Http2FrameHeaderParser parse(ByteBuffer data) throws IOException {
        try {
            return (Http2FrameHeaderParser) super.parseFrame(data);
        } catch (IllegalArgumentException | IllegalStateException e) {
            // How the stock decoder takes line ends in a field name, and one field too many times: its table is lost.
            throw new ConnectionErrorException(ERROR_PROTOCOL_ERROR, e);
        }
    }

    private void inspect(Http2FrameHeaderParser frame) throws IOException {
        switch (frame.type) {
            case FRAME_TYPE_DATA -> {
                if (isLive(frame.streamId)) {
                    int padding = ((Http2DataFrameParser) frame.parser).getPadding();
                    boolean last = (frame.flags & DATA_FLAG_END_STREAM) != 0;
                    if (!dataCame(frame.streamId, frame.length - padding, last)) {
                        sendRstStream(frame.streamId, ERROR_PROTOCOL_ERROR);
                    }
                }
            }
            case FRAME_TYPE_HEADERS, FRAME_TYPE_CONTINUATION -> inspectHeaders(frame);
            case FRAME_TYPE_RST_STREAM, FRAME_TYPE_WINDOW_UPDATE, FRAME_TYPE_PRIORITY -> {
                if (isPast(frame.streamId)) {
                    swallow(frame);
                }
            }
            case FRAME_TYPE_GOAWAY -> {
                swallow(frame);
                clientGoesAway();
            }
            default -> {}
        }
    }

    private boolean isPast(int streamId) {
        return (streamId & STREAM_MASK) == 1 && streamId <= lastStream && !isLive(streamId);
    }

    private static void swallow(Http2FrameHeaderParser frame) {
        frame.type = FRAME_TYPE_SWALLOWED;
    }

    private void inspectHeaders(Http2FrameHeaderParser frame) {
        int id = frame.streamId;
        ProtocolFieldDecoder.Protocol protocol = decoder.take();
        if ((id & STREAM_MASK) == 0) {
            return;
        }
        Http2HeadersParser parser = (Http2HeadersParser) frame.parser;
        if (isLive(id)) {
            inspectTrailers(frame, parser, protocol.name() == null);
        } else if (isPast(id)) {
            swallow(frame);
        } else {
            lastStream = id;
            boolean ended = parser.isHeadersEndStream();
            Verdict verdict = parser.isInvalid() || protocol.misused() || parser.getDependentStreamId() == id
                    ? Verdict.MALFORMED
                    : judge(id, parser.getHeaderMap(), protocol.name(), ended);
            if (verdict != Verdict.ACCEPTED) {
                swallow(frame);
                turnAway(id, verdict, ended);
            }
        }
    }

    /** The stock channel would merge trailers into the fields of the head, so it gets none. */
    private void inspectTrailers(Http2FrameHeaderParser frame, Http2HeadersParser parser, boolean valid) {
        HeaderMap trailers = new HeaderMap();
        parser.getHeaderMap().forEach(values -> trailers.putAll(values.getHeaderName(), values));
        boolean whole = frame.type == FRAME_TYPE_HEADERS && parser.isHeadersEndStream() && !parser.isInvalid();
        if (whole && valid && trailersCame(frame.streamId, trailers)) {
            parser.getHeaderMap().clear();
        } else {
            swallow(frame);
            sendRstStream(frame.streamId, ERROR_PROTOCOL_ERROR);
        }
    }

    private void turnAway(int streamId, Verdict verdict, boolean ended) {
        if (verdict == Verdict.DECLINED) {
            HeaderMap answer = new HeaderMap();
            answer.put(STATUS, "405");
            answer.put(Headers.ALLOW, "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS");
            answer.put(Headers.CACHE_CONTROL, "no-store");
            answer.put(Headers.CONTENT_LENGTH, "0");
            send(new Http2HeadersStreamSinkChannel(this, streamId, answer), true);
            if (!ended) {
                super.sendRstStream(streamId, ERROR_NO_ERROR);
            }
        } else {
            super.sendRstStream(streamId, verdict == Verdict.REFUSED ? ERROR_REFUSED_STREAM : ERROR_PROTOCOL_ERROR);
        }
    }

    private void send(Http2StreamSinkChannel frame, boolean last) {
        try {
            if (last) {
                frame.shutdownWrites();
            }
            if (!frame.flush()) {
                frame.resumeWrites();
            }
        } catch (IOException e) {
            handleBrokenSinkChannel(e);
        }
    }

    @Override
    protected AbstractHttp2StreamSourceChannel createChannel(FrameHeaderData header, PooledByteBuffer data)
            throws IOException {
        Http2FrameHeaderParser frame = (Http2FrameHeaderParser) header;
        if (frame.type == FRAME_TYPE_DATA && (isPast(frame.streamId) || isLive(frame.streamId))) {
            updateReceiveFlowControlWindow(frame.length);
            return null;
        }
        AbstractHttp2StreamSourceChannel channel = super.createChannel(header, data);
        if (channel instanceof Http2StreamSourceChannel stream) {
            begun(stream.getStreamId(), stream);
        } else if (frame.type == FRAME_TYPE_RST_STREAM) {
            resetHappened(frame.streamId);
        } else if (frame.type == FRAME_TYPE_SETTINGS && !windowOpened) {
            windowOpened = true;
            greeted();
            if (connectionWindow > DEFAULT_WINDOW) {
                sendUpdateWindowSize(0, connectionWindow - DEFAULT_WINDOW);
            }
        }
        return channel;
    }

    /** The stock channel knows one size for the windows of streams and of the connection. */
    @Override
    public void updateReceiveFlowControlWindow(int read) throws IOException {
        if (read > 0) {
            connectionCredit -= read;
            int missing = connectionWindow - connectionCredit;
            if (missing > connectionWindow / 2) {
                connectionCredit += missing;
                sendUpdateWindowSize(0, missing);
            }
        }
    }

    @Override
    public void sendRstStream(int streamId, int statusCode) {
        if (!isPast(streamId)) {
            super.sendRstStream(streamId, statusCode);
            resetHappened(streamId);
        }
    }

    /**
     * Gives back what was not read of a body; reading it fails from now on. The stock channel forgets to do so for a body
     * that has come whole.
     *
     * @param body as given to {@link #begun}
     */
    protected final void discard(SuspendableReadChannel body) {
        ((Http2StreamSourceChannel) body).rstStream();
    }

    /**
     * Sends a head that is not the final one of its answer.
     *
     * @param streamId the stream
     * @param headers with {@code :status}
     */
    protected final void sendInformational(int streamId, HeaderMap headers) {
        send(new Http2HeadersStreamSinkChannel(this, streamId, headers), false);
    }

    /** Tells the client to open no more streams; what is in progress goes on (RFC 9113 section 6.8). */
    protected final void announceGoAway() {
        Http2GoAwayStreamSinkChannel frame = new Http2GoAwayStreamSinkChannel(this, ERROR_NO_ERROR, lastStream) {
            @Override
            protected boolean isLastFrame() {
                return false;
            }
        };
        try {
            frame.shutdownWrites();
            if (!frame.flush()) {
                frame.resumeWrites();
            }
        } catch (IOException e) {
            handleBrokenSinkChannel(e);
        }
    }
}
