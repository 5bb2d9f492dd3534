package io.ethryx.server.http2;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.FieldOctets;
import io.ethryx.server.fields.FieldSet;
import io.ethryx.server.fields.KnownField;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/**
 * What a header block says, and whether it is well-formed by itself (RFC 9113 sections 8.2 and 8.3): names in lower case,
 * no control characters, nothing of the connection, pseudo-fields first and once each. Used again for each block.
 */
public final class HeaderBlock {

    private static final AsciiString METHOD = AsciiString.cached(":method");
    private static final AsciiString SCHEME = AsciiString.cached(":scheme");
    private static final AsciiString PATH = AsciiString.cached(":path");
    private static final AsciiString AUTHORITY = AsciiString.cached(":authority");
    private static final AsciiString PROTOCOL = AsciiString.cached(":protocol");
    private static final AsciiString COOKIE = AsciiString.cached("cookie");
    private static final FieldSet OF_THE_CONNECTION = FieldSet.of(
            KnownField.CONNECTION,
            KnownField.KEEP_ALIVE,
            KnownField.TRANSFER_ENCODING,
            KnownField.UPGRADE,
            KnownField.PROXY_CONNECTION);

    private @Nullable String method;
    private @Nullable String scheme;
    private @Nullable String path;
    private @Nullable String authority;
    private @Nullable String protocol;
    private @Nullable StringBuilder cookies;
    private FieldBlock fields = new FieldBlock();
    private boolean fieldsBegun;
    private boolean pseudoSeen;
    private boolean malformed;
    private boolean tooLarge;

    HeaderBlock() {}

    void begin() {
        method = null;
        scheme = null;
        path = null;
        authority = null;
        protocol = null;
        cookies = null;
        fields = new FieldBlock();
        fieldsBegun = false;
        pseudoSeen = false;
        malformed = false;
        tooLarge = false;
    }

    /** More than the limit has come; what has been kept is of no use. */
    void tooLarge() {
        tooLarge = true;
    }

    void end() {
        StringBuilder joined = cookies;
        if (joined != null) {
            fields.add("cookie", joined.toString());
        }
        malformed |= fields.hasAny(OF_THE_CONNECTION) || !isTeValid();
    }

    private boolean isTeValid() {
        for (int line = fields.find(KnownField.TE); line >= 0; line = fields.find(KnownField.TE, line + 1)) {
            if (!fields.valueIs(line, "trailers")) {
                return false;
            }
        }
        return true;
    }

    void add(AsciiString name, AsciiString value) {
        if (malformed) {
            return;
        }
        malformed = name.isEmpty() || !isValue(value);
        if (malformed) {
            return;
        }
        if (name.byteAt(0) == ':') {
            addPseudo(name, value);
        } else if (isName(name)) {
            addField(name, value);
        } else {
            malformed = true;
        }
    }

    private void addPseudo(AsciiString name, AsciiString value) {
        pseudoSeen = true;
        String text = value.toString();
        if (fieldsBegun) {
            malformed = true;
        } else if (name.equals(METHOD)) {
            malformed = method != null;
            method = text;
        } else if (name.equals(SCHEME)) {
            malformed = scheme != null;
            scheme = text;
        } else if (name.equals(PATH)) {
            malformed = path != null;
            path = text;
        } else if (name.equals(AUTHORITY)) {
            malformed = authority != null;
            authority = text;
        } else if (name.equals(PROTOCOL)) {
            malformed = protocol != null;
            protocol = text;
        } else {
            malformed = true;
        }
    }

    private void addField(AsciiString name, AsciiString value) {
        fieldsBegun = true;
        if (name.equals(COOKIE)) {
            addCookie(value);
        } else {
            int nameFrom = name.arrayOffset();
            int valueFrom = value.arrayOffset();
            malformed = !fields.addIfSound(
                    name.array(),
                    nameFrom,
                    nameFrom + name.length(),
                    value.array(),
                    valueFrom,
                    valueFrom + value.length());
        }
    }

    /** Crumbs become one field again (RFC 9113 section 8.2.3). */
    private void addCookie(AsciiString crumb) {
        StringBuilder joined = cookies;
        if (joined == null) {
            cookies = new StringBuilder(crumb.toString());
        } else {
            joined.append("; ").append(crumb.toString());
        }
    }

    private static boolean isName(AsciiString name) {
        byte[] bytes = name.array();
        int end = name.arrayOffset() + name.length();
        for (int i = name.arrayOffset(); i < end; i++) {
            byte c = bytes[i];
            if (!FieldOctets.isToken(c) || (c >= 'A' && c <= 'Z')) {
                return false;
            }
        }
        return true;
    }

    private static boolean isValue(AsciiString value) {
        byte[] bytes = value.array();
        int from = value.arrayOffset();
        int end = from + value.length();
        for (int i = from; i < end; i++) {
            if (!FieldOctets.isContent(bytes[i])) {
                return false;
            }
        }
        return from == end || (!FieldOctets.isBlank(bytes[from]) && !FieldOctets.isBlank(bytes[end - 1]));
    }

    /**
     * Whether the block breaks a rule.
     *
     * @return true if nothing else of it may be used
     */
    public boolean isMalformed() {
        return malformed;
    }

    /**
     * Whether the block is larger than the limit.
     *
     * @return true if what is here is not all
     */
    public boolean isTooLarge() {
        return tooLarge;
    }

    /**
     * Whether there is any pseudo-field, known or not.
     *
     * @return true if there is
     */
    public boolean hasPseudo() {
        return pseudoSeen;
    }

    /**
     * {@code :method}.
     *
     * @return its value, each char one byte, or null
     */
    public @Nullable String method() {
        return method;
    }

    /**
     * {@code :scheme}.
     *
     * @return its value, each char one byte, or null
     */
    public @Nullable String scheme() {
        return scheme;
    }

    /**
     * {@code :path}.
     *
     * @return its value, each char one byte, or null
     */
    public @Nullable String path() {
        return path;
    }

    /**
     * {@code :authority}.
     *
     * @return its value, each char one byte, or null
     */
    public @Nullable String authority() {
        return authority;
    }

    /**
     * {@code :protocol}, what an extended CONNECT wants to speak (RFC 8441 section 4).
     *
     * @return its value, each char one byte, or null
     */
    public @Nullable String protocol() {
        return protocol;
    }

    /**
     * The other fields, cookies joined.
     *
     * @return the receiver's to keep and to change
     */
    public FieldBlock fields() {
        return fields;
    }
}
