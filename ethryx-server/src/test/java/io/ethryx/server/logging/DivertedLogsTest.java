package io.ethryx.server.logging;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.bridge.SLF4JBridgeHandler;

final class DivertedLogsTest {

    private final Logger above = Logger.getLogger("diverted");
    private final Logger source = Logger.getLogger("diverted.library");
    private final Logger below = Logger.getLogger("diverted.library.part");
    private final Logger other = Logger.getLogger("diverted.other");
    private final List<String> undiverted = new ArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord line) {
            undiverted.add(line.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        above.setUseParentHandlers(false);
        above.addHandler(handler);
    }

    @AfterEach
    void listenNoMore() {
        above.removeHandler(handler);
        above.setUseParentHandlers(true);
    }

    @Test
    void what_a_library_says_goes_to_slf4j_alone_until_it_is_closed() {
        DivertedLogs logs = DivertedLogs.of("diverted.library");
        below.warning("diverted");
        other.warning("not asked for");
        assertThat(source.getHandlers()).hasOnlyElementsOfType(SLF4JBridgeHandler.class);
        assertThat(source.getHandlers()).hasSize(1);
        logs.close();
        logs.close();
        below.warning("as before");
        assertThat(source.getHandlers()).isEmpty();
        assertThat(undiverted).containsExactly("not asked for", "as before");
    }
}
