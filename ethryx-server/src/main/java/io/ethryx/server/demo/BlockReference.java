package io.ethryx.server.demo;

import io.ethryx.server.demo.JsonValue.Kind;
import io.ethryx.server.demo.SimulatedChain.Subject;
import java.util.Locale;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Finds the number of the block that a parameter means: a tag, a quantity, a hash, or an object of EIP-1898. */
final class BlockReference {

    private final SimulatedChain chain;

    BlockReference(SimulatedChain chain) {
        this.chain = chain;
    }

    /** The number that a tag or a quantity stands for, whether there is such a block or not. */
    long number(String text, long head) throws JsonRpcFault {
        return switch (text) {
            case "latest", "pending" -> head;
            case "safe" -> chain.justifiedAt(head);
            case "finalized" -> chain.finalizedAt(head);
            case "earliest" -> 0;
            default ->
                Quantity.parse(text).orElseThrow(() -> JsonRpcFault.invalidParams("a block is a tag or a quantity"));
        };
    }

    /** The number of the block of a hash, if there is one up to the head. */
    OptionalLong numberOf(String hash, long head) throws JsonRpcFault {
        if (!hash.matches("0x[0-9a-fA-F]{64}")) {
            throw JsonRpcFault.invalidParams("a block hash has 32 bytes");
        }
        OptionalLong number = chain.numberOf(Subject.BLOCK, hash.toLowerCase(Locale.ROOT));
        return number.isEmpty() || number.getAsLong() > head ? OptionalLong.empty() : number;
    }

    /** The number that a block parameter means, the head where there is none; empty for the hash of no block. */
    OptionalLong of(@Nullable JsonValue value, long head) throws JsonRpcFault {
        if (value == null || value.is(Kind.NULL)) {
            return OptionalLong.of(head);
        }
        if (!value.is(Kind.OBJECT)) {
            return OptionalLong.of(number(value.text(), head));
        }
        JsonValue hash = value.members().get("blockHash");
        JsonValue number = value.members().get("blockNumber");
        if ((hash == null) == (number == null)) {
            throw JsonRpcFault.invalidParams("a block has either blockHash or blockNumber");
        }
        return hash != null ? numberOf(hash.text(), head) : of(number, head);
    }
}
