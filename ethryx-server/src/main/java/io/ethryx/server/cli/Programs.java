package io.ethryx.server.cli;

import io.ethryx.server.config.SidecarSettings;
import io.ethryx.server.gateway.settings.GatewaySettings;
import java.util.function.IntUnaryOperator;
import java.util.function.ToIntFunction;

/**
 * What the commands run once their arguments are in order. Each returns the exit code when it has ended.
 *
 * @param sidecar gets settings without faults
 * @param gateway gets settings without faults
 * @param demo gets the port to listen on
 */
public record Programs(
        ToIntFunction<SidecarSettings> sidecar, ToIntFunction<GatewaySettings> gateway, IntUnaryOperator demo) {}
