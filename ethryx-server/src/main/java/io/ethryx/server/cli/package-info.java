/**
 * The command line. Start at {@link io.ethryx.server.cli.EthryxCommand}; the flags are the constants of
 * {@code SidecarFlag}.
 *
 * <p>Arguments and environment come in, checked settings go out to the program that a command names. Nothing here starts a
 * thread or opens a socket. Reference section 1, decisions S1 and S20.
 */
@NullMarked
package io.ethryx.server.cli;

import org.jspecify.annotations.NullMarked;
