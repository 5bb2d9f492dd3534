package io.ethryx.server.listener;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.KnownField;
import io.undertow.server.HttpServerExchange;
import io.undertow.server.protocol.http.HttpAttachments;
import io.undertow.util.HeaderMap;
import io.undertow.util.HeaderValues;
import io.undertow.util.Headers;
import io.undertow.util.Methods;
import io.undertow.util.StatusCodes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import org.jspecify.annotations.Nullable;
import org.xnio.channels.StreamSinkChannel;

/** The answer to a request over HTTP/2. */
final class Http2Answer implements ClientAnswer {

    private final HttpServerExchange exchange;
    private final Http2Stream stream;
    private @Nullable StreamSinkChannel channel;
    private int status;
    private boolean shut;

    Http2Answer(HttpServerExchange exchange, Http2Stream stream) {
        this.exchange = exchange;
        this.stream = stream;
    }

    @Override
    public void sendInformational(int informational, FieldBlock fields) {
        stream.sendInformational(informational, HeaderMaps.of(fields));
    }

    @Override
    public void closeAfter() {
        exchange.setPersistent(false);
    }

    @Override
    public void begin(int answerStatus, FieldBlock fields, long contentLength) {
        status = answerStatus;
        exchange.setStatusCode(answerStatus);
        HeaderMap to = exchange.getResponseHeaders();
        copy(HeaderMaps.of(fields), to, contentLength == NO_BODY);
        if (contentLength >= 0) {
            exchange.setResponseContentLength(contentLength);
        }
        channel = exchange.getResponseChannel();
        mendBodiless(fields, to);
    }

    private static void copy(HeaderMap from, HeaderMap to, boolean withLength) {
        for (HeaderValues field : from) {
            if (withLength || !field.getHeaderName().equals(Headers.CONTENT_LENGTH)) {
                to.putAll(field.getHeaderName(), field);
            }
        }
    }

    /** Mends what Undertow made of an answer without a body: a 304 keeps the length that a 200 has (RFC 9110 section 8.6). */
    private void mendBodiless(FieldBlock from, HeaderMap to) {
        String length = from.value(KnownField.CONTENT_LENGTH);
        if (status == StatusCodes.NOT_MODIFIED && length != null) {
            to.put(Headers.CONTENT_LENGTH, length);
        }
    }

    @Override
    public boolean hasBegun() {
        return status != 0;
    }

    @Override
    public int status() {
        return status;
    }

    private StreamSinkChannel channel() throws ClosedChannelException {
        StreamSinkChannel sink = channel;
        if (sink == null) {
            throw new ClosedChannelException();
        }
        return sink;
    }

    @Override
    public int write(ByteBuffer bytes) throws IOException {
        return isBodiless() ? swallow(bytes) : channel().write(bytes);
    }

    private boolean isBodiless() {
        return status == StatusCodes.NO_CONTENT
                || status == StatusCodes.NOT_MODIFIED
                || exchange.getRequestMethod().equals(Methods.HEAD);
    }

    private static int swallow(ByteBuffer bytes) {
        int length = bytes.remaining();
        bytes.position(bytes.limit());
        return length;
    }

    @Override
    public int writeLast(ByteBuffer bytes) throws IOException {
        if (isBodiless()) {
            int swallowed = swallow(bytes);
            end();
            return swallowed;
        }
        int taken = channel().writeFinal(bytes);
        shut = !bytes.hasRemaining();
        return taken;
    }

    @Override
    public void trailers(FieldBlock trailers) {
        exchange.putAttachment(HttpAttachments.RESPONSE_TRAILERS, HeaderMaps.of(trailers));
    }

    @Override
    public void end() throws IOException {
        if (!shut) {
            shut = true;
            channel().shutdownWrites();
        }
    }

    @Override
    public boolean flush() throws IOException {
        boolean flushed = channel().flush();
        if (flushed && shut) {
            exchange.endExchange();
        }
        return flushed;
    }

    @Override
    public void whenWritable(Runnable action) {
        StreamSinkChannel sink = channel;
        if (sink != null) {
            sink.getWriteSetter().set(writable -> action.run());
        }
    }

    @Override
    public void want(boolean wanted) {
        StreamSinkChannel sink = channel;
        if (sink != null && wanted) {
            sink.resumeWrites();
        } else if (sink != null) {
            sink.suspendWrites();
        }
    }

    @Override
    public long bodyBytes() {
        return exchange.getResponseBytesSent();
    }
}
