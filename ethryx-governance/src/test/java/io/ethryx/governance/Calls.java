package io.ethryx.governance;

import io.ethryx.core.BlockContext;
import io.ethryx.core.Body;
import io.ethryx.core.JsonRpcReader;
import io.ethryx.core.RpcCall;
import io.ethryx.core.Splice;
import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.Caller;
import io.ethryx.core.line.Target;
import io.ethryx.core.line.Verdict;
import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.ChainTopology;
import io.ethryx.core.topology.MirrorTarget;
import io.ethryx.core.topology.Topology;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Calls as the line hands them to its stations. */
final class Calls {

    private String chain = "1";
    private OptionalLong head = OptionalLong.empty();
    private List<MirrorTarget> mirrors = List.of();
    private Caller caller = Caller.ANONYMOUS;
    private BlockContext context = BlockContext.None.NONE;

    static CallFacts of(String method) {
        return new Calls().method(method);
    }

    Calls chain(String id) {
        chain = id;
        return this;
    }

    Calls head(long height) {
        head = OptionalLong.of(height);
        return this;
    }

    Calls mirrors(MirrorTarget... targets) {
        mirrors = List.of(targets);
        return this;
    }

    Calls client(String id) {
        caller = name -> name.equals(Caller.CLIENT_ID) ? id : null;
        return this;
    }

    Calls about(BlockContext block) {
        context = block;
        return this;
    }

    CallFacts method(String method) {
        return body("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":[]}");
    }

    CallFacts body(String json) {
        RpcCall call = (RpcCall) new JsonRpcReader().read(Body.of(json.getBytes(StandardCharsets.UTF_8)));
        ChainId id = ChainId.parse(chain).orElseThrow();
        ChainTopology known = ChainTopology.empty(id).withHead(head).withMirrors(mirrors);
        return new CallFacts(call, Target.of(new Topology(1, Map.of(id, known)), id), caller, asked -> context);
    }

    /** The body as a verdict sends it on. */
    static String sent(CallFacts facts, Verdict verdict) {
        String body = facts.call().toString();
        StringBuilder sent = new StringBuilder();
        int at = 0;
        for (Splice splice : ((Verdict.Admitted) verdict).rewrite()) {
            sent.append(body, at, splice.from()).append(splice.text());
            at = splice.to();
        }
        return sent.append(body.substring(at)).toString();
    }
}
