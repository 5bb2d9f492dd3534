package io.ethryx.server.gateway.call;

import io.ethryx.server.upstream.UpstreamCall;
import java.nio.ByteBuffer;
import java.util.List;

/** Sends the pieces of a body to a node. */
final class RequestSending {

    private final List<ByteBuffer> pieces;
    private int at;
    private boolean ended;

    RequestSending(List<ByteBuffer> pieces) {
        this.pieces = pieces;
    }

    static long length(List<ByteBuffer> pieces) {
        long length = 0;
        for (int i = 0; i < pieces.size(); i++) {
            length += pieces.get(i).remaining();
        }
        return length;
    }

    /** Writes what the connection takes now. */
    void run(UpstreamCall call) {
        while (at < pieces.size()) {
            ByteBuffer piece = pieces.get(at);
            if (piece.hasRemaining() && call.write(piece) == 0) {
                call.wantWrite(true);
                return;
            }
            at += piece.hasRemaining() ? 0 : 1;
        }
        if (!ended) {
            ended = true;
            call.wantWrite(false);
            call.endRequest(null);
        }
    }
}
