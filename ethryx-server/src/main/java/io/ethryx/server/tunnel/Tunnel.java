package io.ethryx.server.tunnel;

import io.ethryx.server.timer.Timeout;
import io.ethryx.server.timer.TimerWheel;
import io.undertow.connector.ByteBufferPool;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * A client and an upstream who speak WebSocket with each other, from the end of their handshakes. Half-close, close and break
 * of one side reach the other as what they are. Confined to one IO thread. Costs this object and two {@link Pump}s, and a
 * buffer for each direction only while bytes are on their way.
 */
final class Tunnel {

    /** After one direction has ended, the other may be silent for this long. */
    static final Duration HALF_CLOSED = Duration.ofSeconds(60);

    /** How long both sides have for their last words after we have taken leave; a frame that still moves is waited for. */
    static final Duration LEAVE = Duration.ofSeconds(5);

    /** How a tunnel ended. */
    enum Outcome {
        /** Both directions came to their ends. */
        ENDED,
        /** The client broke off. */
        CLIENT_BROKE,
        /** The upstream broke off. */
        UPSTREAM_BROKE,
        /** We broke it off. */
        CUT
    }

    /** Hears of the end, once, before the two sides are closed. */
    interface Ending {
        void ended(Tunnel tunnel, Outcome outcome);
    }

    /**
     * What tunnels of one thread work with.
     *
     * @param thread the IO thread, which runs what is to be run later
     * @param wheel its deadlines
     * @param buffers where buffers come from
     * @param idle how long a tunnel may be silent, if that is bounded
     */
    record Means(Executor thread, TimerWheel wheel, ByteBufferPool buffers, Optional<Duration> idle) {}

    private final TunnelEnd client;
    private final TunnelEnd upstream;
    private final Means means;
    private final Ending ending;
    private final Pump toUpstream;
    private final Pump toClient;
    private final Timeout quiet = new Timeout(this::silent);
    private Optional<Duration> mostSilence;
    private Outcome outcome = Outcome.ENDED;
    private boolean leaving;
    private boolean over;

    Tunnel(TunnelEnd client, TunnelEnd upstream, Means means, Ending ending) {
        this.client = client;
        this.upstream = upstream;
        this.means = means;
        this.ending = ending;
        this.mostSilence = means.idle();
        toUpstream = new Pump(client, upstream, means.buffers(), new Direction(Outcome.CLIENT_BROKE));
        toClient = new Pump(upstream, client, means.buffers(), new Direction(Outcome.UPSTREAM_BROKE));
    }

    void start() {
        client.listen(toUpstream::run, toClient::run);
        upstream.listen(toClient::run, toUpstream::run);
        watch();
        toUpstream.run();
        toClient.run();
    }

    /** Bytes that the upstream has taken. */
    long bytesIn() {
        return toUpstream.bytes();
    }

    /** Bytes that the client has taken. */
    long bytesOut() {
        return toClient.bytes();
    }

    /**
     * Takes leave of both sides with Close 1001, each at the next end of a frame, and ends when they have answered or their
     * time is up. Where they are closing already, they are only hurried.
     */
    void leave() {
        if (leaving || over) {
            return;
        }
        leaving = true;
        if (!toUpstream.closeSeen() && !toClient.closeSeen()) {
            boolean both = !toUpstream.isOver() && !toClient.isOver();
            toClient.part(CloseFrame.toClient(), both);
            toUpstream.part(CloseFrame.toUpstream(), both);
        }
        if (!over) {
            means.wheel().set(quiet, LEAVE);
        }
    }

    /** The client has broken off, as another than the reader or writer of its bytes has seen. */
    void clientBroke() {
        finish(Outcome.CLIENT_BROKE);
    }

    /** The client's connection or stream has ended, by its own last word if ours was said before. */
    void clientEnded() {
        finish(leaving || toClient.isEnding() ? outcome : Outcome.CLIENT_BROKE);
    }

    /** Breaks off towards both sides, now. */
    void cut() {
        finish(Outcome.CUT);
    }

    private void watch() {
        if (leaving) {
            if (toUpstream.isCutting() || toClient.isCutting()) {
                means.wheel().set(quiet, LEAVE);
            }
        } else if (mostSilence.isPresent()) {
            means.wheel().set(quiet, mostSilence.get());
        }
    }

    /** Nothing has moved for as long as it may. */
    private void silent() {
        if (leaving || toUpstream.isOver() || toClient.isOver()) {
            finish(outcome);
        } else {
            leave();
        }
    }

    private void halfOver() {
        if (toUpstream.isOver() && toClient.isOver()) {
            finish(outcome);
        } else if (mostSilence.isEmpty() || mostSilence.get().compareTo(HALF_CLOSED) > 0) {
            mostSilence = Optional.of(HALF_CLOSED);
            watch();
        }
    }

    private void finish(Outcome how) {
        if (over) {
            return;
        }
        over = true;
        quiet.clear();
        toUpstream.stop();
        toClient.stop();
        ending.ended(this, how);
        if (how == Outcome.CLIENT_BROKE || how == Outcome.CUT) {
            upstream.abort();
        }
        if (how == Outcome.UPSTREAM_BROKE || how == Outcome.CUT) {
            client.abort();
        }
        client.close();
        upstream.close();
    }

    /** One direction: its sender is the side whose break is the given outcome. */
    private final class Direction implements Pump.Ending {

        private final Outcome senderBreaks;

        Direction(Outcome senderBreaks) {
            this.senderBreaks = senderBreaks;
        }

        private boolean isUp() {
            return senderBreaks == Outcome.CLIENT_BROKE;
        }

        @Override
        public void moved() {
            watch();
        }

        @Override
        public void ended() {
            if (leaving) {
                (isUp() ? toClient : toUpstream).partAtOnce();
            }
            halfOver();
        }

        @Override
        public void senderBroke() {
            finish(senderBreaks);
        }

        /** What the receiver said last is still to be read, a Close perhaps. */
        @Override
        public void receiverBroke() {
            if (!toUpstream.closeSeen() && !toClient.closeSeen()) {
                outcome = isUp() ? Outcome.UPSTREAM_BROKE : Outcome.CLIENT_BROKE;
            }
            (isUp() ? toClient : toUpstream).run();
            halfOver();
        }

        @Override
        public void again() {
            means.thread().execute((isUp() ? toUpstream : toClient)::run);
        }
    }
}
