package io.ethryx.server.upstream.http2;

import io.ethryx.server.io.IoResources;
import io.ethryx.server.upstream.UpstreamFailure;
import io.ethryx.server.upstream.UpstreamFailure.Kind;
import io.ethryx.server.upstream.UpstreamUse;
import io.ethryx.server.upstream.connect.AddressBook;
import io.ethryx.server.upstream.connect.IoSpot;
import io.ethryx.server.upstream.connect.PoolCounts;
import io.ethryx.server.upstream.connect.UpstreamPool;
import java.net.InetAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.xnio.XnioIoThread;

/**
 * The connections of one IO thread to one upstream over HTTP/2, and the calls that wait for a stream. Calls take the first
 * connection that has room, so that others fall idle and are closed; while calls wait, one more connection after another is
 * made, up to the limit. Confined to the thread, but for {@link #use}.
 */
final class Http2Pool implements UpstreamPool {

    private static final UpstreamFailure OVERLOADED =
            new UpstreamFailure(Kind.OVERLOADED, "too many calls wait for a stream");
    private static final UpstreamFailure CLOSED = new UpstreamFailure(Kind.CONNECT, "the upstream is being shut down");

    /** Bytes of all requests together that are kept for a second sending. */
    private static final int MOST_KEPT = 8 * 1_024 * 1_024;

    /** How long no further connection is tried after one could not be made, while others serve. */
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Connections that take no more streams and still have some. */
    private static final int MOST_DRAINING = 8;

    final XnioIoThread thread;

    private final IoSpot spot;
    private final Http2Place place;
    private final Http2Loop loop;
    private final Http2HeadComposer composer;
    private final ArrayDeque<Http2Call> waiting = new ArrayDeque<>();
    private final List<Http2Link> links = new ArrayList<>();
    private final PoolCounts counts = new PoolCounts();
    private final Runnable endOfTurn = this::endTurn;
    private final Runnable serving = this::serveWaiting;

    private List<Http2RequestSide> turn = new ArrayList<>();
    private List<Http2RequestSide> spare = new ArrayList<>();
    private @Nullable Http2ConnectAttempt attempt;
    private int nextLink = 1;
    private int kept;
    private long failedAt;
    private boolean failedLately;
    private boolean servingDue;
    private boolean closed;

    Http2Pool(XnioIoThread thread, IoResources resources, Http2Place place) {
        this.thread = thread;
        this.place = place;
        spot = new IoSpot(thread, resources.timers().of(thread));
        loop = new Http2Loop(thread, resources.buffers());
        composer =
                new Http2HeadComposer(place.at().tls() != null, place.settings().authority());
    }

    Http2Place place() {
        return place;
    }

    IoSpot spot() {
        return spot;
    }

    Http2Loop loop() {
        return loop;
    }

    Http2HeadComposer composer() {
        return composer;
    }

    void http11Required() {
        place.http11Required().run();
    }

    // Calls

    /** Lets what was written leave when the thread has done what it does now. */
    void atEndOfTurn(Http2RequestSide written) {
        turn.add(written);
        if (turn.size() == 1) {
            thread.execute(endOfTurn);
        }
    }

    private void endTurn() {
        List<Http2RequestSide> ending = turn;
        turn = spare;
        spare = ending;
        for (int i = 0; i < ending.size(); i++) {
            ending.get(i).turnEnds();
        }
        ending.clear();
    }

    /** Bytes of a request are kept, or with a negative number no longer kept. */
    void keep(int n) {
        kept += n;
    }

    boolean mayKeep() {
        return kept <= MOST_KEPT;
    }

    /** The number of the connection that is made next. */
    int nextLink() {
        return nextLink;
    }

    /** Gives the call a stream at once, or lets it wait for one, or fails it. */
    void submit(Http2Call call) {
        Http2Link link = closed || !waiting.isEmpty() ? null : withRoom(call);
        if (closed) {
            call.fail(CLOSED);
        } else if (link != null) {
            call.open(link);
        } else if (waiting.size() >= place.settings().maxWaiting()) {
            call.fail(OVERLOADED);
        } else {
            waiting.add(call);
            connectIfNeeded();
        }
        count();
    }

