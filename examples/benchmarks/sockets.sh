# The part of `run` that measures WebSockets beside HAProxy; sourced by it.

socket_port=$((port_base + 14))
sockets=${SOCKETS:-100}
idle_sockets=${IDLE_SOCKETS:-5000}
stream_bytes=${STREAM_BYTES:-1000000000}

# The program of both ends of a WebSocket; its heap is small, so that it does not disturb.
socket_program() { java -XX:+UseSerialGC -Xmx128m -Xshare:auto -cp "$temp/sockets" Sockets "$@"; }

start_socket_node() {
    javac -d "$temp/sockets" "$here/sockets/Sockets.java"
    java -XX:+UseSerialGC -Xmx128m -cp "$temp/sockets" Sockets node "$socket_port" >"$temp/sockets.log" 2>&1 &
    started+=($!)
    await sockets "$socket_port" / $!
}

start_socket_proxy() { # NAME [JAVA_OPTS]
    local at=$((port_base + 15 + ${#port[@]}))
    port[$1]=$at
    case $1 in
        haproxy)
            (upstream_port=$socket_port && filled haproxy.cfg "$at") >"$temp/haproxy-ws.cfg"
            haproxy -db -f "$temp/haproxy-ws.cfg" >"$temp/$1.log" 2>&1 &
            ;;
        ethryx*)
            ETHRYX_JAVA_OPTS="${ETHRYX_JAVA_OPTS:-} ${2:-}" "$ethryx" sidecar --listen "127.0.0.1:$at" --el-http-url "$upstream" \
                --cl-beacon-url "$upstream" --el-ws-url "ws://127.0.0.1:$socket_port" >"$temp/$1.log" 2>&1 &
            ;;
        *) fail "$1 is not measured with WebSockets" ;;
    esac
    pid[$1]=$!
    started+=($!)
    await "$1" "$at" / $!
}

load_ws() { socket_program echo "${port[$1]}" "$sockets" "$2"; } # NAME SECONDS: "messages microseconds p50 p99 errors"

measure_ws() { # RAW
    local raw=$1 proxy round before after messages micros p50 p99 errors hz i
    hz=$(getconf CLK_TCK)
    port=()
    start_socket_node
    for proxy in "${proxies[@]}"; do
        start_socket_proxy "$proxy"
    done
    for proxy in "${proxies[@]}"; do
        echo "warming up $proxy" >&2
        load_ws "$proxy" "$warm_up_seconds" >"$temp/warm"
    done
    printf 'round\tproxy\tmessages_per_s\tcpu_us_per_message\tp50_us\tp99_us\trss_kb\terrors\n' >"$raw"
    for ((round = 1; round <= rounds; round++)); do
        for ((i = 0; i < ${#proxies[@]}; i++)); do
            proxy=${proxies[$(((i + round) % ${#proxies[@]}))]}
            before=$(ticks "${pid[$proxy]}")
            read -r messages micros p50 p99 errors <<<"$(load_ws "$proxy" "$round_seconds")"
            after=$(ticks "${pid[$proxy]}")
            awk -v OFS='\t' -v round="$round" -v proxy="$proxy" -v n="$messages" -v us="$micros" -v t=$((after - before)) -v hz="$hz" \
                -v p50="$p50" -v p99="$p99" -v rss="$(rss_kb "${pid[$proxy]}")" -v errors="$errors" \
                'BEGIN {print round, proxy, int(n / us * 1e6), sprintf("%.2f", t / hz * 1e6 / n), p50, p99, rss, errors}' | tee -a "$raw" >&2
        done
    done
}

# What each of many silent sockets adds to the memory of proxies that are warm.
measure_idle_sockets() { # RAW
    local proxy before after
    printf 'proxy\tsockets\trss_kb_before\trss_kb_after\tkb_per_socket\n' >"$1"
    for proxy in "${proxies[@]}"; do
        before=$(rss_kb "${pid[$proxy]}")
        coproc held { socket_program idle "${port[$proxy]}" "$idle_sockets" 2>"$temp/idle.log"; }
        local process=$held_PID
        started+=("$process")
        IFS= read -r -t 120 -u "${held[0]}" || { cat "$temp/idle.log" >&2 && fail "$proxy did not open $idle_sockets sockets"; }
        after=$(rss_kb "${pid[$proxy]}")
        eval "exec ${held[1]}>&-"
        wait "$process" || :
        awk -v OFS='\t' -v proxy="$proxy" -v n="$idle_sockets" -v a="$before" -v b="$after" \
            'BEGIN {print proxy, n, a, b, sprintf("%.1f", (b - a) / n)}' | tee -a "$1"
    done
    awk -F '\t' '$1 == "ethryx" && $5 > 24 {exit 1}' "$1" || fail "an idle socket takes over 24 KB"
}

measure_socket_stream() { # RAW
    local got peak bytes micros
    start_socket_proxy ethryx_96m -Xmx96m
    got=$(socket_program stream "${port[ethryx_96m]}" "$stream_bytes" 2000) || fail "the stream did not come through"
    read -r bytes micros <<<"$got"
    peak=$(awk '/^VmHWM/ {print $2}' "/proc/${pid[ethryx_96m]}/status")
    printf 'bytes\theap\tseconds\tpeak_rss_kb\n%s\t96m\t%s\t%s\n' "$bytes" "$((micros / 1000000))" "$peak" >"$1"
    echo "$bytes bytes through one socket with -Xmx96m: $((micros / 1000000)) s, 2 of them a pause; peak RSS $((peak / 1024)) MB"
}

measure_sockets() { # RESULTS
    proxies=(haproxy ethryx)
    measure_ws "$1-ws.tsv"
    summary "$1-ws.tsv"
    measure_idle_sockets "$1-ws-idle.tsv"
    measure_socket_stream "$1-ws-stream.tsv"
    kill "${pid[haproxy]}" "${pid[ethryx]}" "${pid[ethryx_96m]}"
}
