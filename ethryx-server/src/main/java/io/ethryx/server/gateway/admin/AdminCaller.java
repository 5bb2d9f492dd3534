package io.ethryx.server.gateway.admin;

/**
 * Who calls, as the audit log has it.
 *
 * @param actor by what right: {@code token}, {@code local} or {@code open}
 * @param peer the address of the TCP peer
 */
record AdminCaller(String actor, String peer) {}
