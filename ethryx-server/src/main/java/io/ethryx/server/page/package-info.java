/**
 * The live page for operators: what a gateway or a sidecar is doing, in HTML that needs no script; a script only brings it up to date.
 * Start at {@link io.ethryx.server.page.GatewayPage} and {@link io.ethryx.server.page.SidecarPage}. Pages are written on the thread that asks, never on an IO
 * thread; while nobody looks, nothing is kept and nothing is paid.
 */
@NullMarked
package io.ethryx.server.page;

import org.jspecify.annotations.NullMarked;
