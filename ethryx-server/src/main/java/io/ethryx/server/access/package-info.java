/**
 * Who may operate a running Ethryx, rather than merely call through it (decision G19). Start at {@link
 * io.ethryx.server.access.OperatorRule}. A claim is read on the IO thread of its request; judging it blocks nobody.
 */
@NullMarked
package io.ethryx.server.access;

import org.jspecify.annotations.NullMarked;
