package io.ethryx.server.demo;

/** A call that ends in a JSON-RPC error object. */
final class JsonRpcFault extends Exception {

    static final int PARSE_ERROR = -32700;
    static final int INVALID_REQUEST = -32600;
    static final int METHOD_NOT_FOUND = -32601;
    static final int INVALID_PARAMS = -32602;
    static final int SERVER_ERROR = -32000;
    static final int STATE_BLOCK_NOT_FOUND = -39006;

    private static final long serialVersionUID = 1L;

    private final int code;

    JsonRpcFault(int code, String message) {
        super(message, null, false, false);
        this.code = code;
    }

    static JsonRpcFault invalidParams(String message) {
        return new JsonRpcFault(INVALID_PARAMS, message);
    }

    String toAnswer(String id) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"error\":{\"code\":" + code + ",\"message\":"
                + JsonText.quote(String.valueOf(getMessage())) + "}}";
    }
}
