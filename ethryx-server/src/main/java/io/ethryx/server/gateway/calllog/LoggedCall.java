package io.ethryx.server.gateway.calllog;

import io.ethryx.core.JsonQuote;
import io.ethryx.core.RpcCall;
import io.ethryx.governance.SlowLogPolicy;
import org.jspecify.annotations.Nullable;

/** What of a call is written down, each part cut to a bounded length. */
final class LoggedCall {

    private static final int LONGEST_METHOD = 128;
    private static final int LONGEST_ID = 128;
    private static final int LONGEST_TEXT = 1_024;

    private LoggedCall() {}

    static String method(RpcCall call) {
        return cut(call.method(), LONGEST_METHOD);
    }

    /** The id as it was sent, null for a notification. */
    static @Nullable String id(RpcCall call) {
        if (call.notification()) {
            return null;
        }
        boolean fits = call.idTo() - call.idFrom() <= LONGEST_ID;
        return fits
                ? call.body().text(call.idFrom(), call.idTo())
                : call.body().text(call.idFrom(), call.idFrom() + LONGEST_ID) + "…";
    }

    /** A text that someone else wrote. */
    static String text(String given) {
        return cut(given, LONGEST_TEXT);
    }

    private static String cut(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most) + "…";
    }

    /** An array of the one call, always JSON: what was cut or left out is a string there. */
    static String body(RpcCall call) {
        StringBuilder json = new StringBuilder(256).append("[{\"jsonrpc\":\"2.0\",\"method\":");
        JsonQuote.append(json, method(call));
        String params = SlowLogPolicy.params(call);
        if (!params.isEmpty()) {
            part(json.append(",\"params\":"), params, SlowLogPolicy.changesParams(call));
        }
        String id = id(call);
        if (id != null) {
            part(json.append(",\"id\":"), id, call.idTo() - call.idFrom() > LONGEST_ID);
        }
        return json.append("}]").toString();
    }

    private static void part(StringBuilder json, String text, boolean changed) {
        if (changed) {
            JsonQuote.append(json, text);
        } else {
            json.append(text);
        }
    }
}
