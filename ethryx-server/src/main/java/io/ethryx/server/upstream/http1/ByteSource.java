package io.ethryx.server.upstream.http1;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Where bytes come from: a socket that does not block. */
@FunctionalInterface
interface ByteSource {

    /** Gives the bytes read, 0 for none now, -1 at the end. */
    int read(ByteBuffer into) throws IOException;
}
