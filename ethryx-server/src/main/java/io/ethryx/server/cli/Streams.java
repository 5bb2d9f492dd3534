package io.ethryx.server.cli;

import java.io.InputStream;
import java.io.PrintStream;

/**
 * The standard streams of the process. The command closes none of them.
 *
 * @param in for requests
 * @param out for what was asked for
 * @param err for faults
 */
public record Streams(InputStream in, PrintStream out, PrintStream err) {}
