package io.ethryx.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ProbeSlotsTest {

    private final ProbeSlots slots = new ProbeSlots(4);
    private final List<String> run = new ArrayList<>();

    private ProbeSlots.Slot ask(boolean serves, String name) {
        return slots.ask(serves, () -> run.add(name));
    }

    @Test
    void who_finds_no_room_waits_in_turn() {
        List<ProbeSlots.Slot> taken = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            taken.add(ask(true, "p" + i));
        }
        assertThat(run).containsExactly("p0", "p1", "p2", "p3");
        taken.get(2).giveBack();
        taken.get(2).giveBack();
        assertThat(run).endsWith("p3", "p4").hasSize(5);
        taken.get(0).giveBack();
        assertThat(run).endsWith("p5");
    }

    @Test
    void half_of_the_slots_are_for_nodes_that_serve_alone() {
        for (int i = 0; i < 10; i++) {
            ask(false, "doubtful" + i);
        }
        assertThat(run).hasSize(2);
        ask(true, "serving");
        assertThat(run).endsWith("serving");
    }

    @Test
    void a_place_in_the_queue_can_be_given_back() {
        ProbeSlots.Slot first = ask(false, "a");
        ask(false, "b");
        ProbeSlots.Slot third = ask(false, "c");
        ask(false, "d");
        third.giveBack();
        first.giveBack();
        assertThat(run).containsExactly("a", "b", "d");
        assertThat(slots.taken()).isEqualTo(2);
    }

    @Test
    void no_slot_is_lost_whatever_the_order() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        List<ProbeSlots.Slot> out = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            if (out.isEmpty() || random.nextBoolean()) {
                out.add(ask(random.nextBoolean(), "x"));
            } else {
                out.remove(random.nextInt(out.size())).giveBack();
            }
            assertThat(slots.taken()).as("seed %d", seed).isBetween(0, 4);
        }
        out.forEach(ProbeSlots.Slot::giveBack);
        assertThat(slots.taken()).as("seed %d", seed).isZero();
    }
}
