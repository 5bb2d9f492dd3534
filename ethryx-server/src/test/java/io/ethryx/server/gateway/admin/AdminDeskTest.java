package io.ethryx.server.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class AdminDeskTest {

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void what_waits_for_etcd_holds_up_nothing_else_and_is_bounded() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        try (AdminDesk desk = new AdminDesk(true)) {
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 1_000; i++) {
                            desk.executeWaiting(() -> await(never));
                        }
                    })
                    .isInstanceOf(RejectedExecutionException.class);
            desk.execute(done::countDown);
            assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void a_closed_desk_takes_nothing() {
        AdminDesk desk = new AdminDesk(true);
        desk.close();
        desk.close();
        assertThatThrownBy(() -> desk.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
    }
}
