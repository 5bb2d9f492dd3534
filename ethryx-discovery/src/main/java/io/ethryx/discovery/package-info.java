/**
 * Turns a source of keys and values into successive immutable {@linkplain io.ethryx.core.topology.Topology topologies}.
 *
 * <p>Start at {@link io.ethryx.discovery.StaticSource}, whose keys are written down, or at
 * {@link io.ethryx.discovery.EtcdSource}, which follows etcd. Both read keys with {@code KeySpace}, values with
 * {@code EntryDecoder}, and reduce what comes in a {@code Ledger}. Between etcd and its ledger stand {@code TopologyFeed}, which
 * decides when to list, watch and wait, and {@code JetcdSession}, the one class that speaks to a member.
 *
 * <p>A static source works on the thread that replaces its entries; an etcd source owns its threads. Topologies may be read
 * from any thread.
 */
@NullMarked
package io.ethryx.discovery;

import org.jspecify.annotations.NullMarked;
