package io.ethryx.server.gateway.admin;

import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.ChainTopology;
import io.ethryx.core.topology.GatewaySettings;
import io.ethryx.discovery.EtcdValue;
import io.ethryx.discovery.GatewayDocument;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The gateway key of a chain, as it was read: weights and method routes.
 *
 * @param chain the chain
 * @param read the key, nothing if it is not there
 */
record GatewayKey(ChainId chain, Optional<EtcdValue> read) {

    static final String REST = "gateway";

    /** Reads it. */
    static GatewayKey of(ChainKeys keys, ChainId chain, String failing) {
        return new GatewayKey(chain, keys.find(chain, REST, failing));
    }

    /** What it says, as calls would go by it. */
    GatewaySettings settings() {
        return settings(read.orElse(null));
    }

    private GatewaySettings settings(@Nullable EtcdValue value) {
        ChainTopology known = value == null ? null : value.topology().chain(chain);
        return known == null ? GatewaySettings.NONE : Objects.requireNonNullElse(known.gateway(), GatewaySettings.NONE);
    }

    /** What a draft makes of it. */
    GatewaySettings settingsAfter(Draft draft) {
        return draft.changes().stream()
                .filter(change -> change.key().endsWith("/" + REST))
                .findFirst()
                .map(change -> settings(new EtcdValue(change.key(), Objects.requireNonNull(change.after()), 1)))
                .orElseGet(this::settings);
    }

    /**
     * Adds an edit of it to a draft; nothing is added where it changes nothing.
     *
     * @param failing words before what is wrong with what is stored
     */
    Draft edited(Draft draft, String failing, UnaryOperator<GatewayDocument> edit) {
        try {
            GatewayDocument before =
                    read.map(value -> GatewayDocument.of(value.text())).orElse(GatewayDocument.EMPTY);
            GatewayDocument after = edit.apply(before);
            if (after.equals(before)) {
                return draft;
            }
            return read.isPresent()
                    ? draft.replace(read.get(), after.text())
                    : draft.make(ChainKeys.key(chain, REST), after.text());
        } catch (IllegalArgumentException malformed) {
            throw new AdminFault(
                    500,
                    failing + ": " + malformed.getMessage(),
                    "the key " + read.map(EtcdValue::key).orElse("")
                            + " holds no gateway document; correct or delete it");
        }
    }
}
