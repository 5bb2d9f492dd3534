/**
 * The sidecar: which request goes where, what is answered locally, and how it all starts and stops. Start at
 * {@link io.ethryx.server.sidecar.SidecarProgram}.
 */
@NullMarked
package io.ethryx.server.sidecar;

import org.jspecify.annotations.NullMarked;
