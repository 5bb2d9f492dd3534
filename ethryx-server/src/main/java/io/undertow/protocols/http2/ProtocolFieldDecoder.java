package io.undertow.protocols.http2;

import io.undertow.util.HttpString;
import org.jspecify.annotations.Nullable;

/**
 * Keeps {@code :protocol} (RFC 8441 section 4) from the stock parser, which knows no such field and would call the request
 * invalid. What it kept belongs to the header block that was decoded last. Confined to the connection's IO thread.
 */
final class ProtocolFieldDecoder extends HpackDecoder implements HpackDecoder.HeaderEmitter {

    private static final HttpString PROTOCOL = new HttpString(":protocol");

    private @Nullable HeaderEmitter parser;
    private @Nullable String protocol;
    private boolean fieldsBegun;
    private boolean misused;

    ProtocolFieldDecoder(int maxTableBytes) {
        super(maxTableBytes);
    }

    @Override
    public void setHeaderEmitter(HeaderEmitter emitter) {
        parser = emitter;
        super.setHeaderEmitter(this);
    }

    @Override
    public void emitHeader(HttpString name, String value, boolean neverIndex) throws HpackException {
        HeaderEmitter current = parser;
        if (name.equals(PROTOCOL)) {
            misused |= protocol != null || fieldsBegun;
            protocol = value;
        } else if (current != null) {
            fieldsBegun |= name.length() > 0 && name.byteAt(0) != ':';
            current.emitHeader(name, value, neverIndex);
        }
    }

    /** The field of the block that has just ended; the next block begins anew. */
    Protocol take() {
        Protocol taken = protocol == null ? Protocol.NONE : new Protocol(protocol, misused);
        protocol = null;
        fieldsBegun = false;
        misused = false;
        return taken;
    }

    /**
     * What a header block said about {@code :protocol}.
     *
     * @param name its value, null if the block had none
     * @param misused whether it stood twice or behind a field that is no pseudo-field
     */
    record Protocol(@Nullable String name, boolean misused) {

        static final Protocol NONE = new Protocol(null, false);
    }
}
