package io.ethryx.health;

import java.util.Optional;

/**
 * What one poll learned about whether the two nodes fit together (decision S6). A value that a node answers without is known
 * to be untold, which is not the same as an answer that failed.
 *
 * @param elChainId {@code eth_chainId}; nothing where the EL does not have the method
 * @param clChainId {@code chain_id} of {@code /eth/v1/config/deposit_contract}, else {@code DEPOSIT_CHAIN_ID} of
 *     {@code /eth/v1/config/spec}; nothing where the CL has neither
 * @param clHeadHash {@code block_hash} of the execution payload in the CL's head block; nothing where the block has none
 * @param headAtEl whether {@code eth_getBlockByHash} finds that block; nothing where there was no hash to ask for, or the EL
 *     does not have the method
 */
public record PairFit(
        Reading<Optional<Quantity>> elChainId,
        Reading<Optional<Quantity>> clChainId,
        Reading<Optional<String>> clHeadHash,
        Reading<Optional<Boolean>> headAtEl) {}
