package io.ethryx.server.cli;

import io.ethryx.core.Body;
import io.ethryx.core.ErrorCatalogue;
import io.ethryx.core.InvalidCall;
import io.ethryx.core.JsonRpcReader;
import io.ethryx.core.RpcBatch;
import io.ethryx.core.RpcCall;
import io.ethryx.core.RpcElement;
import io.ethryx.core.RpcRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Requests as a file or the standard input holds them.
 *
 * @param calls the calls of each request, in order; a batch has several
 * @param faults what is no call, one sentence each
 */
record RequestInput(List<List<RpcCall>> calls, List<String> faults) {

    RequestInput {
        calls = List.copyOf(calls);
        faults = List.copyOf(faults);
    }

    /** A piece of the text that is to be a request. */
    private record Piece(int line, RpcRequest request) {

        boolean isJson() {
            return !(request instanceof InvalidCall invalid && invalid.error().code() == ErrorCatalogue.PARSE_ERROR);
        }
    }

    /** Reads a text: one request or batch over any number of lines, or one a line. */
    static RequestInput read(String name, byte[] text, JsonRpcReader reader) {
        Piece whole = new Piece(1, reader.read(Body.of(text)));
        List<Piece> pieces = whole.isJson() ? List.of(whole) : lines(text, reader);
        if (pieces.isEmpty()) {
            return new RequestInput(List.of(), List.of(name + ": holds no request; write a JSON-RPC request"));
        }
        boolean apart = pieces.get(0).isJson() || pieces.get(pieces.size() - 1).isJson();
        return of(name, apart ? pieces : List.of(whole));
    }

    private static List<Piece> lines(byte[] text, JsonRpcReader reader) {
        List<Piece> pieces = new ArrayList<>();
        int line = 1;
        int from = 0;
        for (int at = 0; at <= text.length; at++) {
            if (at == text.length || text[at] == '\n') {
                byte[] piece = Arrays.copyOfRange(text, from, at);
                if (!isBlank(piece)) {
                    pieces.add(new Piece(line, reader.read(Body.of(piece))));
                }
                from = at + 1;
                line++;
            }
        }
        return pieces;
    }

    private static boolean isBlank(byte[] text) {
        for (byte b : text) {
            if (b != ' ' && b != '\t' && b != '\r') {
                return false;
            }
        }
        return true;
    }

    private static RequestInput of(String name, List<Piece> pieces) {
        List<List<RpcCall>> calls = new ArrayList<>();
        List<String> faults = new ArrayList<>();
        for (Piece piece : pieces) {
            String place = name + ":" + piece.line() + ": ";
            if (piece.request() instanceof RpcBatch batch) {
                calls.add(calls(place, batch, faults));
            } else if (piece.request() instanceof RpcCall call) {
                calls.add(List.of(call));
            } else if (piece.request() instanceof InvalidCall invalid) {
                faults.add(place + fault(invalid));
            }
        }
        return new RequestInput(calls, faults);
    }

    private static List<RpcCall> calls(String place, RpcBatch batch, List<String> faults) {
        List<RpcCall> calls = new ArrayList<>();
        int number = 1;
        for (RpcElement element : batch.elements()) {
            if (element instanceof RpcCall call) {
                calls.add(call);
            } else if (element instanceof InvalidCall invalid) {
                faults.add(place + "element " + number + " of the batch " + fault(invalid));
            }
            number++;
        }
        return List.copyOf(calls);
    }

    /** What is wrong with a request, as a rule and its remedy. */
    static String fault(InvalidCall invalid) {
        return rule(invalid) + "; mend it";
    }

    static String rule(InvalidCall invalid) {
        String what = invalid.error().data();
        return "is no JSON-RPC call: " + invalid.error().message() + (what == null ? "" : ": " + what);
    }
}
