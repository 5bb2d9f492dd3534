/**
 * JSON lines on standard output. Start at {@link io.ethryx.server.logging.JsonLogging}.
 *
 * <p>Everything logs through slf4j, with fields as key-values; numbers stay numbers. The thread that logs renders the
 * fields; one daemon thread behind a bounded queue makes lines of them and writes, so that a reader of standard output who
 * stands still never holds up an IO thread. Reference section 8, decision S13.
 */
@NullMarked
package io.ethryx.server.logging;

import org.jspecify.annotations.NullMarked;
