package io.ethryx.server.upstream;

import io.ethryx.server.upstream.UpstreamFailure.Kind;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.EventLoop;
import java.net.InetAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.xnio.XnioIoThread;
import org.xnio.XnioWorker;

/**
 * The connection of one upstream over HTTP/2, those that came before it and still have streams, and the exchanges that wait
 * for a stream. Confined to the loop, but for what says otherwise.
 */
final class Http2Pool {

    private static final UpstreamFailure OVERLOADED =
            new UpstreamFailure(Kind.OVERLOADED, "too many calls wait for a stream");
    private static final UpstreamFailure CLOSED = new UpstreamFailure(Kind.CONNECT, "the upstream is being shut down");

    private final UpstreamSettings settings;
    private final Http2Hop hop;
    private final AddressBook book;
    private final Http2AnswerFields fields = new Http2AnswerFields();
    private final @Nullable Http2HeadComposer[] composers;
    private final @Nullable IoMailbox[] mailboxes;
    private final ArrayDeque<Http2Exchange> waiting = new ArrayDeque<>();
    private final Set<Http2Link> links = new LinkedHashSet<>();
    private final PoolCounts counts = new PoolCounts();

    private @Nullable Http2Link current;
    private @Nullable Http2ConnectAttempt attempt;
    private boolean drainScheduled;
    private boolean closed;

    Http2Pool(UpstreamSettings settings, XnioWorker worker, AddressBook book, Http2Hop hop) {
        this.settings = settings;
        this.hop = hop;
        this.book = book;
        composers = new @Nullable Http2HeadComposer[worker.getIoThreadCount()];
        mailboxes = new @Nullable IoMailbox[worker.getIoThreadCount()];
    }

    UpstreamSettings settings() {
        return settings;
    }

    Http2Timing timing() {
        return hop.timing();
    }

    @Nullable
    UpstreamTls tls() {
        return hop.tls();
    }

    AddressBook book() {
        return book;
    }

    Http2AnswerFields fields() {
        return fields;
    }

    void http11Required() {
        hop.http11Required().run();
    }

    /** Any thread. */
    EventLoop loop() {
        return hop.engine().loop();
    }

    /** Whether anything was ever to be done. Any thread. */
    boolean isStarted() {
        return hop.engine().isStarted();
    }

    /** Any thread. */
    ByteBufAllocator allocator() {
        return hop.engine().allocator();
    }

    /** On the IO thread. */
    Http2HeadComposer composer(XnioIoThread thread) {
        Http2HeadComposer known = composers[thread.getNumber()];
        if (known == null) {
            known = new Http2HeadComposer(hop.tls() != null, settings.authority());
            composers[thread.getNumber()] = known;
        }
        return known;
    }

    /** On the IO thread. */
    IoMailbox mailbox(XnioIoThread thread) {
        IoMailbox known = mailboxes[thread.getNumber()];
        if (known == null) {
            known = new IoMailbox(thread);
            mailboxes[thread.getNumber()] = known;
        }
        return known;
    }

    /** Gives the exchange a stream at once, or lets it wait for one, or fails it. */
    void submit(Http2Exchange exchange) {
        Http2Link link = current;
        if (closed) {
            exchange.fail(CLOSED);
        } else if (link != null && waiting.isEmpty() && link.hasRoom()) {
            exchange.open(link);
        } else if (waiting.size() >= settings.maxWaiting()) {
            exchange.fail(OVERLOADED);
        } else {
            waiting.add(exchange);
            connectIfNeeded();
        }
        count();
    }

    private void connectIfNeeded() {
        if (current == null && attempt == null && !waiting.isEmpty() && !closed) {
            Http2ConnectAttempt begun = new Http2ConnectAttempt(this);
            attempt = begun;
            begun.start();
        }
    }

    /** Makes a connection if there is none, though no exchange waits for it yet. */
    void connectEarly() {
        if (current == null && attempt == null && !closed) {
            Http2ConnectAttempt begun = new Http2ConnectAttempt(this);
            attempt = begun;
            begun.start();
            count();
        }
    }

    void forget(Http2Exchange exchange) {
        waiting.remove(exchange);
        count();
    }

    /** A connection is open, yet to be usable. */
    void opened(Http2Link link) {
        links.add(link);
        count();
    }

    void connected(Http2Link link) {
        attempt = null;
        current = link;
        if (closed) {
            link.drain();
            link.closeIfDone();
        }
        serveWaiting();
    }

    void connectFailed(UpstreamFailure why) {
        attempt = null;
        List<Http2Exchange> all = new ArrayList<>(waiting);
        waiting.clear();
        all.forEach(exchange -> exchange.fail(why));
        count();
    }

    /** A stream has ended or the peer allows more of them. */
    void roomMade() {
        if (!drainScheduled && !waiting.isEmpty()) {
            drainScheduled = true;
            loop().execute(this::serveWaiting);
        }
        count();
    }

    private void serveWaiting() {
        drainScheduled = false;
        Http2Link link = current;
        while (link != null && link == current && link.hasRoom() && !waiting.isEmpty()) {
            waiting.remove().open(link);
        }
        connectIfNeeded();
        count();
    }

    /** A connection takes no more streams. */
    void drains(Http2Link link) {
        if (current == link) {
            current = null;
            roomMade();
        }
    }

    void gone(Http2Link link) {
        links.remove(link);
        count();
    }

    boolean isCurrent(InetAddress address) {
        book.refresh();
        return book.known().contains(address);
    }

    void close() {
        closed = true;
        Http2ConnectAttempt begun = attempt;
        if (begun != null) {
            begun.cancel();
        }
        connectFailed(CLOSED);
        for (Http2Link link : List.copyOf(links)) {
            link.drain();
            link.closeIfDone();
        }
        count();
    }

    private void count() {
        int busy = 0;
        for (Http2Link link : links) {
            busy += link.isBusy() ? 1 : 0;
        }
        counts.set(links.size(), links.size() - busy, attempt == null ? 0 : 1, waiting.size());
    }

    /** Any thread. */
    UpstreamUse use() {
        return counts.read();
    }
}
