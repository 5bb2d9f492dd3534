#!/bin/sh
# Runs one real consensus-layer node (Lodestar's dev network: 8 validators in the process, no execution layer)
# on loopback until it gets TERM.
# usage: lodestar.sh install | lodestar.sh [PORT] [LODESTAR DEV FLAGS...]
#   PORT  of the Beacon API; 0 or none: a free one
# env:   SLOT_SECONDS  default 2
# Prints "ready http://127.0.0.1:PORT" on stdout once the node answers; everything else goes to stderr.
# /eth/v1/events wants topics=head&topics=block: this release never answers a comma list.
set -eu
here=$(dirname "$(readlink -f "$0")")
. "$here/../../../../scripts/needs.sh"

folder=$cache/lodestar-$lodestar_version
fetch() {
    [ ! -f "$folder/installed" ] || return 0
    mkdir -p "$folder"
    # The release asks for ranges whose newest members no longer fit it: every part of the family is pinned,
    # and so are four of its network libraries.
    {
        printf '{"name":"consensus-node","version":"1.0.0","private":true,'
        printf '"dependencies":{"@chainsafe/lodestar":"%s"},"overrides":{' "$lodestar_version"
        for part in api beacon-node config db fork-choice light-client params reqresp state-transition types utils validator; do
            printf '"@lodestar/%s":"%s",' "$part" "$lodestar_version"
        done
        printf '"@libp2p/tcp":"6.1.2","@multiformats/mafmt":"11.1.1","@multiformats/multiaddr":"11.6.1","mortice":"3.0.1"}}\n'
    } >"$folder/package.json"
    npm_into "$folder"
    # The native snappy is compiled by an install script, which we do not run; the pure JavaScript one is there too.
    cat >"$folder/node_modules/snappy/snappy.js" <<'JS'
const {compress, uncompress} = require('snappyjs');
const packed = bytes => Buffer.from(compress(bytes));
const unpacked = bytes => Buffer.from(uncompress(bytes));
const later = work => (bytes, ...rest) => {
  const done = rest[rest.length - 1];
  let result;
  try {
    result = work(bytes);
  } catch (failure) {
    done(failure);
    return;
  }
  done(null, result);
};
module.exports = {compressSync: packed, uncompressSync: unpacked, compress: later(packed), uncompress: later(unpacked)};
JS
    : >"$folder/installed"
}
find_node
[ -f "$folder/installed" ] || with_lock lodestar fetch
[ "${1:-}" != install ] || exit 0

free_port() {
    "$node" -e 's=require("net").createServer().listen(0,"127.0.0.1",()=>{console.log(s.address().port);s.close()})'
}
port=${1:-0}
[ $# -eq 0 ] || shift
[ "$port" != 0 ] || port=$(free_port)
peer_port=$(free_port)
url=http://127.0.0.1:$port
temp=$(mktemp -d)
pid=
finish() {
    trap - TERM INT
    if [ -n "$pid" ] && kill "$pid" 2>/dev/null; then
        # After an event stream was open this release may not end on TERM: it gets a second, then KILL.
        tries=0
        while kill -0 "$pid" 2>/dev/null && [ "$tries" -lt 10 ]; do
            sleep 0.1
            tries=$((tries + 1))
        done
        kill -9 "$pid" 2>/dev/null || :
        wait "$pid" 2>/dev/null || :
    fi
    rm -rf "$temp"
    exit "$1"
}
trap 'finish 0' TERM INT

# The node writes its genesis state to the folder it is started in.
cd "$temp"
NODE_BACKEND=js "$node" "$folder/node_modules/.bin/lodestar" dev --dataDir "$temp/data" --reset \
    --genesisValidators 8 --startValidators 0..7 --genesisTime "$(($(date +%s) + 5))" --eth1 false \
    --params.SECONDS_PER_SLOT "${SLOT_SECONDS:-2}" --rest.namespace '*' \
    --rest.address 127.0.0.1 --rest.port "$port" --beaconNodes "$url" \
    --listenAddress 127.0.0.1 --port "$peer_port" "$@" >&2 &
pid=$!

tries=0
until curl -fs -m 1 -o "$temp/answer" "$url/eth/v1/node/version"; do
    tries=$((tries + 1))
    if [ "$tries" -gt 900 ] || ! kill -0 "$pid" 2>/dev/null; then
        echo "lodestar.sh: the node did not get ready" >&2
        finish 1
    fi
    sleep 0.1
done
echo "ready $url"
code=0
wait "$pid" || code=$?
pid=
finish "$code"
