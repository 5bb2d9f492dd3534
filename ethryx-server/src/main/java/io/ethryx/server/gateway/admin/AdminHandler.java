package io.ethryx.server.gateway.admin;

import io.ethryx.server.access.OperatorClaim;
import io.ethryx.server.access.OperatorRule;
import io.ethryx.server.access.Standing;
import io.ethryx.server.fields.ExactMethod;
import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.KnownField;
import io.ethryx.server.listener.ClientExchange;
import io.ethryx.server.listener.ExchangeHandler;
import io.ethryx.server.listener.WholeAnswer;
import io.ethryx.server.page.Asset;
import io.undertow.util.Methods;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Takes admin calls, and leaves all else to the handler behind it. Who calls is judged before anything of the body is read.
 * Costs a JSON-RPC call one look for a second slash.
 */
final class AdminHandler implements ExchangeHandler {

    private final RouteTable routes;
    private final OperatorRule operators;
    private final AdminDesk desk;
    private final ExchangeHandler next;

    AdminHandler(RouteTable routes, OperatorRule operators, AdminDesk desk, ExchangeHandler next) {
        this.routes = routes;
        this.operators = operators;
        this.desk = desk;
        this.next = next;
    }

    @Override
    public void handle(ClientExchange exchange) {
        if (isCall(exchange)) {
            next.handle(exchange);
            return;
        }
        RouteTable.Found found =
                exchange.protocol() != null ? null : routes.find(methodOf(exchange), exchange.target());
        if (found == null) {
            elsewhere(exchange);
        } else {
            new Admission(exchange, found).begin();
        }
    }

    /** A HEAD asks for what a GET would be told, without the telling. */
    private static String methodOf(ClientExchange exchange) {
        return ExactMethod.is(exchange.method(), Methods.HEAD)
                ? "GET"
                : exchange.method().toString();
    }

    /**
     * A call with a slash too many is sent to where it belongs, and one with another method is told those that there are; all else
     * is another handler's, single segments among it, which are chains to other methods.
     */
    private void elsewhere(ClientExchange exchange) {
        String target = exchange.target();
        int mark = target.indexOf('?');
        int end = mark < 0 ? target.length() : mark;
        String method = methodOf(exchange);
        if (end > 1 && target.charAt(end - 1) == '/' && exchange.protocol() == null) {
            String without = target.substring(0, end - 1) + target.substring(end);
            if (target.charAt(1) != '/' && routes.find(method, without) != null) {
                FieldBlock fields = new FieldBlock();
                fields.add(KnownField.LOCATION, without);
                WholeAnswer.send(exchange, method.equals("GET") ? 301 : 307, fields, ByteBuffer.allocate(0));
                return;
            }
        }
        Set<String> methods =
                target.indexOf('/', 1) < 0 || exchange.protocol() != null ? Set.of() : routes.methods(target);
        if (methods.isEmpty()) {
            next.handle(exchange);
        } else {
            otherMethod(exchange, methods);
        }
    }

    /** As the replaced program has it: 404 (reference section 2), but it says what would be right. */
    private static void otherMethod(ClientExchange exchange, Set<String> methods) {
        FieldBlock fields = new FieldBlock();
        fields.add(KnownField.CONTENT_TYPE, "text/plain; charset=utf-8");
        String sentence = "Not Found: this admin call is made with " + String.join(" or ", methods) + ".\n";
        WholeAnswer.send(exchange, 404, fields, ByteBuffer.wrap(sentence.getBytes(StandardCharsets.US_ASCII)));
    }

    /** A POST to one segment is JSON-RPC, whatever it is called. */
    private static boolean isCall(ClientExchange exchange) {
        String target = exchange.target();
        return ExactMethod.is(exchange.method(), Methods.POST) && target.indexOf('/', 1) < 0;
    }

    /** An answer, on the IO thread of its exchange. */
    static void send(ClientExchange exchange, AdminAnswer answer) {
        if (exchange.hasEnded() || exchange.answer().hasBegun()) {
            return;
        }
        FieldBlock fields = new FieldBlock();
        fields.add(KnownField.CONTENT_TYPE, answer.type());
        fields.add(KnownField.CACHE_CONTROL, "no-store");
        if (answer.status() == 401) {
            fields.add(KnownField.WWW_AUTHENTICATE, "Bearer realm=\"ethryx\"");
            if (answer.challengesBrowsers()) {
                fields.add(KnownField.WWW_AUTHENTICATE, "Basic realm=\"ethryx\", charset=\"UTF-8\"");
            }
        }
        if (answer.isPage()) {
            fields.add("Content-Security-Policy", Asset.CONTENT_SECURITY_POLICY);
            fields.add("X-Content-Type-Options", "nosniff");
            fields.add("Referrer-Policy", "no-referrer");
        }
        WholeAnswer.send(exchange, answer.status(), fields, ByteBuffer.wrap(answer.body()));
    }

    /** One call on its way in. */
    private final class Admission implements SmallBody.Ending {

        private final ClientExchange exchange;
        private final RouteTable.Found found;
        private final OperatorClaim claim;
        private final Executor back;
        private Standing standing = Standing.NOT_LOCAL;

        Admission(ClientExchange exchange, RouteTable.Found found) {
            this.exchange = exchange;
            this.found = found;
            this.claim = found.route().isPage() ? OperatorClaim.ofPage(exchange) : OperatorClaim.of(exchange);
            this.back = exchange.ioThread();
        }

        void begin() {
            exchange.whenGone(exchange::abort);
            aside(desk::execute, () -> {
                operators.refresh();
                Standing judged = operators.judge(claim);
                back.execute(() -> judged(judged));
            });
        }

        private void judged(Standing judged) {
            if (exchange.hasEnded()) {
                return;
            }
            standing = judged;
            if (judged.allowed()) {
                new SmallBody(exchange, this).read();
            } else {
                refuse(AdminDesk.refusal(judged));
            }
        }

        @Override
        public void whole(byte[] body) {
            String type = exchange.requestFields().value(KnownField.CONTENT_TYPE);
            AdminRequest request = new AdminRequest(
                    found.route(),
                    found.names(),
                    found.query(),
                    new AdminRequest.Content(body, type == null ? "" : type),
                    new AdminCaller(standing.actor(), claim.peer()));
            Executor lane = found.route().reach().waits() ? desk::executeWaiting : desk::execute;
            aside(lane, () -> {
                AdminAnswer answer = desk.answer(request);
                back.execute(() -> send(exchange, answer));
            });
        }

        @Override
        public void tooLong() {
            refuse(new AdminFault(
                    413,
                    "request body too large",
                    "an admin call has at most " + SmallBody.MOST_BYTES + " bytes; send less"));
        }

        /** With what is left of the body unread. */
        private void refuse(AdminFault fault) {
            exchange.answer().closeAfter();
            send(exchange, found.route().isPage() ? fault.answer().toBrowser() : fault.answer());
        }

        private void aside(Executor lane, Runnable work) {
            try {
                lane.execute(work);
            } catch (RejectedExecutionException full) {
                refuse(new AdminFault(
                        503, "too many admin calls at once", "more wait than are taken; try again later"));
            }
        }
    }
}
