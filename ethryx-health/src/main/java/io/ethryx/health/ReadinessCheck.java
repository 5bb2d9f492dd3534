package io.ethryx.health;

/**
 * One check and how it came out.
 *
 * @param name which check
 * @param ok whether it passed
 * @param detail why, in the words of reference section 6
 */
public record ReadinessCheck(CheckName name, boolean ok, String detail) {}
