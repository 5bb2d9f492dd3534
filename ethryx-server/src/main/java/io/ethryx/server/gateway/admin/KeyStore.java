package io.ethryx.server.gateway.admin;

import io.ethryx.discovery.EtcdEdit;
import io.ethryx.discovery.EtcdEditor;
import io.ethryx.discovery.EtcdValue;
import java.util.List;
import java.util.Optional;

/** The keys of the topology, to be read and changed by calls that wait. Throws an {@link AdminFault} of 503 where it can't. */
interface KeyStore extends AutoCloseable {

    /** A topology that is written down: there are no keys, and none can be made. */
    KeyStore NONE = new KeyStore() {
        @Override
        public Optional<EtcdValue> read(String key) {
            return Optional.empty();
        }

        @Override
        public List<EtcdValue> readAll(String beginning) {
            return List.of();
        }

        @Override
        public EtcdEditor.Outcome commit(EtcdEdit edit) {
            throw new AdminFault(409, "topology is static", null);
        }

        @Override
        public void close() {
            // there is nothing to end
        }
    };

    Optional<EtcdValue> read(String key);

    List<EtcdValue> readAll(String beginning);

    EtcdEditor.Outcome commit(EtcdEdit edit);

    @Override
    void close();
}
