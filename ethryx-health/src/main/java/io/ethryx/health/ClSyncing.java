package io.ethryx.health;

import java.util.Optional;

/**
 * What {@code /eth/v1/node/syncing} said (Beacon API).
 *
 * @param syncing {@code is_syncing}
 * @param headSlot {@code head_slot}
 * @param syncDistance {@code sync_distance}, in slots
 * @param optimistic {@code is_optimistic}; nothing where the node does not tell, which is not "no"
 * @param elOffline {@code el_offline}; nothing where the node does not tell
 */
public record ClSyncing(
        boolean syncing,
        Quantity headSlot,
        Quantity syncDistance,
        Optional<Boolean> optimistic,
        Optional<Boolean> elOffline) {}
