package io.ethryx.server.listener;

import io.undertow.util.AttachmentKey;

/** Where an exchange keeps its {@link ClientStream}. */
final class ClientStreams {

    static final AttachmentKey<ClientStream> KEY = AttachmentKey.create(ClientStream.class);

    private ClientStreams() {}
}
