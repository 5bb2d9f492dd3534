package io.ethryx.server.gateway.rules;

import io.ethryx.core.line.Governance;
import io.ethryx.core.line.Governor;
import io.ethryx.governance.BlockRangeLimit;
import io.ethryx.governance.DenyList;
import io.ethryx.governance.LatestBlockRewrite;
import io.ethryx.governance.MirrorPolicy;
import io.ethryx.governance.NameCheck;
import io.ethryx.governance.Rate;
import io.ethryx.governance.RateLimiter;
import io.ethryx.server.gateway.settings.GovernanceSettings;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;

/** Says in the words of the governance library what the configuration file says. */
public final class GovernanceWords {

    private GovernanceWords() {}

    /**
     * The steps that may stop a call.
     *
     * @param settings what the file says
     * @param limiter its rate limits
     * @return the steps, in their order
     */
    public static Governance of(GovernanceSettings settings, RateLimiter limiter) {
        Governor names = settings.names().isEmpty()
                ? Governor.NONE
                : new NameCheck(
                        settings.names().get().allowed(),
                        settings.names().get().denied().orElse(null));
        return new Governance(DenyList.of(settings.denied()), names, limiter, rewrite(settings.blocks()));
    }

    /**
     * The rate limits.
     *
     * @param limiter what the file says
     * @param nanoTicker the clock that they go by
     * @return with all that they allow at first
     */
    public static RateLimiter limiter(GovernanceSettings.Limiter limiter, LongSupplier nanoTicker) {
        Map<String, Rate> rates = new HashMap<>();
        limiter.perSecond().forEach((method, perSecond) -> {
            double burst = limiter.burst().getOrDefault(method, perSecond);
            rates.put(method, new Rate(perSecond, Math.max(1, burst)));
        });
        return new RateLimiter(rates, RateLimiter.Per.valueOf(limiter.per().name()), nanoTicker);
    }

    /**
     * Who gets copies.
     *
     * @param mirror what the file says
     * @return says it of each call
     */
    public static MirrorPolicy mirror(GovernanceSettings.Mirror mirror) {
        return new MirrorPolicy(
                new MirrorPolicy.Settings(mirror.sampleRatio(), mirror.mirrorWrites()),
                () -> ThreadLocalRandom.current().nextDouble(),
                System::nanoTime);
    }

    private static Governor rewrite(GovernanceSettings.BlockLimit blocks) {
        LatestBlockRewrite latest = new LatestBlockRewrite();
        if (!blocks.enabled()) {
            return latest;
        }
        BlockRangeLimit range = new BlockRangeLimit(new BlockRangeLimit.Settings(
                blocks.recentBlocks(), blocks.rewriteToLatest(), blocks.hashAllowed(), blocks.maxRange()));
        return facts ->
                facts.call().method().equals(LatestBlockRewrite.METHOD) ? latest.judge(facts) : range.judge(facts);
    }
}