    private @Nullable Http2Link withRoom(Http2Call call) {
        for (int i = 0; i < links.size(); i++) {
            Http2Link link = links.get(i);
            if (link.number >= call.firstLink && link.hasRoom()) {
                return link;
            }
        }
        return null;
    }

    void forget(Http2Call call) {
        waiting.remove(call);
        count();
    }

    /** A stream has ended, or the peer allows more of them, or there is a connection more. */
    void roomMade() {
        if (!servingDue && !waiting.isEmpty()) {
            servingDue = true;
            thread.execute(serving);
        }
        count();
    }

    private void serveWaiting() {
        servingDue = false;
        for (int turns = waiting.size(); turns > 0 && anyRoom(); turns--) {
            Http2Call call = waiting.remove();
            Http2Link link = withRoom(call);
            if (link == null) {
                waiting.add(call);
            } else {
                call.open(link);
            }
        }
        connectIfNeeded();
        count();
    }

    private boolean anyRoom() {
        for (int i = 0; i < links.size(); i++) {
            if (links.get(i).hasRoom()) {
                return true;
            }
        }
        return false;
    }

    // Connections

    private void connectIfNeeded() {
        int serving = serving();
        boolean pausing = failedLately && serving > 0 && System.nanoTime() - failedAt < PAUSE_NANOS;
        if (!waiting.isEmpty()
                && attempt == null
                && !closed
                && !pausing
                && serving < place.settings().maxConnections()
                && links.size() < serving + MOST_DRAINING) {
            Http2ConnectAttempt begun = new Http2ConnectAttempt(this);
            attempt = begun;
            begun.start();
        }
    }

    private int serving() {
        int serving = 0;
        for (int i = 0; i < links.size(); i++) {
            serving += links.get(i).serves() ? 1 : 0;
        }
        return serving;
    }

    /** A connection has begun to speak, yet to be usable. */
    void opened(Http2Link link) {
        links.add(link);
        count();
    }

    void connected(Http2Link link) {
        attempt = null;
        failedLately = false;
        link.number = nextLink++;
        if (closed) {
            link.vitals().drain();
            link.vitals().closeIfDone();
        }
        roomMade();
    }

    /** Waiting calls fail with the attempt, unless there are connections on which they will get their turn. */
    void connectFailed(UpstreamFailure why) {
        attempt = null;
        failedLately = true;
        failedAt = System.nanoTime();
        if (serving() == 0) {
            failWaiting(why);
        }
        count();
    }

    private void failWaiting(UpstreamFailure why) {
        List<Http2Call> all = new ArrayList<>(waiting);
        waiting.clear();
        all.forEach(call -> call.fail(why));
    }

    /** A connection takes no more streams. */
    void drains() {
        roomMade();
    }

    void gone(Http2Link link) {
        links.remove(link);
        roomMade();
    }

    boolean isCurrent(InetAddress address) {
        AddressBook book = place.at().book();
        book.refresh();
        return book.known().contains(address);
    }

    @Override
    public void close() {
        closed = true;
        Http2ConnectAttempt begun = attempt;
        attempt = null;
        if (begun != null) {
            begun.cancel();
        }
        failWaiting(CLOSED);
        for (Http2Link link : List.copyOf(links)) {
            link.vitals().drain();
            link.vitals().closeIfDone();
        }
        count();
    }

    private void count() {
        int busy = 0;
        for (int i = 0; i < links.size(); i++) {
            busy += links.get(i).isBusy() ? 1 : 0;
        }
        counts.set(links.size(), links.size() - busy, attempt == null ? 0 : 1, waiting.size());
    }

    @Override
    public XnioIoThread thread() {
        return thread;
    }

    /** Any thread. */
    @Override
    public UpstreamUse use() {
        return counts.read();
    }
}
