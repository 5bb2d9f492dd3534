package io.ethryx.server.gateway.mirror;

import io.ethryx.server.fields.FieldBlock;

/** A caller whose request has fields that copies of it take along. */
public interface RequestFields {

    /**
     * The fields as the client sent them, as far as they were not dropped.
     *
     * @return borrowed for the time of a call; not to be changed
     */
    FieldBlock fields();
}
