/**
 * A call in its bytes: what a body asks for, which block it is about, and the errors that Ethryx makes itself. Start at
 * {@link io.ethryx.core.RpcRequest}, what a body asks for, and {@link io.ethryx.core.ErrorCatalogue}.
 *
 * <p>Values here are immutable and safe to share between threads, as long as the body that they borrow is lent; nothing
 * blocks and nothing owns a thread.
 */
@NullMarked
package io.ethryx.core;

import org.jspecify.annotations.NullMarked;
