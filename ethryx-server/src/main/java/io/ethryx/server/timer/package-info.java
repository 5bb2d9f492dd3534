/**
 * Deadlines on an IO thread: one wheel a thread, no lock and no allocation for a timeout that is set again.
 *
 * <p>Start at {@link io.ethryx.server.timer.TimerWheel}. Everything here is confined to one IO thread.
 */
@NullMarked
package io.ethryx.server.timer;

import org.jspecify.annotations.NullMarked;
