package io.ethryx.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchedFileTest {

    @TempDir
    private Path folder;

    private final List<String> told = new CopyOnWriteArrayList<>();
    private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();
    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = folder.resolve("topology.yaml");
        Files.writeString(file, "one");
    }

    @AfterEach
    void stop() {
        scheduler.shutdownNow();
    }

    @Test
    void a_content_counts_once_it_was_read_twice() throws IOException {
        WatchedFile watched = watch(Duration.ofDays(1));
        watched.look();
        watched.look();
        assertThat(told).isEmpty();
        Files.writeString(file, "tw");
        watched.look();
        Files.writeString(file, "two");
        watched.look();
        assertThat(told).isEmpty();
        watched.look();
        watched.look();
        assertThat(told).containsExactly("two");
    }

    @Test
    void a_file_that_is_away_for_a_while_is_told_of_once() throws IOException {
        WatchedFile watched = watch(Duration.ofDays(1));
        Files.delete(file);
        watched.look();
        watched.look();
        assertThat(told).containsExactly("unreadable");
        Files.writeString(file, "one");
        watched.look();
        watched.look();
        assertThat(told).containsExactly("unreadable");
        Files.writeString(file, "two");
        watched.look();
        watched.look();
        assertThat(told).containsExactly("unreadable", "two");
    }

    @Test
    void a_replaced_file_and_a_moved_link_are_followed_by_themselves() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link"), file);
        file = link;
        try (WatchedFile watched = watch(Duration.ofMillis(5))) {
            Path fresh = Files.writeString(folder.resolve("fresh"), "two");
            Files.move(fresh, folder.resolve("topology.yaml"), StandardCopyOption.ATOMIC_MOVE);
            Await.until(() -> told.contains("two"), () -> told.toString());
            Path third = Files.writeString(folder.resolve("third"), "three");
            Files.delete(link);
            Files.createSymbolicLink(link, third);
            Await.until(() -> told.contains("three"), () -> told.toString());
        }
    }

    private WatchedFile watch(Duration interval) {
        WatchedFile watched = new WatchedFile(file, interval, scheduler, new WatchedFile.Listener() {
            @Override
            public void changed(byte[] content) {
                told.add(new String(content, StandardCharsets.UTF_8));
            }

            @Override
            public void unreadable(IOException reason) {
                told.add("unreadable");
            }
        });
        watched.start("one".getBytes(StandardCharsets.UTF_8));
        watched.start("x".getBytes(StandardCharsets.UTF_8));
        return watched;
    }
}
