package io.ethryx.server.upstream.http2;

/**
 * Fields as HPACK writes them (RFC 7541) without a table of its own, so that they mean the same on any connection.
 *
 * @param block the fields
 * @param listBytes their size as a peer counts it: names, values and 32 for each field (RFC 9113 section 6.5.2)
 */
@SuppressWarnings("ArrayRecordComponent") // written once, never compared
record EncodedFields(byte[] block, int listBytes) {}
