package io.ethryx.server.cli;

import io.ethryx.core.RpcCall;
import io.ethryx.routing.Explanation;
import io.ethryx.routing.RoutingCheck;
import io.ethryx.routing.RoutingMismatch;
import io.ethryx.server.gateway.rules.GatewayRouting;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * {@code ethryx explain}: tells what a gateway would do with calls and why, or whether it is what somebody expects (decision
 * G20). Each request meets full rate limits.
 */
final class ExplainCommand {

    private static final int REFUSED = Fault.Kind.REFUSAL.exitCode;

    private final Streams streams;
    private final PrintStream out;
    private final PrintStream err;

    ExplainCommand(Streams streams) {
        this.streams = streams;
        this.out = streams.out();
        this.err = streams.err();
    }

    int run(List<String> arguments) {
        ParsedArguments parsed = ParsedArguments.parse(CommandSpecs.explain(), arguments);
        if (HelpPage.answers(parsed, CommandPages.explain(), out)) {
            return 0;
        }
        ExplainArguments given = new ExplainArguments(parsed);
        if (!given.faults().isEmpty()) {
            tell(given.faults().stream().map(Fault::sentence).toList());
            return Fault.Kind.USAGE.exitCode;
        }
        return run(given);
    }

    private int run(ExplainArguments given) {
        GatewayRouting.Reading reading = GatewayRouting.read(given.config());
        reading.warnings().forEach(warning -> err.println("ethryx: warning: " + warning));
        tell(reading.faults());
        Optional<GatewayRouting> routing = reading.routing();
        if (routing.isEmpty()) {
            return REFUSED;
        }
        Optional<String> cases = given.expect();
        String name = cases.or(given::requests).orElse("standard input");
        try {
            return cases.isPresent() ? expect(name, routing.get()) : explain(name, given, routing.get());
        } catch (CharacterCodingException e) {
            tell(List.of(name + ": is not UTF-8; save it as UTF-8"));
        } catch (IOException e) {
            tell(List.of(name + ": can't be read; name a readable file"));
        }
        return REFUSED;
    }

    private int explain(String name, ExplainArguments given, GatewayRouting routing) throws IOException {
        byte[] text = given.requests().isPresent()
                ? Files.readAllBytes(Path.of(name))
                : streams.in().readAllBytes();
        if (!routing.chains().contains(given.chain().toString())) {
            tell(List.of("warning: the topology has no chain " + given.chain() + "; it has "
                    + (routing.chains().isEmpty() ? "none" : String.join(", ", routing.chains()))));
        }
        RequestInput input = RequestInput.read(name, text, routing.reader());
        for (List<RpcCall> request : input.calls()) {
            RoutingCheck check = routing.check();
            for (RpcCall call : request) {
                Explanation explanation = check.explain(call, given.chain(), given.head(), given.archive());
                out.println(given.json() ? explanation.toJson() : explanation.toText());
            }
        }
        out.flush();
        tell(input.faults());
        return input.faults().isEmpty() ? 0 : REFUSED;
    }

    private int expect(String name, GatewayRouting routing) throws IOException {
        String text = StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(Files.readAllBytes(Path.of(name))))
                .toString();
        ExpectationFile.Reading reading = ExpectationFile.parse(name, text, routing.reader());
        tell(reading.faults());
        if (!reading.faults().isEmpty()) {
            return REFUSED;
        }
        int failed = 0;
        for (ExpectationFile.Case each : reading.cases()) {
            List<RoutingMismatch> found = routing.check().run(List.of(each.expectation()));
            found.forEach(mismatch -> out.println(name + ":" + each.line() + ": " + mismatch));
            failed += found.isEmpty() ? 0 : 1;
        }
        out.println(reading.cases().size() + " expectations, " + failed + " not fulfilled");
        out.flush();
        return failed == 0 ? 0 : REFUSED;
    }

    private void tell(List<String> faults) {
        faults.forEach(fault -> err.println("ethryx: " + fault));
        err.flush();
    }
}
