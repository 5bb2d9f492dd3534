package io.ethryx.server.gateway.call;

import io.ethryx.core.line.SubBatch;

/** A part of a batch that a node is asked. Confined to the client's IO thread. */
interface BatchPart {

    SubBatch sub();

    /** The node has had all the time there was: it is told as failed. */
    void late();

    /** Gives it up; nothing is told of it any more. Idempotent. */
    void cancel();

    /** Lets go of what came. Idempotent. */
    void release();
}
