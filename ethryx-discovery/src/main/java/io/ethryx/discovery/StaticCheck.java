package io.ethryx.discovery;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds all that is wrong with a written topology. What a program may write and a person would not is wrong here too. */
final class StaticCheck {

    private final List<Fault> faults = new ArrayList<>();
    private final Map<TopologyKey, StaticEntry> seen = new HashMap<>();

    private StaticCheck() {}

    static List<Fault> faults(List<StaticEntry> entries) {
        StaticCheck check = new StaticCheck();
        entries.forEach(check::add);
        return check.faults;
    }

    private void add(StaticEntry entry) {
        KeyReading reading = KeySpace.read(entry.key());
        if (reading instanceof KeyReading.Entry known) {
            StaticEntry same = seen.putIfAbsent(known.key(), entry);
            if (same != null) {
                String place = same.line() > 0 ? same.key() + " in line " + same.line() : same.key();
                note(entry, "speaks of the same as " + place, "keep one of them");
            }
            EntryDecoder.decode(known.key(), entry.json().getBytes(StandardCharsets.UTF_8))
                    .flaws()
                    .forEach(flaw -> faults.add(flaw.in(entry.key(), entry.line())));
        } else if (reading instanceof KeyReading.Broken broken) {
            note(entry, broken.rule(), "write for example 1/nodes/s1");
        } else if (!KeySpace.isOfWriters(entry.key())) {
            note(
                    entry,
                    "no such key",
                    "known are CHAIN/nodes/NAME, CHAIN/nativeNodes/NAME, CHAIN/lastBlockNumber, CHAIN/gateway,"
                            + " CHAIN/mirror/NAME, CHAIN/version");
        }
    }

    private void note(StaticEntry entry, String rule, String remedy) {
        faults.add(new Fault(entry.key(), "", Excerpt.of(entry.json()), rule, remedy, entry.line()));
    }
}
