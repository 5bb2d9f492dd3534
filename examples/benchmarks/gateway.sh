# The part of `run` that measures the gateway; sourced by it.

readers=${READERS:-64}
trace_bytes=${TRACE_BYTES:-100000000}
read_rate=${READ_RATE:-2M}
second_port=$((port_base + 15))

gateway_config() { # PORT
    filled gateway.yaml "$1" | sed -e "s#@METRICS@#$(($1 + 20))#; s#@SECOND@#$second_port#"
}

# What a gateway does unless told otherwise, and a limit: it tells nodes of the client, and counts calls of a method.
full_gateway_config() { # PORT
    gateway_config "$1" | sed 's/^forwarded_headers: .*/forwarded_headers: append/'
    echo '  processor: {rate_limiter: {rpc_methods: {eth_getBalance: 1000000000}}}'
}

start_second_upstream() {
    filled upstream.conf "$second_port" | sed "s#$temp/upstream#$temp/second#g" >"$temp/second.conf"
    nginx -c "$temp/second.conf" >"$temp/second.log" 2>&1 &
    second_pid=$!
    started+=($!)
    await second "$second_port" / $!
}

# A gateway has no GET on its port: its probes tell when it serves.
await_gateway() { # NAME PORT PID
    await "$1" $(($2 + 20)) /readyz "$3"
}

small_beside() { # PATH SECONDS PORT: "requests microseconds p50 p99 errors" of 8 connections; late is after ten seconds
    wrk -t1 -c8 --timeout 10s "-d${2}s" -s "$here/post.lua" "http://127.0.0.1:$3$1" | sed -n 's/^RESULT //p'
}

# Many clients that read a long answer slowly, and small calls beside them.
measure_slow_readers() { # RAW
    local raw=$1 at=$((port_base + 14)) process i requests micros p50 p99 errors wrong=0 peak waiting=()
    { printf '{"jsonrpc":"2.0","id":1,"result":"0x' && head -c "$trace_bytes" /dev/zero | tr '\0' 7 && printf '"}'; } >"$temp/files/trace"
    gateway_config "$at" >"$temp/slow.yaml"
    ETHRYX_JAVA_OPTS="${ETHRYX_JAVA_OPTS:-} -Xmx128m -XX:+ExitOnOutOfMemoryError" "$ethryx" gateway --config "$temp/slow.yaml" >"$temp/slow.log" 2>&1 &
    process=$!
    started+=("$process")
    await_gateway slow "$at" "$process"
    small_beside /1 5 "$at" >"$temp/alone"
    for ((i = 0; i < readers; i++)); do
        curl -sS -w '%{http_code} %{size_download}\n' --limit-rate "$read_rate" -H 'content-type: application/json' \
            -o /dev/null -d '{"jsonrpc":"2.0","id":1,"method":"debug_traceBlockByNumber","params":["latest"]}' "http://127.0.0.1:$at/2" >"$temp/reader.$i" 2>&1 &
        waiting+=($!)
    done
    small_beside /1 15 "$at" >"$temp/beside"
    wait "${waiting[@]}" || :
    for ((i = 0; i < readers; i++)); do
        [ "$(<"$temp/reader.$i")" = "200 $(stat -c %s "$temp/files/trace")" ] || wrong=$((wrong + 1))
    done
    kill -0 "$process" || fail "the gateway has ended: $(tail -n 3 "$temp/slow.log")"
    peak=$(awk '/^VmHWM/ {print $2}' "/proc/$process/status")
    read -r requests micros p50 p99 errors <"$temp/alone"
    printf 'readers\tbytes_each\theap\tpeak_rss_kb\twrong\talone_p99_us\tbeside_p99_us\tbeside_errors\n' >"$raw"
    local alone=$p99
    read -r requests micros p50 p99 errors <"$temp/beside"
    printf '%s\t%s\t128m\t%s\t%s\t%s\t%s\t%s\n' "$readers" "$trace_bytes" "$peak" "$wrong" "$alone" "$p99" "$errors" >>"$raw"
    echo "$readers slow readers of $trace_bytes bytes each through -Xmx128m: $wrong answers wrong, peak RSS $((peak / 1024)) MB;" \
        "small calls beside them: p99 $p99 us (alone $alone us), $errors errors"
    kill "$process"
    wait "$process" || :
    [ "$wrong" = 0 ] && [ "$errors" = 0 ] || fail "slow readers did harm"
}

# One of two nodes dies under load.
measure_dying_node() { # RAW
    local raw=$1 at=$((port_base + 14)) process requests micros p50 p99 errors
    start_second_upstream
    gateway_config "$at" >"$temp/dying.yaml"
    "$ethryx" gateway --config "$temp/dying.yaml" >"$temp/dying.log" 2>&1 &
    process=$!
    started+=("$process")
    await_gateway dying "$at" "$process"
    small_beside /3 9 "$at" >"$temp/dying" &
    local asking=$!
    sleep 4
    # shellcheck disable=SC2046  # a list of processes
    kill -9 $(processes "$second_pid")
    wait "$asking"
    read -r requests micros p50 p99 errors <"$temp/dying"
    printf 'requests\tp99_us\tfailed\n%s\t%s\t%s\n' "$requests" "$p99" "$errors" >"$raw"
    echo "one of two nodes killed under load: $errors of $requests reads failed, p99 $p99 us"
    kill "$process"
    wait "$process" || :
    [ "$errors" = 0 ] || fail "reads failed"
}

measure_gateway() { # RESULTS
    proxies=(nginx ethryx gateway_full gateway)
    port=()
    port_offset=16
    measure_requests "$1-gateway.tsv" "$gateway_processes"
    summary "$1-gateway.tsv"
    kill "${pid[gateway_full]}"
    start_proxy nginx_plain
    proxies=(nginx nginx_plain gateway)
    script=send.lua
    sent=$temp/send
    local proxy
    printf '{"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransaction","params":["0x%s"]}' "$(printf '02f8%.0s' $(seq 16000))" >"$sent"
    measure_rounds "$1-gateway-64k.tsv"
    summary "$1-gateway-64k.tsv"
    for proxy in nginx nginx_plain ethryx gateway; do
        kill "${pid[$proxy]}"
    done
    measure_dying_node "$1-gateway-dying.tsv"
    measure_slow_readers "$1-gateway-slow.tsv"
}
