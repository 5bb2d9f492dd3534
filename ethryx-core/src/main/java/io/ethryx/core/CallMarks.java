package io.ethryx.core;

import io.ethryx.core.apart.Apart;

/** Where the parts of one call stand, as the reader goes over it. One object a reader, used for call after call. */
final class CallMarks extends Apart {

    int from;
    int to;
    int methodFrom;
    int methodTo;
    int paramsFrom;
    int paramsTo;
    int first;
    int second;
    int third;
    int fourth;
    int last;
    int idFrom;
    int idTo;

    CallMarks() {
        begin(0);
    }

    void begin(int opening) {
        from = opening;
        to = RpcCall.ABSENT;
        methodFrom = RpcCall.ABSENT;
        methodTo = RpcCall.ABSENT;
        paramsFrom = RpcCall.ABSENT;
        paramsTo = RpcCall.ABSENT;
        first = RpcCall.ABSENT;
        second = RpcCall.ABSENT;
        third = RpcCall.ABSENT;
        fourth = RpcCall.ABSENT;
        last = RpcCall.ABSENT;
        idFrom = RpcCall.ABSENT;
        idTo = RpcCall.ABSENT;
    }

    /** The next parameter of an array begins. */
    void parameter(int position) {
        if (last == RpcCall.ABSENT) {
            first = position;
        } else if (second == RpcCall.ABSENT) {
            second = position;
        } else if (third == RpcCall.ABSENT) {
            third = position;
        } else if (fourth == RpcCall.ABSENT) {
            fourth = position;
        }
        last = position;
    }
}
