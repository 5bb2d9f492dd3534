package io.ethryx.core;

/** A single call, or what stands in its place and is none. */
public sealed interface RpcElement extends RpcRequest permits RpcCall, InvalidCall {}
