package io.ethryx.server.listener;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The life of an exchange, whatever carries it: who is told that the client has left, and who that it is over. Confined to the
 * exchange's IO thread; allocates nothing where two are told of the end.
 */
public abstract class ExchangeLife implements ClientExchange {

    private @Nullable Runnable whenGone;
    private @Nullable Runnable whenEnded;
    private @Nullable Runnable thenWhenEnded;
    private @Nullable List<Runnable> moreWhenEnded;
    private boolean ended;

    /** An exchange that has begun. */
    protected ExchangeLife() {}

    @Override
    public final void whenGone(Runnable action) {
        whenGone = action;
    }

    @Override
    public final void whenEnded(Runnable action) {
        if (whenEnded == null) {
            whenEnded = action;
        } else if (thenWhenEnded == null) {
            thenWhenEnded = action;
        } else {
            List<Runnable> more = moreWhenEnded;
            if (more == null) {
                more = new ArrayList<>(4);
                moreWhenEnded = more;
            }
            more.add(action);
        }
    }

    @Override
    public final boolean hasEnded() {
        return ended;
    }

    /** The client has left: tells whoever asked, at most once, unless the exchange is over. */
    protected final void tellGone() {
        Runnable action = whenGone;
        whenGone = null;
        if (action != null && !ended) {
            action.run();
        }
    }

    /** Whether the client leaves is another's business from now on. */
    protected final void keepGone() {
        whenGone = null;
    }

    /** It is over: tells whoever asked. To be called once. */
    protected final void tellEnded() {
        ended = true;
        whenGone = null;
        if (whenEnded != null) {
            whenEnded.run();
        }
        if (thenWhenEnded != null) {
            thenWhenEnded.run();
        }
        if (moreWhenEnded != null) {
            moreWhenEnded.forEach(Runnable::run);
        }
    }
}
