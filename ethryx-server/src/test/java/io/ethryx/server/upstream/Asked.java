package io.ethryx.server.upstream;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.fields.KnownField;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.xnio.XnioIoThread;

/** A call of the tests: writes a body, reads the answer whole unless told not to, and lets other threads wait for it. */
public final class Asked implements UpstreamListener {

    public final XnioIoThread thread;
    public final List<String> informational = new CopyOnWriteArrayList<>();
    public final CountDownLatch headSeen = new CountDownLatch(1);
    public final CountDownLatch ended = new CountDownLatch(1);
    public final CountDownLatch failed = new CountDownLatch(1);
    public volatile UpstreamCall call;
    public volatile int status;
    public volatile long length = -9;
    public volatile FieldBlock headers;
    public volatile UpstreamFailure failure;
    public volatile boolean autoRead = true;
    public volatile int readSize = 1_024;
    public volatile boolean endWhenWritten = true;
    public volatile FieldBlock requestTrailers;
    public volatile RuntimeException misuse;
    public final ByteArrayOutputStream body = new ByteArrayOutputStream();
    public ByteBuffer toWrite = ByteBuffer.allocate(0);
    private boolean begun;

    public Asked(XnioIoThread thread) {
        this.thread = thread;
    }

    public Asked writing(String bytes) {
        return writing(bytes.getBytes(StandardCharsets.ISO_8859_1));
    }

    public Asked writing(byte[] bytes) {
        toWrite = ByteBuffer.wrap(bytes);
        return this;
    }

    public Asked begin(Upstream upstream, UpstreamRequest request) {
        thread.execute(() -> {
            call = upstream.call(thread, request, this);
            begun = true;
            push();
        });
        return this;
    }

    private void push() {
        while (toWrite.hasRemaining()) {
            if (call.write(toWrite) == 0) {
                call.wantWrite(true);
                return;
            }
        }
        call.wantWrite(false);
        if (endWhenWritten) {
            call.endRequest(requestTrailers);
        }
    }

    @Override
    public void onInformational(int status, FieldBlock fields) {
        onCallThread();
        informational.add(status + " " + fields.value(KnownField.LINK));
    }

    @Override
    public void onHead(int status, FieldBlock fields, long contentLength) {
        onCallThread();
        this.status = status;
        FieldBlock kept = new FieldBlock();
        kept.addAll(fields);
        this.headers = kept;
        this.length = contentLength;
        headSeen.countDown();
        if (autoRead) {
            pull();
        }
    }

    public void pull() {
        ByteBuffer into = ByteBuffer.allocateDirect(readSize);
        while (true) {
            int n = call.read(into.clear());
            if (n > 0) {
                byte[] bytes = new byte[n];
                into.flip().get(bytes);
                synchronized (body) {
                    body.writeBytes(bytes);
                }
            }
            if (call.answerComplete()) {
                call.wantRead(false);
                ended.countDown();
                return;
            }
            if (n == 0) {
                call.wantRead(true);
                return;
            }
            if (n < 0) {
                return;
            }
        }
    }

    @Override
    public void onReadable() {
        onCallThread();
        pull();
    }

    @Override
    public void onWritable() {
        onCallThread();
        push();
    }

    @Override
    public void onFailure(UpstreamFailure failure) {
        onCallThread();
        this.failure = failure;
        failed.countDown();
    }

    private void onCallThread() {
        if (Thread.currentThread() != thread || !begun) {
            misuse = new IllegalStateException("a callback came from " + Thread.currentThread());
        }
    }

    /** Waits for the answer's end. */
    public Asked answered() throws InterruptedException {
        await(ended, "the answer's end");
        return this;
    }

    public UpstreamFailure failure() throws InterruptedException {
        await(failed, "a failure");
        return failure;
    }

    public Asked headed() throws InterruptedException {
        await(headSeen, "the answer's head");
        return this;
    }

    private void await(CountDownLatch latch, String what) throws InterruptedException {
        if (!latch.await(15, TimeUnit.SECONDS)) {
            throw new AssertionError("waited in vain for " + what + "; failure: " + failure + ", status: " + status);
        }
        if (misuse != null) {
            throw misuse;
        }
    }

    /** The value of a field of the head, or null. */
    public String field(String lowerCase) {
        int line = headers.find(lowerCase, 0);
        return line < 0 ? null : headers.value(line);
    }

    public String text() {
        synchronized (body) {
            return body.toString(StandardCharsets.ISO_8859_1);
        }
    }

    public int received() {
        synchronized (body) {
            return body.size();
        }
    }

    /** Runs something on the call's thread and waits for it. */
    public void onThread(Runnable work) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        thread.execute(() -> {
            work.run();
            done.countDown();
        });
        await(done, "the IO thread");
    }
}
