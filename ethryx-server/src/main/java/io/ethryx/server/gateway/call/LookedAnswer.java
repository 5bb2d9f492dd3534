package io.ethryx.server.gateway.call;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.upstream.UpstreamCall;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A node's answer whose beginning was read for a look, given on from its first byte. */
final class LookedAnswer implements UpstreamCall {

    private final UpstreamCall call;
    private final List<ByteBuffer> looked;
    private int at;

    LookedAnswer(UpstreamCall call, List<ByteBuffer> looked) {
        this.call = call;
        this.looked = looked;
    }

    @Override
    public int read(ByteBuffer into) {
        while (at < looked.size() && !looked.get(at).hasRemaining()) {
            at++;
        }
        if (at == looked.size()) {
            return call.read(into);
        }
        ByteBuffer piece = looked.get(at);
        int bytes = Math.min(piece.remaining(), into.remaining());
        into.put(piece.slice(piece.position(), bytes));
        piece.position(piece.position() + bytes);
        return bytes;
    }

    @Override
    public long expected() {
        return call.expected();
    }

    @Override
    public boolean answerComplete() {
        return call.answerComplete() && looked.stream().noneMatch(ByteBuffer::hasRemaining);
    }

    @Override
    public void wantRead(boolean wanted) {
        call.wantRead(wanted);
    }

    @Override
    public @Nullable FieldBlock trailers() {
        return call.trailers();
    }

    @Override
    public int write(ByteBuffer body) {
        return call.write(body);
    }

    @Override
    public void wantWrite(boolean wanted) {
        call.wantWrite(wanted);
    }

    @Override
    public void flushHead() {
        call.flushHead();
    }

    @Override
    public void endRequest(@Nullable FieldBlock trailers) {
        call.endRequest(trailers);
    }

    @Override
    public void cancel() {
        call.cancel();
    }
}
