package app;

import io.ethryx.core.Body;
import io.ethryx.core.JsonRpcReader;
import io.ethryx.core.RpcCall;
import java.nio.charset.StandardCharsets;

/** Reads a call. */
final class Main {

    public static void main(String[] arguments) {
        byte[] request = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"eth_chainId\"}".getBytes(StandardCharsets.UTF_8);
        System.out.println(((RpcCall) new JsonRpcReader().read(Body.of(request))).method());
    }
}
