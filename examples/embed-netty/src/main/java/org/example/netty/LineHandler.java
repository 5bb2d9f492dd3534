package org.example.netty;

import io.ethryx.core.AnswerReader;
import io.ethryx.core.Body;
import io.ethryx.core.CallBytes;
import io.ethryx.core.ErrorCatalogue;
import io.ethryx.core.InvalidCall;
import io.ethryx.core.JsonRpcReader;
import io.ethryx.core.RpcBatch;
import io.ethryx.core.RpcCall;
import io.ethryx.core.RpcId;
import io.ethryx.core.RpcRequest;
import io.ethryx.core.line.BatchMode;
import io.ethryx.core.line.BatchRequest;
import io.ethryx.core.line.BatchRun;
import io.ethryx.core.line.BlockContexts;
import io.ethryx.core.line.CallFacts;
import io.ethryx.core.line.CallRun;
import io.ethryx.core.line.CallStep;
import io.ethryx.core.line.Caller;
import io.ethryx.core.line.FailureKind;
import io.ethryx.core.line.NodeReply;
import io.ethryx.core.line.RpcPipeline;
import io.ethryx.core.line.SubBatch;
import io.ethryx.core.line.Target;
import io.ethryx.core.topology.ChainId;
import io.ethryx.core.topology.Node;
import io.ethryx.core.topology.Topology;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/** POST /CHAIN: takes calls and batches along the line, on the channel's event loop from beginning to end. */
@Sharable
final class LineHandler extends SimpleChannelInboundHandler<FullHttpRequest> {

    private final HttpClient http = HttpClient.newHttpClient();
    private final RpcPipeline line;
    private final BlockContexts contexts;
    private final Supplier<Topology> topologies;

    LineHandler(RpcPipeline line, BlockContexts contexts, Supplier<Topology> topologies) {
        this.line = line;
        this.contexts = contexts;
        this.topologies = topologies;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext client, FullHttpRequest http) {
        RpcRequest request = new JsonRpcReader().read(Body.of(ByteBufUtil.getBytes(http.content())));
        Caller caller = name -> http.headers().get(name);
        Optional<ChainId> chain = ChainId.parse(http.uri().substring(1));
        if (request instanceof InvalidCall invalid) {
            send(client, invalid.error().httpStatus(), invalid.error().toBody(invalid.id()));
        } else if (chain.isEmpty()) {
            send(client, 200, ErrorCatalogue.INVALID_CHAIN.toBody(RpcId.NULL));
        } else {
            Target target = Target.of(topologies.get(), chain.get());
            if (request instanceof RpcCall call) {
                proceed(client, line.start(new CallFacts(call, target, caller, contexts), System.nanoTime()));
            } else {
                BatchRequest batch = new BatchRequest((RpcBatch) request, target, caller, contexts, BatchMode.SPLIT);
                BatchRun run = line.start(batch, System.nanoTime());
                proceed(client, run, run.first());
            }
        }
    }

    /** Does what the run says, until there is an answer. */
    private void proceed(ChannelHandlerContext client, CallRun run) {
        if (run.step() instanceof CallStep.Ask ask) {
            List<ByteBuffer> body = new ArrayList<>();
            CallBytes.single(run.facts().call(), ask.rewrite(), body);
            this.ask(client, ask.decision().node(), body, (reply, bytes) -> {
                NodeReply looked = reply instanceof NodeReply.Answered came
                        ? new NodeReply.Answered(
                                came.httpStatus(), new AnswerReader().look(Body.of(bytes), true), came.elapsedNanos())
                        : reply;
                if (run.replied(looked) instanceof CallStep.Relay relay) {
                    send(
                            client,
                            run.facts().call().notification()
                                    ? 204
                                    : relay.reply().httpStatus(),
                            bytes);
                    run.ended(bytes.length, System.nanoTime());
                } else {
                    proceed(client, run);
                }
            });
        } else if (run.step() instanceof CallStep.Answer own) {
            RpcId id = run.facts().call().id();
            send(
                    client,
                    id == null ? 204 : own.error().httpStatus(),
                    id == null ? new byte[0] : own.error().toBody(id));
            run.ended(0, System.nanoTime());
        }
    }

    private void proceed(ChannelHandlerContext client, BatchRun run, List<SubBatch> next) {
        for (SubBatch sub : next) {
            ask(client, sub.decision().node(), sub.body(), (reply, bytes) -> {
                var answers = reply instanceof NodeReply.Answered ? new AnswerReader().readAll(Body.of(bytes)) : null;
                proceed(client, run, run.replied(sub, reply, answers, System.nanoTime()));
            });
        }
        if (next.isEmpty() && run.settled()) {
            Body whole = Body.of(run.answer());
            send(client, whole.length() == 0 ? 204 : 200, whole.copy(0, whole.length()));
            run.ended(System.nanoTime());
        }
    }

    private void ask(
            ChannelHandlerContext client, Node node, List<ByteBuffer> body, BiConsumer<NodeReply, byte[]> then) {
        long begun = System.nanoTime();
        Body whole = Body.of(body);
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + node.hostPort() + "/"))
                .header("content-type", "application/json")
                .timeout(Duration.ofSeconds(5))
                .POST(HttpRequest.BodyPublishers.ofByteArray(whole.copy(0, whole.length())))
                .build();
        http.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray())
                .whenComplete((answer, failure) -> client.executor().execute(() -> {
                    long took = System.nanoTime() - begun;
                    if (failure == null) {
                        then.accept(new NodeReply.Answered(answer.statusCode(), null, took), answer.body());
                    } else {
                        then.accept(new NodeReply.Failed(FailureKind.CLOSED, took), new byte[0]);
                    }
                }));
    }

    private static void send(ChannelHandlerContext client, int status, byte[] body) {
        var answer = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status), Unpooled.wrappedBuffer(body));
        if (status != 204) {
            answer.headers().set(HttpHeaderNames.CONTENT_TYPE, "application/json");
            answer.headers().set(HttpHeaderNames.CONTENT_LENGTH, body.length);
        }
        client.writeAndFlush(answer);
    }
}
