package io.ethryx.server.gateway.admin;

import io.ethryx.governance.Rate;
import io.ethryx.governance.RateLimiter;
import io.ethryx.server.gateway.admin.Route.Reach;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The rate limits of this process, changed while calls come (decision G14). They begin anew with the configuration's. */
final class RateRoutes {

    private static final String LIMITS = "/rateLimits";
    private static final String LIMIT = "/rateLimits/{method}";

    private final RateLimiter limiter;
    private final Changes changes;

    RateRoutes(RateLimiter limiter, Changes changes) {
        this.limiter = limiter;
        this.changes = changes;
    }

    List<Route> routes() {
        return List.of(
                new Route("GET", LIMITS, Reach.READ, this::all),
                new Route("PUT", LIMIT, Reach.LOCAL, this::put),
                new Route("DELETE", LIMIT, Reach.LOCAL, this::delete));
    }

    private AdminAnswer all(AdminRequest request) {
        Map<String, JsonObject> shown = new TreeMap<>();
        limiter.rates().forEach((method, rate) -> shown.put(method, shown(rate)));
        return AdminAnswer.ok(new JsonObject().with("rate_limits", shown));
    }

    private AdminAnswer put(AdminRequest request) {
        String method = request.name("method");
        Members body = request.json();
        double perSecond = positive("per_second", body.number("per_second"), OptionalDouble.empty(), 0);
        double burst = positive("burst", body.number("burst"), OptionalDouble.of(Math.max(1, perSecond)), 1);
        Rate rate = new Rate(perSecond, burst);
        return changes.locally(
                request,
                List.of(new Draft.Change(key(method), text(limiter.rates().get(method)), text(rate))),
                () -> limiter.limit(method, rate),
                AdminAnswer.ok(new JsonObject().with("method", method).with("rate_limit", shown(rate))));
    }

    private static double positive(String name, OptionalDouble given, OptionalDouble otherwise, double least) {
        OptionalDouble value = given.isPresent() ? given : otherwise;
        if (value.isEmpty() || !(value.getAsDouble() > 0) || value.getAsDouble() < least) {
            String rule = least > 0 ? " must be at least 1" : " must be above 0";
            String got = value.isEmpty() ? "is not there" : "is " + value.getAsDouble();
            throw AdminFault.bad(name + rule, name + " " + got + "; send calls a second, or DELETE to limit no more");
        }
        return value.getAsDouble();
    }

    private AdminAnswer delete(AdminRequest request) {
        String method = request.name("method");
        Rate rate = limiter.rates().get(method);
        if (rate == null) {
            throw AdminFault.notFound("rate limit(" + method + ") not found");
        }
        return changes.locally(
                request,
                List.of(new Draft.Change(key(method), text(rate), null)),
                () -> limiter.free(method),
                AdminAnswer.ok(new JsonObject().with("message", "rate limit deleted successfully")));
    }

    private static String key(String method) {
        return "rate_limiter/" + method;
    }

    private static JsonObject shown(Rate rate) {
        return new JsonObject().with("per_second", rate.perSecond()).with("burst", rate.burst());
    }

    private static @Nullable String text(@Nullable Rate rate) {
        return rate == null ? null : new String(AdminJson.print(shown(rate)), StandardCharsets.UTF_8);
    }
}
