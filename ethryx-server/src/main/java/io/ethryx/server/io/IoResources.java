package io.ethryx.server.io;

import io.ethryx.server.timer.IoTimers;
import org.xnio.XnioWorker;

/**
 * What the connections of one worker share. Owned, started and closed by whoever made it.
 *
 * @param worker whose IO threads serve the connections
 * @param buffers where buffers come from, of 1 KiB or more each
 * @param timers the deadlines of the worker's IO threads
 * @param rounds the ends of the rounds of the worker's IO threads
 */
public record IoResources(XnioWorker worker, BodyBuffers buffers, IoTimers timers, RoundEnds rounds) {}
