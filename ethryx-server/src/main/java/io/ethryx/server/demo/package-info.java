/** A simulated node pair with the sidecar before it. Start at {@link io.ethryx.server.demo.DemoProgram}. */
@NullMarked
package io.ethryx.server.demo;

import org.jspecify.annotations.NullMarked;
