/**
 * What both programs run on: the IO threads, their deadlines and their buffers. Start at {@link
 * io.ethryx.server.io.IoRuntime}.
 */
@NullMarked
package io.ethryx.server.io;

import org.jspecify.annotations.NullMarked;
