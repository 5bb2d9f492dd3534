package io.ethryx.server.testing;

import java.util.List;
import java.util.Set;

/** Threads of a program that have begun since this was made: its IO threads, and those that export for it. */
public final class NewThreads {

    private static final List<String> OF_A_PROGRAM = List.of("ethryx", "BatchSpanProcessor", "PeriodicMetricReader");

    private final Set<Thread> before = Thread.getAllStackTraces().keySet();

    /** The names of those that live. */
    public List<String> living() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !before.contains(thread))
                .map(Thread::getName)
                .filter(name -> OF_A_PROGRAM.stream().anyMatch(name::startsWith))
                .toList();
    }

    /** Waits until all have ended; those that export look whether they are to end every five seconds. */
    public void awaitEnd() {
        Await.until(() -> living().isEmpty(), () -> "these live on: " + living());
    }
}
