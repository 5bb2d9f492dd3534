package io.ethryx.server.upstream;

import io.ethryx.server.timer.IoTimers;
import io.undertow.connector.ByteBufferPool;
import org.xnio.XnioWorker;

/**
 * What the connections of one worker share. Owned, started and closed by whoever made it.
 *
 * @param worker whose IO threads the calls run on
 * @param buffers for heads and for what was read ahead; direct, 1 KiB or more each
 * @param timers the worker's deadlines
 */
public record IoResources(XnioWorker worker, ByteBufferPool buffers, IoTimers timers) {}
