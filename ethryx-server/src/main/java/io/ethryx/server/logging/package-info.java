/**
 * JSON lines on standard output. Start at {@link io.ethryx.server.logging.JsonLogging}.
 *
 * <p>Everything logs through slf4j, with fields as key-values; numbers stay numbers. A line is encoded on the thread that
 * logs and written by one daemon thread behind a bounded queue, so that a reader of standard output who stands still
 * never holds up an IO thread. Reference section 8, decision S13.
 */
@NullMarked
package io.ethryx.server.logging;

import org.jspecify.annotations.NullMarked;
