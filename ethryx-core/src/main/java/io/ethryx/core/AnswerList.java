package io.ethryx.core;

import java.util.List;

/**
 * What a node answered a batch with.
 *
 * @param array whether it is an array, as it should be; else it is one answer for all
 * @param answers in the order of the body
 */
public record AnswerList(boolean array, List<RpcAnswer> answers) {

    /**
     * Copies the list.
     *
     * @param array see the record
     * @param answers see the record
     */
    public AnswerList {
        answers = List.copyOf(answers);
    }
}
