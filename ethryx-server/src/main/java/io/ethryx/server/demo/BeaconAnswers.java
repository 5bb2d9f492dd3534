package io.ethryx.server.demo;

import static io.ethryx.server.demo.JsonText.member;
import static io.ethryx.server.demo.JsonText.object;
import static io.ethryx.server.demo.JsonText.text;

import io.ethryx.server.demo.SimulatedChain.Subject;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;

/** The Beacon API of the simulated consensus node, all but its events. */
final class BeaconAnswers {

    private static final String HEADERS = "/eth/v1/beacon/headers/";
    private static final String BLOCKS = "/eth/v2/beacon/blocks/";
    private static final String DEPOSIT_CONTRACT = "0x" + "de".repeat(20);
    private static final String OCTETS = "application/octet-stream";

    private final SimulatedChain chain;
    private final ConsensusScript script;
    private final LongSupplier chainHead;
    private final BeaconBlocks blocks;

    BeaconAnswers(SimulatedChain chain, ConsensusScript script, LongSupplier chainHead) {
        this.chain = chain;
        this.script = script;
        this.chainHead = chainHead;
        this.blocks = new BeaconBlocks(chain);
    }

    Reply answer(SeenRequest request) {
        if (!request.method().equals("GET") && !request.method().equals("HEAD")) {
            return error(405, "method not allowed");
        }
        String path = request.path();
        if (path.startsWith(HEADERS)) {
            return block(path.substring(HEADERS.length()), slot -> chained(slot, "", blocks.header(slot)));
        }
        if (path.startsWith(BLOCKS)) {
            boolean octets = prefersOctets(request);
            return block(path.substring(BLOCKS.length()), slot -> wholeBlock(slot, octets));
        }
        return switch (path) {
            case "/eth/v1/node/version" -> data(object(text("version", "EthryxSimulated/v1/consensus")));
            case "/eth/v1/node/syncing" -> data(script.syncingData(head()));
            case "/eth/v1/node/peer_count" ->
                data(object(
                        text("disconnected", 12),
                        text("connecting", 0),
                        member("connected", script.connectedPeers()),
                        text("disconnecting", 0)));
            case "/eth/v1/node/health" -> health(request.query());
            case "/eth/v1/node/identity" -> data(identity());
            case "/eth/v1/beacon/genesis" ->
                data(object(
                        text("genesis_time", chain.genesis().getEpochSecond()),
                        text("genesis_validators_root", chain.hash(Subject.BEACON_STATE, 0)),
                        text("genesis_fork_version", "0x10000000")));
            case "/eth/v1/config/spec" -> data(spec());
            case "/eth/v1/config/deposit_contract" ->
                data(object(text("chain_id", script.depositChainId()), text("address", DEPOSIT_CONTRACT)));
            default -> error(404, "no such endpoint");
        };
    }

    private long head() {
        return script.head(chainHead.getAsLong());
    }

    private Reply health(String query) {
        if (!script.syncing()) {
            return Reply.empty(200);
        }
        if (!query.startsWith("syncing_status=")) {
            return Reply.empty(206);
        }
        String status = query.substring("syncing_status=".length());
        return status.matches("[2-5][0-9][0-9]")
                ? Reply.empty(Integer.parseInt(status))
                : error(400, "syncing_status must be 200 to 599");
    }

    private Reply block(String id, LongFunction<Reply> found) {
        long head = head();
        OptionalLong slot = switch (id) {
            case "head" -> OptionalLong.of(head);
            case "finalized" -> OptionalLong.of(chain.finalizedAt(head));
            case "justified" -> OptionalLong.of(chain.justifiedAt(head));
            case "genesis" -> OptionalLong.of(0);
            default -> slot(id);
        };
        if (slot.isEmpty() && !id.matches("0x[0-9a-fA-F]{64}")) {
            return error(400, "invalid block id");
        }
        return slot.isEmpty() || slot.getAsLong() > head
                ? error(404, "block not found")
                : found.apply(slot.getAsLong());
    }

    private OptionalLong slot(String id) {
        return id.matches("[0-9]{1,18}")
                ? OptionalLong.of(Long.parseLong(id))
                : chain.numberOf(Subject.BEACON_BLOCK, id.toLowerCase(Locale.ROOT));
    }

    private Reply wholeBlock(long slot, boolean octets) {
        Map<String, String> headers = Map.of("Eth-Consensus-Version", BeaconBlocks.FORK);
        if (octets) {
            return new Reply(200, OCTETS, headers, ByteBuffer.wrap(blocks.ssz(slot)));
        }
        Reply json = chained(slot, text("version", BeaconBlocks.FORK) + ',', blocks.block(slot));
        return new Reply(200, json.contentType(), headers, json.body());
    }

    private Reply chained(long slot, String first, String data) {
        boolean finalized = slot <= chain.finalizedAt(head());
        return Reply.json(
                200,
                '{'
                        + first
                        + member("execution_optimistic", "false")
                        + ','
                        + member("finalized", Boolean.toString(finalized))
                        + ','
                        + member("data", data)
                        + '}');
    }

    /** Whether the first media range that the node can serve is the octet stream; qualities are not weighed. */
    private static boolean prefersOctets(SeenRequest request) {
        String accept = String.join(",", request.header("accept"));
        int octets = accept.indexOf(OCTETS);
        int json = accept.indexOf("application/json");
        return octets >= 0 && (json < 0 || octets < json);
    }

    private String identity() {
        return object(
                text("peer_id", "16Uiu2HAmSimulatedConsensusNode"),
                text("enr", "enr:-simulated"),
                member("p2p_addresses", "[]"),
                member("discovery_addresses", "[]"),
                member(
                        "metadata",
                        object(
                                text("seq_number", 1),
                                text("attnets", "0x0000000000000000"),
                                text("syncnets", "0x00"))));
    }

    private String spec() {
        return object(
                text("CONFIG_NAME", "simulated"),
                text("PRESET_BASE", "mainnet"),
                text("SECONDS_PER_SLOT", chain.slot().toSeconds()),
                text("SLOTS_PER_EPOCH", chain.slotsPerEpoch()),
                text("MIN_GENESIS_TIME", chain.genesis().getEpochSecond()),
                text("GENESIS_DELAY", 0),
                text("DEPOSIT_CHAIN_ID", script.depositChainId()),
                text("DEPOSIT_NETWORK_ID", SimulatedChain.CHAIN_ID));
    }

    private static Reply data(String data) {
        return Reply.json(200, object(member("data", data)));
    }

    static Reply error(int status, String message) {
        return Reply.json(status, object(member("code", Integer.toString(status)), text("message", message)));
    }
}
