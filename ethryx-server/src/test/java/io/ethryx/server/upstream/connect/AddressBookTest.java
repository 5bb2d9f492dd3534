package io.ethryx.server.upstream.connect;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.server.upstream.UpstreamRig;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class AddressBookTest {

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1_000);
    private final AtomicInteger lookups = new AtomicInteger();
    private volatile List<InetAddress> answer = UpstreamRig.loopback();

    private List<InetAddress> look(String host) throws UnknownHostException {
        lookups.incrementAndGet();
        if (answer.isEmpty()) {
            throw new UnknownHostException(host);
        }
        return answer;
    }

    private AddressBook book(String host) {
        return new AddressBook(host, this::look, now::get);
    }

    private static boolean await(AddressBook book) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        boolean due = book.whenLookedUp(done::countDown);
        if (due) {
            assertThat(done.await(15, TimeUnit.SECONDS)).isTrue();
        }
        return due;
    }

    @Test
    void a_literal_is_known_at_once_and_never_looked_up() throws Exception {
        for (String host : List.of("127.0.0.1", "::1", "2001:db8::7")) {
            try (AddressBook book = book(host)) {
                assertThat(book.known()).containsExactly(InetAddress.getByName(host));
                now.addAndGet(TimeUnit.HOURS.toNanos(1));
                book.refresh();
                assertThat(await(book)).isFalse();
                assertThat(lookups).hasValue(0);
            }
        }
    }

    @Test
    void a_name_is_looked_up_on_demand_and_again_when_the_answer_is_stale() throws Exception {
        try (AddressBook book = book("node")) {
            assertThat(book.known()).isEmpty();
            assertThat(lookups).hasValue(0);
            assertThat(await(book)).isTrue();
            assertThat(book.known()).isEqualTo(UpstreamRig.loopback());
            book.refresh();
            assertThat(await(book)).isFalse();
            assertThat(lookups).hasValue(1);
            answer = List.of(InetAddress.getByName("10.0.0.1"));
            now.addAndGet(AddressBook.FRESH_NANOS);
            assertThat(await(book)).isTrue();
            assertThat(book.known()).isEqualTo(answer);
        }
    }

    @Test
    void the_last_good_answer_serves_while_lookups_fail() throws Exception {
        try (AddressBook book = book("node")) {
            await(book);
            List<InetAddress> good = answer;
            answer = List.of();
            now.addAndGet(AddressBook.FRESH_NANOS);
            assertThat(await(book)).isTrue();
            assertThat(book.known()).isEqualTo(good);
        }
    }

    @Test
    void a_failed_lookup_is_tried_again_after_a_second_and_not_before() throws Exception {
        answer = List.of();
        try (AddressBook book = book("node")) {
            assertThat(await(book)).isTrue();
            now.addAndGet(AddressBook.FAILED_NANOS - 1);
            assertThat(await(book)).isFalse();
            now.addAndGet(1);
            answer = UpstreamRig.loopback();
            assertThat(await(book)).isTrue();
            assertThat(book.known()).isEqualTo(answer);
            assertThat(lookups).hasValue(2);
        }
    }
}
