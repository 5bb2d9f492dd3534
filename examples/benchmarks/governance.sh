# The part of `run` that measures the mirror and governance, each by two gateways side by side; sourced by it.

hang_port=$((port_base + 13))

# A mirror target that takes connections and requests and never answers.
start_hanging() {
    sed -e "s#@PORT@#$hang_port#" "$here/hang.cfg" >"$temp/hang.cfg"
    haproxy -db -f "$temp/hang.cfg" >"$temp/hang.log" 2>&1 &
    local deadline=$((SECONDS + 30)) process=$!
    started+=("$process")
    until (exec 3<>"/dev/tcp/127.0.0.1/$hang_port") 2>/dev/null; do
        kill -0 "$process" 2>/dev/null || { cat "$temp/hang.log" >&2 && fail "the hanging mirror ended"; }
        [ "$SECONDS" -lt "$deadline" ] || fail "nothing listens on port $hang_port"
        sleep 0.01
    done
}

governance_config() { # NAME PORT
    local mirror=false
    [ "$1" != mirrored ] || mirror=true
    cat <<END
listen: 127.0.0.1:$2
metric_listen: 127.0.0.1:$(($2 + 20))
discovery:
  head_tracking: false
  static:
    1/nodes/s: {address: 127.0.0.1, port: $upstream_port, nodeType: 1, stateType: 1}
    1/lastBlockNumber: {latestBlockNumber: "0x1312d00"}
    1/mirror/m: {address: 127.0.0.1, port: $hang_port}
END
    if [ "$1" = governed ]; then
        cat <<END
usage: {sink: file, file: $temp/usage.jsonl}
proxy_config:
  processor:
    method_name_checker: {enable: true, denied_regexp: "^(admin|debug|miner)_"}
    rate_limiter: {rpc_methods: {eth_getBalance: 10000000, eth_getLogs: 50}, per: client}
    block_range_query_limit: {enable: true, hash_block_enable: true, recent_blocks: 1000000, max_range: 10000}
    observability_log: {enable: true, enable_error_log: true, slow_threshold: {default: 500}}
END
    else
        cat <<END
proxy_config: {processor: {method_denied: [], request_mirror: {enable: $mirror}}}
END
    fi
}

measure_pair() { # RAW FIRST SECOND
    proxies=("$2" "$3")
    port=()
    port_offset=16
    measure_requests "$1"
    summary "$1"
    kill "${pid[$2]}" "${pid[$3]}"
}
