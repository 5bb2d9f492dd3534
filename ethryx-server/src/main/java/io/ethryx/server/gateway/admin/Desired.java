package io.ethryx.server.gateway.admin;

import io.ethryx.discovery.Fault;
import io.ethryx.discovery.StaticEntry;
import io.ethryx.discovery.StaticSource;
import java.util.List;

/** Checks a value that is to be written by the rules that it will be read by. */
final class Desired {

    private Desired() {}

    /** Refuses a value that the topology's readers would. */
    static String checked(String key, String json) {
        List<Fault> faults = StaticSource.check(List.of(new StaticEntry(key, json, 0)));
        for (Fault fault : faults) {
            String member = fault.member().isEmpty() ? "the key" : fault.member();
            throw AdminFault.bad(member + " " + fault.rule(), fault.toString());
        }
        return json;
    }
}
