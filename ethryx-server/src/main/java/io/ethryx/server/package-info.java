/** The launcher. Start at {@link io.ethryx.server.Main}. */
@NullMarked
package io.ethryx.server;

import org.jspecify.annotations.NullMarked;
