package io.ethryx.server.listener;

import io.undertow.util.HttpString;
import java.net.InetSocketAddress;

/**
 * A request that the listener itself answered because of its head, before any handler saw it, and whose first line is known:
 * one with a head that is too large, malformed further on, or too slow.
 *
 * @param version what its client speaks
 * @param peer the client
 * @param method its method, as sent
 * @param target its target, as sent
 * @param status of the answer
 */
public record DeclinedHead(HttpVersion version, InetSocketAddress peer, HttpString method, String target, int status) {}
