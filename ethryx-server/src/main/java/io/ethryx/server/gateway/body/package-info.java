/**
 * The bytes of requests and answers: held in pooled buffers within a budget, read out of their coding, and sent when the gateway
 * answers by itself. Start at {@link io.ethryx.server.gateway.body.OwnAnswer}. Everything of a request happens on the IO thread
 * of its client's connection.
 */
@NullMarked
package io.ethryx.server.gateway.body;

import org.jspecify.annotations.NullMarked;
