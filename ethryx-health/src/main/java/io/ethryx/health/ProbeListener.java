package io.ethryx.health;

/**
 * Hears of one probe. Any thread may call; after {@link #onResponse} or {@link #onFailure}, whichever is first, further
 * calls are ignored.
 */
public interface ProbeListener {

    /**
     * The head of an answer has come. Optional: it lets the h2c verdict tell a peer that does not speak HTTP/2 from one
     * whose body is slow.
     */
    default void onHead() {}

    /**
     * The whole answer has come, whatever its status.
     *
     * @param response the answer
     */
    void onResponse(ProbeResponse response);

    /**
     * There is no whole answer.
     *
     * @param failure why
     */
    void onFailure(ProbeFailure failure);
}
