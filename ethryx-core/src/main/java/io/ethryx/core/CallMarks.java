package io.ethryx.core;

/** Where the parts of one call stand, as the reader goes over it. One object a reader, used for call after call. */
final class CallMarks {

    int from;
    int to;
    int methodFrom;
    int methodTo;
    int paramsFrom;
    int paramsTo;
    int idFrom;
    int idTo;

    CallMarks() {
        begin(0);
    }

    void begin(int first) {
        from = first;
        to = RpcCall.ABSENT;
        methodFrom = RpcCall.ABSENT;
        methodTo = RpcCall.ABSENT;
        paramsFrom = RpcCall.ABSENT;
        paramsTo = RpcCall.ABSENT;
        idFrom = RpcCall.ABSENT;
        idTo = RpcCall.ABSENT;
    }
}
