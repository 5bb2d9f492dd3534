package io.ethryx.server.cli;

import io.ethryx.core.Body;
import io.ethryx.core.InvalidCall;
import io.ethryx.core.JsonRpcReader;
import io.ethryx.core.RpcBatch;
import io.ethryx.core.RpcElement;
import io.ethryx.core.RpcRequest;
import io.ethryx.core.topology.ChainId;
import io.ethryx.routing.RoutingExpectation;
import io.ethryx.server.config.InvalidSetting;
import io.ethryx.server.yaml.Faults;
import io.ethryx.server.yaml.Section;
import io.ethryx.server.yaml.Value;
import io.ethryx.server.yaml.YamlFault;
import io.ethryx.server.yaml.YamlFile;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Reads a file of expectations, a YAML or JSON list. */
final class ExpectationFile {

    private final JsonRpcReader reader;

    private ExpectationFile(JsonRpcReader reader) {
        this.reader = reader;
    }

    /** One expectation and the line where it begins. */
    record Case(int line, RoutingExpectation expectation) {}

    /**
     * What a file says.
     *
     * @param cases in order; not to be used if there are faults
     * @param faults what is wrong, by line
     */
    record Reading(List<Case> cases, List<String> faults) {

        Reading {
            cases = List.copyOf(cases);
            faults = List.copyOf(faults);
        }
    }

    static Reading parse(String name, String text, JsonRpcReader reader) {
        Faults faults = new Faults(name);
        ExpectationFile file = new ExpectationFile(reader);
        List<Case> cases = new ArrayList<>();
        List<Value> elements = YamlFile.parseList(name, text, faults);
        elements.forEach(element -> file.read(element).ifPresent(cases::add));
        List<String> sentences = new ArrayList<>();
        faults.faults().stream().map(YamlFault::sentence).forEach(sentences::add);
        if (elements.isEmpty() && sentences.isEmpty()) {
            sentences.add(name + ": holds no case; write a list of them");
        }
        return new Reading(cases, sentences);
    }

    private Optional<Case> read(Value element) {
        Section section = element.section();
        Optional<String> name = section.value("name").flatMap(Value::text);
        Optional<String> chain =
                needed(element, section, "chain").flatMap(value -> value.parsed(ExpectationFile::chain));
        Optional<Long> head = section.value("head").flatMap(value -> value.parsed(BlockHeights::parse));
        Optional<String> request = needed(element, section, "request").flatMap(this::request);
        Optional<Boolean> archive = section.value("archive").flatMap(value -> value.parsed(FlagParsers::bool));
        RoutingExpectation.Outcome outcome = needed(element, section, "expect")
                .map(ExpectationFile::outcome)
                .orElse(new RoutingExpectation.Outcome(null, null, null, null));
        section.finish();
        if (chain.isEmpty() || request.isEmpty()) {
            return Optional.empty();
        }
        RoutingExpectation expectation = new RoutingExpectation(
                name.orElse(request.get()),
                chain.get(),
                head.map(OptionalLong::of).orElse(OptionalLong.empty()),
                request.get(),
                archive.orElse(false),
                outcome);
        return Optional.of(new Case(element.line(), expectation));
    }

    private static Optional<Value> needed(Value element, Section section, String key) {
        Optional<Value> value = section.value(key);
        if (value.isEmpty() && element.isMapping()) {
            element.refuse("has no " + key, "write " + key + ": …");
        }
        return value;
    }

    private static String chain(String text) throws InvalidSetting {
        if (ChainId.parse(text).isEmpty()) {
            throw new InvalidSetting("is no chain id", "write 1, 0x1 or 1-v2");
        }
        return text;
    }

    private Optional<String> request(Value value) {
        String json = value.json();
        RpcRequest request = reader.read(Body.of(json.getBytes(StandardCharsets.UTF_8)));
        List<? extends RpcElement> elements =
                request instanceof RpcBatch batch ? batch.elements() : List.of((RpcElement) request);
        Optional<InvalidCall> invalid = elements.stream()
                .filter(InvalidCall.class::isInstance)
                .map(InvalidCall.class::cast)
                .findFirst();
        invalid.ifPresent(call -> value.refuse(RequestInput.rule(call), "write a JSON-RPC request or a batch"));
        return invalid.isPresent() ? Optional.empty() : Optional.of(json);
    }

    private static RoutingExpectation.Outcome outcome(Value value) {
        Section section = value.section();
        String pool = word(section, "pool", List.of("state", "archive", "native", "none"));
        String node = section.value("node").flatMap(Value::text).orElse(null);
        String verdict = word(section, "verdict", List.of("admitted", "throttled", "refused"));
        String reason = section.value("reason").flatMap(Value::text).orElse(null);
        section.finish();
        if (value.isMapping() && section.entries().isEmpty()) {
            value.refuse("expects nothing", "write pool, node, verdict or reason");
        }
        return new RoutingExpectation.Outcome(pool, node, verdict, reason);
    }

    private static @Nullable String word(Section section, String key, List<String> words) {
        return section.value(key)
                .flatMap(value -> value.parsed(text -> FlagParsers.choice(text, words)))
                .orElse(null);
    }
}
