# The part of `run` that measures following a real etcd; sourced by it.
measure_etcd() { # RAW; ends with 1 where a bound is missed
    local etcd=http://127.0.0.1:$((port_base + 9)) peer=http://127.0.0.1:$((port_base + 10))
    etcd --log-level=error --data-dir="$temp/etcd" --listen-client-urls="$etcd" --advertise-client-urls="$etcd" \
        --listen-peer-urls="$peer" --initial-advertise-peer-urls="$peer" --initial-cluster="default=$peer" >"$temp/etcd.log" 2>&1 &
    started+=($!)
    await etcd "$((port_base + 9))" /health "$!"
    "$ethryx" --version >/dev/null # builds the jar where there is none
    "${JAVA_HOME:+$JAVA_HOME/bin/}java" -Xmx256m -XX:+UseSerialGC -cp "$here/../../ethryx-server/target/ethryx.jar" "$here/EtcdBenchmark.java" "$etcd" "$1"
}
