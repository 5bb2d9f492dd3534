package io.ethryx.server.demo;

/**
 * What the demonstration starts before its simulated nodes.
 *
 * @param sidecar starts the sidecar
 * @param gateway starts the gateway
 */
public record Launchers(SidecarLauncher sidecar, GatewayLauncher gateway) {}
