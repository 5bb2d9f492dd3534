package io.ethryx.server.gateway.edge;

import io.ethryx.core.line.RoutingDecision;
import io.ethryx.core.line.Target;
import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.upstream.UpstreamRequest;
import java.util.List;

/** Several who look on, told in one order. */
record SeveralWatches(List<RequestWatch> all) implements RequestWatch {

    /** Copies the list. */
    SeveralWatches {
        all = List.copyOf(all);
    }

    static RequestWatch of(List<RequestWatch> some) {
        return some.size() == 1 ? some.get(0) : new SeveralWatches(some);
    }

    @Override
    public void calls(Target target, String method) {
        all.forEach(watch -> watch.calls(target, method));
    }

    @Override
    public AttemptWatch asks(RoutingDecision.Forward decision) {
        return new Attempts(all.stream().map(watch -> watch.asks(decision)).toList());
    }

    @Override
    public void answers(int status, FieldBlock fields) {
        all.forEach(watch -> watch.answers(status, fields));
    }

    @Override
    public void clientLeft() {
        all.forEach(RequestWatch::clientLeft);
    }

    @Override
    public void ended() {
        all.forEach(RequestWatch::ended);
    }

    /** The same for one attempt. */
    private record Attempts(List<AttemptWatch> all) implements AttemptWatch {

        @Override
        public void addFields(UpstreamRequest.FieldSink sink) {
            all.forEach(watch -> watch.addFields(sink));
        }

        @Override
        public void answered(int status) {
            all.forEach(watch -> watch.answered(status));
        }

        @Override
        public void failed(String kind) {
            all.forEach(watch -> watch.failed(kind));
        }

        @Override
        public void givenUp() {
            all.forEach(AttemptWatch::givenUp);
        }
    }
}
