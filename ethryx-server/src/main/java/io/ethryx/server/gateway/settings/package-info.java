/**
 * What an operator can tell the gateway, and how it is read from its configuration file: every key of the program that it
 * replaces, and those that Ethryx adds (decision G25). Start at {@link
 * io.ethryx.server.gateway.settings.GatewayFile}. Used at start and by commands only; records are immutable.
 */
@NullMarked
package io.ethryx.server.gateway.settings;

import org.jspecify.annotations.NullMarked;
