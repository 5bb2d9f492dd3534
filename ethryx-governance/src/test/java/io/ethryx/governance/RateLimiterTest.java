package io.ethryx.governance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RateLimiterTest {

    private static final long SECOND = 1_000_000_000;

    private long now = 5;

    private RateLimiter limiter(Rate rate, RateLimiter.Per per) {
        return new RateLimiter(Map.of("eth_call", rate), per, () -> now);
    }

    private static int admitted(RateLimiter limiter, CallFacts facts, int asked) {
        int admitted = 0;
        for (int i = 0; i < asked; i++) {
            admitted += limiter.judge(facts) == Verdict.ADMITTED ? 1 : 0;
        }
        return admitted;
    }

    @Test
    void a_bucket_begins_full_and_is_refilled_evenly() {
        RateLimiter limiter = limiter(Rate.of(10), RateLimiter.Per.PROCESS);
        CallFacts call = Calls.of("eth_call");
        assertThat(admitted(limiter, call, 20)).isEqualTo(10);
        now += SECOND / 2;
        assertThat(admitted(limiter, call, 20)).isEqualTo(5);
        now += 60 * SECOND;
        assertThat(admitted(limiter, call, 20)).isEqualTo(10);
    }

    @Test
    void one_that_comes_too_early_is_told_when_to_come_again() {
        RateLimiter limiter = limiter(Rate.of(4), RateLimiter.Per.PROCESS);
        admitted(limiter, Calls.of("eth_call"), 4);
        assertThat(limiter.judge(Calls.of("eth_call"))).isEqualTo(new Verdict.Throttled(Duration.ofMillis(250)));
    }

    @Test
    void other_methods_are_not_limited() {
        assertThat(admitted(limiter(Rate.of(1), RateLimiter.Per.PROCESS), Calls.of("eth_getLogs"), 100))
                .isEqualTo(100);
    }

    @Test
    void a_burst_is_its_own_number() {
        RateLimiter limiter = limiter(new Rate(1, 5), RateLimiter.Per.PROCESS);
        assertThat(admitted(limiter, Calls.of("eth_call"), 20)).isEqualTo(5);
        now += SECOND;
        assertThat(admitted(limiter, Calls.of("eth_call"), 20)).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.001, 0.1, 0.5, 2.5, 99_999.5, 250_000})
    void fractional_and_extreme_rates_hold_over_time(double perSecond) {
        RateLimiter limiter = limiter(Rate.of(perSecond), RateLimiter.Per.PROCESS);
        CallFacts call = Calls.of("eth_call");
        int burst = admitted(limiter, call, 300_000);
        assertThat(burst).isEqualTo((int) Math.max(1, perSecond));
        long wait = (long) (Math.max(1, 4 / perSecond) * SECOND);
        double admitted = 0;
        for (int i = 0; i < 4; i++) {
            now += wait / 4;
            admitted += admitted(limiter, call, 300_000);
        }
        assertThat(admitted).isBetween(perSecond * wait / SECOND * 0.999 - 1, perSecond * wait / SECOND * 1.001 + 1);
    }

    @Test
    void a_limit_by_chain_is_each_chains_own() {
        RateLimiter limiter = limiter(Rate.of(2), RateLimiter.Per.CHAIN);
        assertThat(admitted(limiter, new Calls().chain("1").method("eth_call"), 9))
                .isEqualTo(2);
        assertThat(admitted(limiter, new Calls().chain("2").method("eth_call"), 9))
                .isEqualTo(2);
        assertThat(admitted(limiter, new Calls().chain("0x1").method("eth_call"), 9))
                .isZero();
    }

    @Test
    void a_limit_by_client_is_each_client_ids_own_however_long_it_is() {
        RateLimiter limiter = limiter(Rate.of(2), RateLimiter.Per.CLIENT);
        String long1 = "x".repeat(9_000) + "1";
        String long2 = "x".repeat(9_000) + "2";
        assertThat(admitted(limiter, new Calls().client("a").method("eth_call"), 9))
                .isEqualTo(2);
        assertThat(admitted(limiter, new Calls().client(" a ").method("eth_call"), 9))
                .isZero();
        assertThat(admitted(limiter, new Calls().client("b").method("eth_call"), 9))
                .isEqualTo(2);
        assertThat(admitted(limiter, new Calls().client(long1).method("eth_call"), 9))
                .isEqualTo(2);
        assertThat(admitted(limiter, new Calls().client(long2).method("eth_call"), 9))
                .isEqualTo(2);
        assertThat(admitted(limiter, Calls.of("eth_call"), 9)).isEqualTo(2);
    }

    @Test
    void a_million_client_ids_stay_within_bounds_and_a_client_that_goes_on_calling_keeps_its_bucket() {
        RateLimiter limiter = limiter(Rate.of(2), RateLimiter.Per.CLIENT);
        CallFacts steady = new Calls().client("steady").method("eth_call");
        assertThat(admitted(limiter, steady, 9)).isEqualTo(2);
        KeyedBuckets many = new KeyedBuckets(Rate.of(2), new TickerAt0());
        TokenBucket kept = many.of("steady");
        for (int i = 0; i < 1_000_000; i++) {
            many.of("client " + i);
            if (i % 1_000 == 0) {
                assertThat(many.of("steady")).isSameAs(kept);
            }
        }
        assertThat(many.size()).isLessThanOrEqualTo(2 * KeyedBuckets.GENERATION + 1);
    }

    private static final class TickerAt0 implements io.github.bucket4j.TimeMeter {
        @Override
        public long currentTimeNanos() {
            return 0;
        }

        @Override
        public boolean isWallClockBased() {
            return false;
        }
    }

    @Test
    void rates_change_while_calls_come() {
        RateLimiter limiter = limiter(Rate.of(1), RateLimiter.Per.PROCESS);
        assertThat(admitted(limiter, Calls.of("eth_call"), 9)).isEqualTo(1);
        limiter.limit("eth_call", Rate.of(3));
        assertThat(admitted(limiter, Calls.of("eth_call"), 9)).isEqualTo(3);
        limiter.limit("eth_getLogs", Rate.of(2));
        assertThat(limiter.rates()).isEqualTo(Map.of("eth_call", Rate.of(3), "eth_getLogs", Rate.of(2)));
        assertThat(limiter.free("eth_call")).isTrue();
        assertThat(limiter.free("eth_call")).isFalse();
        assertThat(admitted(limiter, Calls.of("eth_call"), 9)).isEqualTo(9);
    }

    @Test
    void many_threads_together_get_no_more_than_the_bucket_holds() throws Exception {
        RateLimiter limiter = limiter(new Rate(1, 10_000), RateLimiter.Per.CLIENT);
        AtomicInteger admitted = new AtomicInteger();
        CountDownLatch begin = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 8; t++) {
            CallFacts call = new Calls().client("one").method("eth_call");
            Thread thread = new Thread(() -> {
                try {
                    begin.await();
                    admitted.addAndGet(admitted(limiter, call, 5_000));
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            thread.start();
            threads.add(thread);
        }
        begin.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(admitted).hasValue(10_000);
        assertThat(limiter.buckets()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
    void what_is_no_rate_is_refused(double perSecond) {
        assertThatThrownBy(() -> new Rate(perSecond, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Rate(1, perSecond)).isInstanceOf(IllegalArgumentException.class);
    }
}
