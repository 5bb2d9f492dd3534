package io.ethryx.core;

/**
 * The rules that JSON has to keep to be a request: for each, the error that answers what breaks it.
 *
 * @see <a href="https://www.jsonrpc.org/specification#request_object">JSON-RPC 2.0, section 4</a>
 */
final class RequestRule {

    static final RpcError OBJECT = rule("a call is an object");
    static final RpcError MEMBER_ONCE = rule("a member stands once");
    static final RpcError MEMBER_SPELLING = rule("a member is spelt exactly, in lower case and without escapes");
    static final RpcError VERSION = rule("jsonrpc is \"2.0\"");
    static final RpcError METHOD = rule("method is a string, not empty");
    static final RpcError PARAMS = rule("params is an array or an object");
    static final RpcError ID = rule("id is a string, a number or null");
    static final RpcError BATCH_NOT_EMPTY = rule("a batch is not empty");
    static final RpcError BATCH_SIZE = rule("a batch is not longer than the limit");

    private RequestRule() {}

    private static RpcError rule(String text) {
        return ErrorCatalogue.invalidRequest(text);
    }
}
