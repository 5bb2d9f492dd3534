package io.ethryx.discovery;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.ClientBuilder;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.MethodDescriptor;
import io.netty.handler.ssl.SslContextBuilder;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Makes clients of jetcd. Each lives as long as its first failure: a channel that was refused waits longer and longer before
 * it dials again, up to two minutes, and can't be told to hurry; a new one dials at once and has a new token.
 */
final class JetcdClients {

    /** gRPC takes no less; a member that is frozen is noticed after this and the next. */
    private static final Duration KEEP_ALIVE_TIME = Duration.ofSeconds(10);

    private static final Duration KEEP_ALIVE_TIMEOUT = Duration.ofSeconds(5);

    /** Above what a thousand large values take in one answer; pages shrink when one is still too large. */
    private static final int MAX_ANSWER_BYTES = 64 << 20;

    private final EtcdSettings settings;
    private final ExecutorService executor;

    /**
     * Makes clients.
     *
     * @param settings where and how
     * @param executor where jetcd begins calls
     */
    JetcdClients(EtcdSettings settings, ExecutorService executor) {
        this.settings = settings;
        this.executor = executor;
    }

    /**
     * Makes a client. It dials with its first call.
     *
     * @param withPassword whether to come with user and password, where there are any
     * @throws IOException if a file can't be read or has no certificate, key or password
     */
    Client client(boolean withPassword) throws IOException {
        ClientBuilder builder = Client.builder()
                .authority(null)
                .executorService(executor)
                .waitForReady(false)
                .retryMaxAttempts(0)
                .connectTimeout(settings.callTimeout())
                .keepaliveTime(KEEP_ALIVE_TIME)
                .keepaliveTimeout(KEEP_ALIVE_TIMEOUT)
                .keepaliveWithoutCalls(false) // etcd hangs up on who asks so
                .maxInboundMessageSize(MAX_ANSWER_BYTES)
                .interceptor(new Deadline(settings.callTimeout()))
                .endpoints(settings.endpoints());
        if (settings.tls()) {
            tls(builder);
        }
        if (withPassword && settings.access().passwordFile() != null) {
            String password = Files.readString(settings.access().passwordFile(), StandardCharsets.UTF_8)
                    .strip();
            if (password.isEmpty()) {
                throw new IOException(settings.access().passwordFile() + " is empty");
            }
            builder.user(bytes(settings.access().username())).password(bytes(password));
        }
        return builder.vertx(oneLoop()).build();
    }

    private void tls(ClientBuilder builder) throws IOException {
        try {
            builder.sslContext(this::certificates);
        } catch (IllegalArgumentException unusable) {
            throw new IOException("a certificate or key file can't be used: " + unusable.getMessage(), unusable);
        }
    }

    private void certificates(SslContextBuilder tls) {
        EtcdAccess access = settings.access();
        if (access.caFile() != null) {
            tls.trustManager(access.caFile().toFile());
        }
        if (access.certFile() != null && access.keyFile() != null) {
            tls.keyManager(access.certFile().toFile(), access.keyFile().toFile());
        }
    }

    /** The engine under jetcd with one thread, and nothing of it on disk. The client closes it. */
    private static Vertx oneLoop() {
        return Vertx.vertx(new VertxOptions()
                .setEventLoopPoolSize(1)
                .setWorkerPoolSize(1)
                .setInternalBlockingPoolSize(1)
                .setUseDaemonThread(true)
                .setFileSystemOptions(
                        new FileSystemOptions().setFileCachingEnabled(false).setClassPathResolvingEnabled(false)));
    }

    private static ByteSequence bytes(String text) {
        return ByteSequence.from(text, StandardCharsets.UTF_8);
    }

    /** Gives every call of one answer a deadline; a watch has none. */
    private record Deadline(Duration limit) implements ClientInterceptor {
        @Override
        public <Q, A> ClientCall<Q, A> interceptCall(MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
            boolean single = method.getType() == MethodDescriptor.MethodType.UNARY;
            return next.newCall(
                    method, single ? options.withDeadlineAfter(limit.toNanos(), TimeUnit.NANOSECONDS) : options);
        }
    }
}
