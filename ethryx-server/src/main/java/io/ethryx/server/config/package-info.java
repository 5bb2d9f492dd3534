/**
 * What the operator asked for, checked and typed. Start at {@link io.ethryx.server.config.SidecarSettings}.
 *
 * <p>Immutable values; no flag, file or environment is read here.
 */
@NullMarked
package io.ethryx.server.config;

import org.jspecify.annotations.NullMarked;
