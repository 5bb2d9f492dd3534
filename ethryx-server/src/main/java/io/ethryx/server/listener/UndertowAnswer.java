package io.ethryx.server.listener;

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

/** The answer of an exchange of Undertow's. */
final class UndertowAnswer implements ClientAnswer {

    private final HttpServerExchange exchange;
    private final ClientStream stream;
    private final HttpVersion version;
    private @Nullable StreamSinkChannel channel;
    private int status;
    private boolean shut;

    UndertowAnswer(HttpServerExchange exchange, ClientStream stream, HttpVersion version) {
        this.exchange = exchange;
        this.stream = stream;
        this.version = version;
    }

    @Override
    public void sendInformational(int informational, HeaderMap fields) {
        stream.sendInformational(informational, fields);
    }

    @Override
    public void closeAfter() {
        exchange.setPersistent(false);
    }

    @Override
    public void begin(int answerStatus, HeaderMap fields, long contentLength) {
        status = answerStatus;
        exchange.setStatusCode(answerStatus);
        HeaderMap to = exchange.getResponseHeaders();
        copy(fields, to, contentLength == NO_BODY);
        if (contentLength >= 0) {
            exchange.setResponseContentLength(contentLength);
        } else if (contentLength == UNKNOWN_LENGTH && isChunked()) {
            // Chunked even when the connection closes after it: a cut answer must not look whole.
            to.put(Headers.TRANSFER_ENCODING, Headers.CHUNKED.toString());
        }
        channel = exchange.getResponseChannel();
        mendBodiless(fields, to);
    }

    private boolean isChunked() {
        return version != HttpVersion.HTTP_1_0 && !exchange.getRequestMethod().equals(Methods.HEAD);
    }

    private static void copy(HeaderMap from, HeaderMap to, boolean withLength) {
        for (HeaderValues field : from) {
            if (withLength || !field.getHeaderName().equals(Headers.CONTENT_LENGTH)) {
                to.putAll(field.getHeaderName(), field);
            }
        }
    }

    /**
     * Mends what Undertow made of an answer without a body: a 304 keeps the length that a 200 would have, and neither 204
     * nor 304 has a transfer coding, to HEAD either (RFC 9110 section 8.6, RFC 9112 section 6.1).
     */
    private void mendBodiless(HeaderMap from, HeaderMap to) {
        if (status == StatusCodes.NO_CONTENT || status == StatusCodes.NOT_MODIFIED) {
            to.remove(Headers.TRANSFER_ENCODING);
        }
        String length = from.getFirst(Headers.CONTENT_LENGTH);
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
        return channel().write(bytes);
    }

    @Override
    public int writeLast(ByteBuffer bytes) throws IOException {
        int taken = channel().writeFinal(bytes);
        shut = !bytes.hasRemaining();
        return taken;
    }

    @Override
    public void trailers(HeaderMap trailers) {
        exchange.putAttachment(HttpAttachments.RESPONSE_TRAILERS, trailers);
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
