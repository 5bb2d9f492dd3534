package io.ethryx.core;

/**
 * What a body asks for: a single element, or a batch of them. A body that can't be read at all is an {@link InvalidCall}.
 *
 * @see <a href="https://www.jsonrpc.org/specification">JSON-RPC 2.0, sections 4 and 6</a>
 */
public sealed interface RpcRequest permits RpcElement, RpcBatch {}
