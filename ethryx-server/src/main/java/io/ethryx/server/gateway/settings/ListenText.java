package io.ethryx.server.gateway.settings;

import io.ethryx.server.config.InvalidSetting;
import io.ethryx.server.config.ListenAddress;

/** How an address to listen on is written in the gateway's file and on its command line. */
public final class ListenText {

    private ListenText() {}

    /**
     * Reads a port alone, which means all addresses, or host:port.
     *
     * @param text as the operator wrote it
     * @return the address
     * @throws InvalidSetting with the rule that the text breaks
     */
    public static ListenAddress parse(String text) throws InvalidSetting {
        String trimmed = text.trim();
        if (trimmed.matches("[0-9]+")) {
            return ListenAddress.parse("0.0.0.0:" + trimmed);
        }
        return ListenAddress.parse(trimmed.startsWith(":") ? "0.0.0.0" + trimmed : trimmed);
    }
}
