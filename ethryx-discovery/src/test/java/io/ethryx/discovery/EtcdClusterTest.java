package io.ethryx.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three members, of which one is lost, and three sources that see the same. */
class EtcdClusterTest {

    private static final String NODE = "{\"stateType\":1,\"address\":\"127.0.0.1\",\"port\":8545}";

    @TempDir
    private Path folder;

    private List<EtcdServer> members;
    private EtcdSettings all;
    private final List<Followed> sources = new ArrayList<>();

    @BeforeEach
    void start() throws Exception {
        members = EtcdServer.cluster(folder, 3);
        all = EtcdSettings.of(members.stream().map(EtcdServer::endpoint).toList());
        for (int i = 0; i < 3; i++) {
            sources.add(Followed.follow(all));
        }
    }

    @AfterEach
    void stop() {
        sources.forEach(Followed::close);
        members.forEach(EtcdServer::close);
    }

    @Test
    void every_member_may_be_lost_in_turn_and_all_sources_converge() throws Exception {
        List<String> names = new ArrayList<>();
        for (int lost = 0; lost < 3; lost++) {
            members.get(lost).kill();
            put(names);
            members.get(lost).restart();
            put(names);
        }
        assertThat(sources).allSatisfy(source -> assertThat(source.unexpected).isEmpty());
    }

    @Test
    void without_a_majority_the_last_topology_stays_and_the_watch_is_known_to_be_stale() throws Exception {
        List<String> names = new ArrayList<>();
        put(names);
        members.get(0).kill();
        members.get(1).kill();
        sources.forEach(Followed::awaitDisconnected);
        assertThat(sources).allSatisfy(source -> assertThat(source.nodes("1")).containsExactly("n0"));
        members.get(0).restart();
        put(names);
    }

    /** One node more, which every source has to see. */
    private void put(List<String> names) throws Exception {
        names.add("n" + names.size());
        try (EtcdHand hand = new EtcdHand(all)) {
            hand.put("1/nodes/" + names.get(names.size() - 1), NODE);
        }
        for (Followed source : sources) {
            source.awaitNodes("1", names.toArray(String[]::new));
        }
    }
}
