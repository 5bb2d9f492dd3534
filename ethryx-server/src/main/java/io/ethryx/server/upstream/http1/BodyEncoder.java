package io.ethryx.server.upstream.http1;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.io.BodyBuffers;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.xnio.conduits.StreamSinkConduit;

/** Frames the body of a request. One object for each framing. */
interface BodyEncoder {

    /** More bytes than the request said. */
    int TOO_LONG = -1;

    /**
     * Writes body bytes behind what is queued, or queues them where that costs less.
     *
     * @return bytes taken, or {@link #TOO_LONG}
     */
    int write(ByteBuffer body, RequestOutput output, StreamSinkConduit sink) throws IOException;

    /**
     * Queues what ends the body.
     *
     * @return null, or why the body can't end here
     */
    @Nullable
    String end(@Nullable FieldBlock trailers, RequestOutput output, HeadComposer composer, BodyBuffers pool);
}
