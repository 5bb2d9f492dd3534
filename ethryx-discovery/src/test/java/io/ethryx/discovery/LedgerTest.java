package io.ethryx.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.Topology;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class LedgerTest {

    private final Ledger ledger = new Ledger((fault, again) -> {});

    @Test
    void what_is_no_newer_than_what_is_known_changes_nothing() {
        ledger.put(head("0x5", 1, 5));
        assertThat(height(ledger.next().orElseThrow())).isEqualTo(5);
        ledger.put(head("0x4", 1, 4));
        ledger.put(head("0x6", 1, 5));
        ledger.delete("1/lastBlockNumber", 5);
        assertThat(ledger.next()).isEmpty();
        ledger.delete("1/lastBlockNumber", 6);
        assertThat(ledger.next().orElseThrow().chains()).isEmpty();
    }

    @Test
    void deleting_what_is_not_known_changes_nothing() {
        ledger.delete("1/nodes/a", 3);
        assertThat(ledger.next()).isEmpty();
    }

    @Test
    void a_chain_of_bad_values_alone_is_none() {
        ledger.put(new StoredEntry("1/nodes/a", new byte[0], 1, 1));
        assertThat(ledger.next()).isEmpty();
    }

    @Test
    void revisions_that_were_forgotten_let_a_lower_one_count() {
        ledger.put(head("0x5", 9, 9));
        ledger.forgetRevisions();
        ledger.put(head("0x4", 1, 1));
        assertThat(height(ledger.next().orElseThrow())).isEqualTo(4);
    }

    private static StoredEntry head(String height, long created, long modified) {
        String value = "{\"latestBlockNumber\":\"" + height + "\"}";
        return new StoredEntry("1/lastBlockNumber", value.getBytes(StandardCharsets.UTF_8), created, modified);
    }

    private static long height(Topology topology) {
        return topology.chain(new ChainId("1", "")).head().orElseThrow();
    }
}
