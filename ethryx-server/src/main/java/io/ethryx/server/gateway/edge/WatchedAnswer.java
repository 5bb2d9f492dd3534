package io.ethryx.server.gateway.edge;

import io.ethryx.server.fields.FieldBlock;
import io.ethryx.server.listener.ClientAnswer;
import java.io.IOException;
import java.nio.ByteBuffer;

/** An answer whose head is shown to a watch before it goes. */
record WatchedAnswer(ClientAnswer answer, RequestWatch watch) implements ClientAnswer {

    @Override
    public void begin(int status, FieldBlock fields, long contentLength) {
        watch.answers(status, fields);
        answer.begin(status, fields, contentLength);
    }

    @Override
    public void sendInformational(int status, FieldBlock fields) {
        answer.sendInformational(status, fields);
    }

    @Override
    public void closeAfter() {
        answer.closeAfter();
    }

    @Override
    public boolean hasBegun() {
        return answer.hasBegun();
    }

    @Override
    public int status() {
        return answer.status();
    }

    @Override
    public int write(ByteBuffer bytes) throws IOException {
        return answer.write(bytes);
    }

    @Override
    public int writeLast(ByteBuffer bytes) throws IOException {
        return answer.writeLast(bytes);
    }

    @Override
    public void trailers(FieldBlock trailers) {
        answer.trailers(trailers);
    }

    @Override
    public void end() throws IOException {
        answer.end();
    }

    @Override
    public boolean flush() throws IOException {
        return answer.flush();
    }

    @Override
    public void whenWritable(Runnable action) {
        answer.whenWritable(action);
    }

    @Override
    public void want(boolean wanted) {
        answer.want(wanted);
    }

    @Override
    public long bodyBytes() {
        return answer.bodyBytes();
    }
}
