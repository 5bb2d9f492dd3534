package io.ethryx.server.gateway.admin;

import io.ethryx.discovery.EtcdEdit;
import io.ethryx.discovery.EtcdValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Changes of keys that are to be made together, each guarded by what was read. Immutable.
 *
 * @param edit for etcd
 * @param changes for people
 */
record Draft(EtcdEdit edit, List<Change> changes) {

    static final Draft NONE = new Draft(EtcdEdit.NONE, List.of());

    Draft {
        changes = List.copyOf(changes);
    }

    /**
     * One key before and after.
     *
     * @param key without prefix
     * @param before its text, null where it was not there
     * @param after its text, null where it is not to be there
     */
    record Change(
            String key, @Nullable String before, @Nullable String after) {}

    /** And puts a key that was not there. */
    Draft make(String key, String text) {
        return with(edit.put(key, Optional.empty(), text), new Change(key, null, text));
    }

    /** And gives a key another value. */
    Draft replace(EtcdValue read, String text) {
        return with(edit.put(read.key(), Optional.of(read), text), new Change(read.key(), read.text(), text));
    }

    /** And deletes a key. */
    Draft delete(EtcdValue read) {
        return with(edit.delete(read), new Change(read.key(), read.text(), null));
    }

    /** And holds only if a key is still as it was read, which is not changed. */
    Draft whileUnchanged(EtcdValue read) {
        Map<String, Long> guards = new LinkedHashMap<>(edit.guards());
        guards.put(read.key(), read.revision());
        return new Draft(new EtcdEdit(guards, edit.changes()), changes);
    }

    private Draft with(EtcdEdit greater, Change change) {
        List<Change> more = new ArrayList<>(changes);
        more.add(change);
        return new Draft(greater, more);
    }
}
