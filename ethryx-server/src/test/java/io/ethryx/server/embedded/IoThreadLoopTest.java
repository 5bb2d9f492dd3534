package io.ethryx.server.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.xnio.OptionMap;
import org.xnio.Options;
import org.xnio.Xnio;
import org.xnio.XnioWorker;

class IoThreadLoopTest {

    private final BlockingQueue<String> done = new LinkedBlockingQueue<>();

    @Test
    void tasks_run_on_the_thread_while_it_lives_and_are_let_go_once_it_has_ended() throws Exception {
        XnioWorker worker = Xnio.getInstance()
                .createWorker(OptionMap.create(Options.WORKER_IO_THREADS, 1, Options.THREAD_DAEMON, true));
        IoThreadLoop loop = new IoThreadLoop(worker.getIoThread(0));
        loop.execute(() -> done.add(String.valueOf(loop.inEventLoop())));
        assertThat(done.poll(10, TimeUnit.SECONDS)).isEqualTo("true");
        worker.shutdownNow();
        assertThat(worker.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
        loop.execute(() -> done.add("after the end"));
        assertThat(done).isEmpty();
    }
}
