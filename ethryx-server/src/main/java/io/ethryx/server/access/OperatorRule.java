package io.ethryx.server.access;

import io.ethryx.server.listener.ClientExchange;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rule that tells an operator from a caller (decision G19): with a token file those who bring its token, without one those
 * on this machine, and everyone where the operator has said so. Admin calls, the answer's explanation in fields, and pages
 * for operators all stand behind it.
 *
 * <p>Thread-safe; judging costs no more than a hash, waits for nothing and reads no file. With a token file a started rule owns
 * the daemon thread {@code ethryx-token-file}, which sees a changed token within a second.
 */
public final class OperatorRule implements AutoCloseable {

    private final boolean open;
    private final @Nullable TokenFile tokens;

    private OperatorRule(boolean open, @Nullable TokenFile tokens) {
        this.open = open;
        this.tokens = tokens;
    }

    /**
     * The rule that the operator chose.
     *
     * @param tokenFile holds the bearer token, if any
     * @param open whether anyone may operate
     * @return the rule, not started
     * @throws UnusableFileException if there is a token file that holds no token
     */
    public static OperatorRule of(Optional<String> tokenFile, boolean open) throws UnusableFileException {
        TokenFile tokens = tokenFile.isPresent() ? TokenFile.read(Path.of(tokenFile.get())) : null;
        return new OperatorRule(open, tokens);
    }

    /** Begins to look after the token file. Idempotent. */
    public void start() {
        if (tokens != null) {
            tokens.start();
        }
    }

    /**
     * Judges a request.
     *
     * @param exchange the request, on its IO thread
     * @return whether it is an operator's
     */
    public boolean allows(ClientExchange exchange) {
        return judge(OperatorClaim.of(exchange)).allowed();
    }

    /**
     * Judges a claim.
     *
     * @param claim what a request says for itself
     * @return by what right it is an operator's, or why it is not
     */
    public Standing judge(OperatorClaim claim) {
        if (open) {
            return Standing.OPEN;
        }
        if (tokens != null) {
            return tokens.matches(claim.token()) ? Standing.TOKEN : Standing.NO_TOKEN;
        }
        return claim.local() ? Standing.LOCAL : Standing.NOT_LOCAL;
    }

    /** Reads the token file now, rather than within a second. Blocks: not for an IO thread. */
    public void refresh() {
        if (tokens != null) {
            tokens.refresh();
        }
    }

    /** Looks after the token file no more. Idempotent. */
    @Override
    public void close() {
        if (tokens != null) {
            tokens.close();
        }
    }
}
