#!/bin/sh
# Runs one real execution-layer node (anvil) on loopback until it gets TERM.
# usage: anvil.sh install | anvil.sh [PORT] [ANVIL FLAGS...]
#   PORT  for HTTP and WebSocket; 0 or none: a free one
# env:   BLOCK_TIME  seconds a block, default 1; empty: a block only when asked for
# Prints "ready http://127.0.0.1:PORT" on stdout once the node answers; everything else goes to stderr.
# This node has no net_peerCount (it answers -32601).
set -eu
here=$(dirname "$(readlink -f "$0")")
. "$here/../../../../scripts/needs.sh"

folder=$cache/anvil-$anvil_version
anvil=$folder/node_modules/$anvil_package/bin/anvil
fetch() { [ -x "$anvil" ] || npm_into "$folder" "$anvil_package@$anvil_version"; }
[ -x "$anvil" ] || with_lock anvil fetch
[ "${1:-}" != install ] || exit 0

port=${1:-0}
[ $# -eq 0 ] || shift
block_time=${BLOCK_TIME-1}
temp=$(mktemp -d)
pid=
finish() {
    trap - TERM INT
    [ -z "$pid" ] || kill "$pid" 2>/dev/null || :
    [ -z "$pid" ] || wait "$pid" 2>/dev/null || :
    rm -rf "$temp"
    exit "$1"
}
trap 'finish 0' TERM INT

: >"$temp/log"
"$anvil" --host 127.0.0.1 --port "$port" --cache-path "$temp/cache" \
    ${block_time:+--block-time "$block_time"} "$@" >"$temp/log" 2>&1 &
pid=$!

tries=0
while :; do
    url=$(sed -n 's#^Listening on \(127\.0\.0\.1:[0-9]*\).*#http://\1#p' "$temp/log")
    [ -n "$url" ] && curl -fs -m 1 -o "$temp/answer" -H 'content-type: application/json' \
        -d '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}' "$url" && break
    tries=$((tries + 1))
    if [ "$tries" -gt 300 ] || ! kill -0 "$pid" 2>/dev/null; then
        cat "$temp/log" >&2
        echo "anvil.sh: the node did not get ready" >&2
        finish 1
    fi
    sleep 0.1
done
echo "ready $url"
code=0
wait "$pid" || code=$?
pid=
finish "$code"
