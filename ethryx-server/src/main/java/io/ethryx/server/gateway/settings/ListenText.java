package io.ethryx.server.gateway.settings;

import io.ethryx.server.config.InvalidSetting;
import io.ethryx.server.config.ListenAddress;

/** How an address to listen on is written in the gateway's file and on its command line. */
public final class ListenText {

    private static final String REMEDY =
            "write a port, such as 8663, or host:port, such as 127.0.0.1:8663 or [::1]:8663";

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
        boolean port = trimmed.matches("[-+]?[0-9]+");
        try {
            return ListenAddress.parse(
                    port ? "0.0.0.0:" + trimmed : trimmed.startsWith(":") ? "0.0.0.0" + trimmed : trimmed);
        } catch (InvalidSetting e) {
            throw new InvalidSetting(port ? "is no port from 0 to 65535" : e.rule(), REMEDY);
        }
    }
}
