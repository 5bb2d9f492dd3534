package app;

import io.ethryx.discovery.EtcdEditor;
import io.ethryx.discovery.EtcdSettings;
import io.ethryx.discovery.NodeDocument;
import java.time.Duration;
import java.util.List;

/** Moves a node, and asks an etcd that is not there. */
final class Main {

    public static void main(String[] arguments) {
        String moved = NodeDocument.of("{\"port\":8545}").withPort(8546).text();
        EtcdSettings settings =
                EtcdSettings.of(List.of("http://127.0.0.1:1")).withTimes(Duration.ofSeconds(20), Duration.ofSeconds(1));
        try (EtcdEditor editor = new EtcdEditor(settings)) {
            System.out.println(moved + ", "
                    + editor.read("1/version")
                            .handle((value, failure) -> {
                                Throwable cause = failure;
                                while (cause.getCause() != null
                                        && !cause.getClass().getName().startsWith("io.ethryx.")) {
                                    cause = cause.getCause();
                                }
                                return cause.getClass().getSimpleName();
                            })
                            .toCompletableFuture()
                            .join());
        }
    }
}
