package io.ethryx.discovery;

import java.time.Duration;

/** One thread that does things one after another, now or later. Given to from any thread. */
interface Loop {

    /** Does a step after those that were given before. Once the loop is closed nothing is done any more. */
    void execute(Runnable step);

    /**
     * Does a step after a while.
     *
     * @return what calls it off, if it has not begun
     */
    Runnable after(Duration wait, Runnable step);
}
