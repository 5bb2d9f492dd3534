package io.ethryx.core.apart;

/**
 * An object whose fields stand on cache lines of their own, as long as what lies before and behind it in memory is apart
 * too: for what belongs to one thread and is written to all the time. A collector lays the like of it for all threads side
 * by side, since one array leads to them.
 *
 * <p>Costs 128 bytes an object and nothing on the request path.
 */
@SuppressWarnings({"unused", "FieldCanBeLocal"}) // room is all that they are for
public abstract class Apart {

    /** Where a header leaves room for a field of a subclass, these take it. */
    private int apart0;

    private int apart1;
    private long apart2;
    private long apart3;
    private long apart4;
    private long apart5;
    private long apart6;
    private long apart7;
    private long apart8;
    private long apart9;
    private long apart10;
    private long apart11;
    private long apart12;
    private long apart13;
    private long apart14;
    private long apart15;

    /** For subclasses. */
    protected Apart() {}
}
