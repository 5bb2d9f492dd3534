package io.ethryx.governance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ethryx.core.BlockContext;
import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.Caller;
import io.ethryx.core.line.Target;
import io.ethryx.core.line.Verdict;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
    void a_client_that_goes_on_calling_keeps_its_bucket_however_many_others_come() {
        RateLimiter limiter = limiter(Rate.of(2), RateLimiter.Per.CLIENT);
        CallFacts steady = new Calls().client("steady").method("eth_call");
        assertThat(admitted(limiter, steady, 9)).isEqualTo(2);
        for (int i = 0; i < 200_000; i++) {
            limiter.judge(new Calls().client("client " + i).method("eth_call"));
            if (i % 1_000 == 0) {
                assertThat(admitted(limiter, steady, 3)).isZero();
            }
        }
        assertThat(limiter.buckets()).isLessThanOrEqualTo(2 * KeyedBuckets.GENERATION + 2);
    }

    @Test
    void a_million_client_ids_of_many_limited_methods_stay_within_a_fixed_budget_of_memory() {
        Map<String, Rate> rates = new HashMap<>();
        for (int m = 0; m < 16; m++) {
            rates.put("eth_" + m, Rate.of(2 + m));
        }
        RateLimiter limiter = new RateLimiter(rates, RateLimiter.Per.CLIENT, () -> now);
        CallFacts[] calls = new CallFacts[16];
        String[] id = {""};
        Caller caller = name -> name.equals(Caller.CLIENT_ID) ? id[0] : null;
        for (int m = 0; m < 16; m++) {
            CallFacts plain = Calls.of("eth_" + m);
            calls[m] = new CallFacts(
                    plain.call(), Target.of(plain.topology(), plain.asked()), caller, any -> BlockContext.None.NONE);
        }
        limiter.judge(calls[0]);
        long before = usedBytes();
        for (int i = 0; i < 1_000_000; i++) {
            // as long as keys get
            id[0] = String.format("%0128d", i);
            limiter.judge(calls[i % 16]);
        }
        assertThat(usedBytes() - before).isLessThan(64L << 20);
        assertThat(limiter.buckets()).isLessThanOrEqualTo(2 * KeyedBuckets.GENERATION);
        assertThat(limiter.judge(calls[1])).isNotNull();
    }

    private static long usedBytes() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    @Test
    void an_idle_bucket_is_dropped_once_it_would_be_full_again_and_not_before() {
        RateLimiter limiter = limiter(new Rate(0.01, 5), RateLimiter.Per.CLIENT);
        CallFacts idle = new Calls().client("idle").method("eth_call");
        assertThat(admitted(limiter, idle, 9)).isEqualTo(5);
        for (int minute = 0; minute < 8; minute++) {
            now += 60 * SECOND;
            limiter.judge(new Calls().client("other " + minute).method("eth_call"));
        }
        assertThat(admitted(limiter, idle, 9)).isEqualTo(4);
        for (int minute = 0; minute < 30; minute++) {
            now += 60 * SECOND;
            limiter.judge(new Calls().client("later " + minute).method("eth_call"));
        }
        assertThat(limiter.buckets()).isLessThan(30);
        assertThat(admitted(limiter, idle, 9)).isEqualTo(5);
    }

    /** Field case 62: time that is shorter than a token takes is not lost. */
    @ParameterizedTest
    @CsvSource({"3, 110", "0.5, 100", "7, 33", "2.5, 399", "0.1, 1000", "10, 1", "2, 499", "1, 1001", "1000, 1"})
    void whatever_the_pace_of_asking_the_rate_times_the_time_is_admitted(double perSecond, int everyMillis) {
        RateLimiter limiter = limiter(Rate.of(perSecond), RateLimiter.Per.PROCESS);
        CallFacts call = Calls.of("eth_call");
        long begin = now;
        int admitted = 0;
        while (now - begin <= 60 * SECOND) {
            admitted += admitted(limiter, call, 1);
            now += everyMillis * 1_000_000L;
        }
        double askedFor = Math.floor(60_000.0 / everyMillis) + 1;
        double allowed = perSecond * 60 + Math.max(1, perSecond);
        assertThat((double) admitted).isBetween(Math.min(askedFor, perSecond * 60) - 1, allowed + 1);
    }

    /** Field case 64, as far as a ticker can stand still. */
    @Test
    void a_clock_that_stands_still_gives_nothing_and_breaks_nothing() {
        RateLimiter limiter = limiter(Rate.of(3), RateLimiter.Per.PROCESS);
        assertThat(admitted(limiter, Calls.of("eth_call"), 1_000)).isEqualTo(3);
        assertThat(((Verdict.Throttled) limiter.judge(Calls.of("eth_call"))).retryAfter())
                .isPositive();
    }

    @ParameterizedTest
    @CsvSource({"1, 1000", "4, 250", "0.5, 2000", "0.1, 10000", "0.001, 1000000", "1000, 1"})
    void the_moment_that_a_caller_is_told_is_the_first_at_which_it_is_admitted(double perSecond, long millis) {
        RateLimiter limiter = limiter(new Rate(perSecond, 1), RateLimiter.Per.PROCESS);
        CallFacts call = Calls.of("eth_call");
        assertThat(admitted(limiter, call, 1)).isOne();
        Duration told = ((Verdict.Throttled) limiter.judge(call)).retryAfter();
        assertThat(told.toMillis()).isBetween(millis - 1, millis + 1);
        now += told.toNanos() - 2_000_000 * (long) Math.max(1, 1 / perSecond);
        if (perSecond < 100) {
            assertThat(admitted(limiter, call, 1)).isZero();
        }
        now += 2_000_000 * (long) Math.max(1, 1 / perSecond);
        assertThat(admitted(limiter, call, 1)).isOne();
    }

    @Test
    void all_rates_change_at_once_and_one_that_stays_keeps_its_bucket() {
        RateLimiter limiter = new RateLimiter(
                Map.of("eth_call", Rate.of(1), "eth_getLogs", Rate.of(1)), RateLimiter.Per.CLIENT, () -> now);
        CallFacts call = new Calls().client("a").method("eth_call");
        CallFacts logs = new Calls().client("a").method("eth_getLogs");
        assertThat(admitted(limiter, call, 9)).isOne();
        assertThat(admitted(limiter, logs, 9)).isOne();
        limiter.limitTo(Map.of("eth_call", Rate.of(1), "eth_x", Rate.of(4)));
        assertThat(admitted(limiter, call, 9)).isZero();
        assertThat(admitted(limiter, logs, 9)).isEqualTo(9);
        assertThat(admitted(limiter, new Calls().client("a").method("eth_x"), 9))
                .isEqualTo(4);
    }

    @Test
    void rates_may_be_changed_by_many_threads_while_many_call() throws Exception {
        RateLimiter limiter = limiter(Rate.of(1), RateLimiter.Per.CLIENT);
        CallFacts both = new Calls().client("a").method("eth_call");
        AtomicReference<Throwable> failure = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            int seed = t;
            threads.add(new Thread(() -> {
                try {
                    for (int i = 0; i < 2_000; i++) {
                        limiter.limit("m" + seed, Rate.of(1 + i % 7));
                        limiter.judge(both);
                        if (!limiter.rates().containsKey("m" + seed)) {
                            throw new AssertionError("a change of thread " + seed + " was lost");
                        }
                    }
                } catch (AssertionError | RuntimeException e) {
                    failure.compareAndSet(null, e);
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(failure.get()).isNull();
        assertThat(limiter.rates()).hasSize(5).containsEntry("m3", Rate.of(1 + 1_999 % 7));
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
