package io.ethryx.health;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What makes a pair ready: reference section 6, decisions S4 to S7. Pure functions; cheap enough for each request.
 */
public final class ReadinessRules {

    private ReadinessRules() {}

    /**
     * Makes the checks.
     *
     * @param input what is known
     * @param settings how to judge it
     * @return the checks in the order of {@code /readyz}: two, two more where freshness gates, four more for a pair
     */
    public static List<ReadinessCheck> checks(ReadinessInput input, HealthSettings settings) {
        if (input.phase() == ReadinessInput.Phase.SHUTTING_DOWN) {
            return blocked("shutting down", settings);
        }
        if (input.snapshot().isEmpty()) {
            return blocked("warming up", settings);
        }
        PairSnapshot snapshot = input.snapshot().get();
        return Stream.of(CheckName.values())
                .filter(name -> name.made(settings))
                .map(name -> check(name, snapshot, input, settings))
                .toList();
    }

    private static ReadinessCheck check(
            CheckName name, PairSnapshot snapshot, ReadinessInput input, HealthSettings settings) {
        return switch (name) {
            case EL_SYNCING -> ownWord(name, input, settings).orElseGet(() -> elSyncing(snapshot.el()));
            case CL_SYNCING -> ownWord(name, input, settings).orElseGet(() -> clSyncing(snapshot.cl()));
            case EL_BLOCK_FRESH -> elBlockFresh(snapshot.el(), settings, input.now());
            case CL_SLOT_FRESH -> clSlotFresh(snapshot.cl(), settings, input.now());
            case PAIR_CHAIN_ID, PAIR_OPTIMISTIC, PAIR_EL_OFFLINE, PAIR_HEAD -> PairRules.check(name, snapshot);
        };
    }

    /** What a sync check says without going by the nodes' words. */
    private static Optional<ReadinessCheck> ownWord(CheckName name, ReadinessInput input, HealthSettings settings) {
        if (input.stale(settings)) {
            String detail = "stale snapshot: " + input.snapshotAge().toSeconds() + "s";
            return Optional.of(new ReadinessCheck(name, false, detail));
        }
        return settings.scope() == HealthSettings.Scope.TRUSTED
                ? Optional.of(new ReadinessCheck(name, true, "synced (trusted upstream)"))
                : Optional.empty();
    }

    /** The verdict: the checks, damped by the thresholds. */
    static Readiness judge(ReadinessInput input, Damping damping, HealthSettings settings) {
        List<ReadinessCheck> checks = checks(input, settings);
        Optional<ReadinessCheck> failed =
                checks.stream().filter(check -> !check.ok()).findFirst();
        boolean ready = input.current(settings).isPresent()
                ? damping.verdict(failed.isEmpty(), settings.thresholds())
                : failed.isEmpty();
        return new Readiness(state(input, ready), reason(input, settings, failed, ready), checks);
    }

    private static ReadinessState state(ReadinessInput input, boolean ready) {
        if (input.phase() == ReadinessInput.Phase.WARMING_UP) {
            return ReadinessState.WARMING_UP;
        }
        return ready ? ReadinessState.READY : ReadinessState.NOT_READY;
    }

    private static ReadinessReason reason(
            ReadinessInput input, HealthSettings settings, Optional<ReadinessCheck> failed, boolean ready) {
        if (input.phase() == ReadinessInput.Phase.SHUTTING_DOWN) {
            return ReadinessReason.SHUTTING_DOWN;
        }
        if (input.snapshot().isEmpty()) {
            return ReadinessReason.WARMING_UP;
        }
        if (input.stale(settings)) {
            return ReadinessReason.STALE_SNAPSHOT;
        }
        if (ready != failed.isEmpty()) {
            return ReadinessReason.THRESHOLD;
        }
        return failed.map(check -> ReadinessReason.of(check.name())).orElse(ReadinessReason.CHECKS_PASSED);
    }

    private static List<ReadinessCheck> blocked(String detail, HealthSettings settings) {
        return Stream.of(CheckName.values())
                .filter(name -> name.made(settings))
                .map(name -> new ReadinessCheck(name, false, detail))
                .toList();
    }

    private static ReadinessCheck elSyncing(ElSnapshot el) {
        if (el.syncing() instanceof Reading.Known<ElSyncing> known) {
            boolean synced = known.value() instanceof ElSyncing.Synced;
            return new ReadinessCheck(CheckName.EL_SYNCING, synced, elSyncingDetail(known.value()));
        }
        return new ReadinessCheck(CheckName.EL_SYNCING, false, "eth_syncing: " + ErrorTexts.of(el.syncing()));
    }

    private static String elSyncingDetail(ElSyncing said) {
        if (said instanceof ElSyncing.SyncingTowards towards) {
            Optional<Quantity> current = towards.current();
            return current.isPresent()
                    ? "syncing (block " + current.get() + ", distance "
                            + towards.distance().orElse(Quantity.ZERO) + ")"
                    : "syncing (current " + towards.rawCurrent() + ", highest " + towards.rawHighest() + ")";
        }
        return said instanceof ElSyncing.Synced ? "synced" : "syncing (true)";
    }

    private static ReadinessCheck clSyncing(ClSnapshot cl) {
        if (cl.syncing() instanceof Reading.Known<ClSyncing> known) {
            ClSyncing said = known.value();
            String detail = (said.syncing() ? "syncing" : "synced") + " (slot " + said.headSlot() + ", distance "
                    + said.syncDistance() + ")";
            return new ReadinessCheck(CheckName.CL_SYNCING, !said.syncing(), detail);
        }
        return new ReadinessCheck(CheckName.CL_SYNCING, false, "node/syncing: " + ErrorTexts.of(cl.syncing()));
    }

    private static ReadinessCheck elBlockFresh(ElSnapshot el, HealthSettings settings, Instant now) {
        if (el.latestBlock() instanceof Reading.Known<LatestBlock> known) {
            Quantity age = SlotClock.ageOfTimestamp(known.value().timestamp(), now);
            Duration max = settings.freshness().maxBlockAge();
            return aged(CheckName.EL_BLOCK_FRESH, "block " + known.value().number(), age, max);
        }
        String detail = el.latestBlock() instanceof Reading.Garbled
                ? "block missing fields"
                : "eth_getBlockByNumber: " + ErrorTexts.of(el.latestBlock());
        return new ReadinessCheck(CheckName.EL_BLOCK_FRESH, false, detail);
    }

    private static ReadinessCheck clSlotFresh(ClSnapshot cl, HealthSettings settings, Instant now) {
        if (cl.syncing() instanceof Reading.Known<ClSyncing> known) {
            String what = "slot " + known.value().headSlot();
            Optional<Quantity> age = settings.slots().ageOf(known.value().headSlot(), now);
            return age.map(secs -> aged(
                            CheckName.CL_SLOT_FRESH,
                            what,
                            secs,
                            settings.freshness().maxSlotAge()))
                    .orElseGet(() -> new ReadinessCheck(CheckName.CL_SLOT_FRESH, true, what + " (age check disabled)"));
        }
        return new ReadinessCheck(CheckName.CL_SLOT_FRESH, false, "node/syncing: " + ErrorTexts.of(cl.syncing()));
    }

    private static ReadinessCheck aged(CheckName name, String what, Quantity age, Duration max) {
        boolean fresh = age.compareTo(new Quantity(max.toSeconds())) <= 0;
        String detail =
                fresh ? what + ", age " + age + "s" : what + " stale: " + age + "s (max " + max.toSeconds() + ")";
        return new ReadinessCheck(name, fresh, detail);
    }
}
