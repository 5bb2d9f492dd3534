package io.ethryx.server.upstream.connect;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.BiFunction;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * Another engine, whose first fault is remembered: who drives it may keep that to himself. Remembers also whether what comes
 * has ended without the peer's word that it is the end (close_notify, RFC 8446 section 6.1). As safe to use as that engine.
 */
final class RecordingEngine extends SSLEngine {

    private final SSLEngine engine;
    private volatile @Nullable SSLException fault;
    private volatile boolean cutShort;

    RecordingEngine(SSLEngine engine) {
        super(engine.getPeerHost(), engine.getPeerPort());
        this.engine = engine;
    }

    /** The engine that does the work. */
    SSLEngine engine() {
        return engine;
    }

    /** What went wrong first, if anything has: a task's fault is told by whichever is called next. */
    @Nullable
    SSLException fault() {
        return fault;
    }

    /** Whether the stream has ended, and the peer has not said so. */
    boolean isCutShort() {
        return cutShort;
    }

    @Override
    public SSLEngineResult unwrap(ByteBuffer from, ByteBuffer[] into, int offset, int length) throws SSLException {
        try {
            return engine.unwrap(from, into, offset, length);
        } catch (SSLException e) {
            throw recorded(e);
        }
    }

    private SSLException recorded(SSLException e) {
        if (fault == null) {
            fault = e;
        }
        return e;
    }

    @Override
    public void closeInbound() throws SSLException {
        try {
            engine.closeInbound();
        } catch (SSLException e) {
            cutShort = true;
            throw e;
        }
    }

    @Override
    public SSLEngineResult wrap(ByteBuffer[] from, int offset, int length, ByteBuffer into) throws SSLException {
        try {
            return engine.wrap(from, offset, length, into);
        } catch (SSLException e) {
            throw recorded(e);
        }
    }

    @Override
    public @Nullable Runnable getDelegatedTask() {
        return engine.getDelegatedTask();
    }

    @Override
    public boolean isInboundDone() {
        return engine.isInboundDone();
    }

    @Override
    public void closeOutbound() {
        engine.closeOutbound();
    }

    @Override
    public boolean isOutboundDone() {
        return engine.isOutboundDone();
    }

    @Override
    public String[] getSupportedCipherSuites() {
        return engine.getSupportedCipherSuites();
    }

    @Override
    public String[] getEnabledCipherSuites() {
        return engine.getEnabledCipherSuites();
    }

    @Override
    public void setEnabledCipherSuites(String[] suites) {
        engine.setEnabledCipherSuites(suites);
    }

    @Override
    public String[] getSupportedProtocols() {
        return engine.getSupportedProtocols();
    }

    @Override
    public String[] getEnabledProtocols() {
        return engine.getEnabledProtocols();
    }

    @Override
    public void setEnabledProtocols(String[] protocols) {
        engine.setEnabledProtocols(protocols);
    }

    @Override
    public SSLSession getSession() {
        return engine.getSession();
    }

    @Override
    public @Nullable SSLSession getHandshakeSession() {
        return engine.getHandshakeSession();
    }

    @Override
    public void beginHandshake() throws SSLException {
        engine.beginHandshake();
    }

    @Override
    public SSLEngineResult.HandshakeStatus getHandshakeStatus() {
        return engine.getHandshakeStatus();
    }

    @Override
    public void setUseClientMode(boolean mode) {
        engine.setUseClientMode(mode);
    }

    @Override
    public boolean getUseClientMode() {
        return engine.getUseClientMode();
    }

    @Override
    public void setNeedClientAuth(boolean need) {
        engine.setNeedClientAuth(need);
    }

    @Override
    public boolean getNeedClientAuth() {
        return engine.getNeedClientAuth();
    }

    @Override
    public void setWantClientAuth(boolean want) {
        engine.setWantClientAuth(want);
    }

    @Override
    public boolean getWantClientAuth() {
        return engine.getWantClientAuth();
    }

    @Override
    public void setEnableSessionCreation(boolean flag) {
        engine.setEnableSessionCreation(flag);
    }

    @Override
    public boolean getEnableSessionCreation() {
        return engine.getEnableSessionCreation();
    }

    @Override
    public SSLParameters getSSLParameters() {
        return engine.getSSLParameters();
    }

    @Override
    public void setSSLParameters(SSLParameters parameters) {
        engine.setSSLParameters(parameters);
    }

    @Override
    public @Nullable String getApplicationProtocol() {
        return engine.getApplicationProtocol();
    }

    @Override
    public @Nullable String getHandshakeApplicationProtocol() {
        return engine.getHandshakeApplicationProtocol();
    }

    @Override
    public void setHandshakeApplicationProtocolSelector(
            @Nullable BiFunction<SSLEngine, List<String>, String> selector) {
        engine.setHandshakeApplicationProtocolSelector(selector);
    }

    @Override
    public @Nullable BiFunction<SSLEngine, List<String>, String> getHandshakeApplicationProtocolSelector() {
        return engine.getHandshakeApplicationProtocolSelector();
    }
}
