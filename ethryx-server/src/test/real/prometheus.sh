#!/bin/sh
# Runs one real Prometheus on loopback that scrapes one page each second, until it gets TERM.
# usage: prometheus.sh PORT TARGET
#   PORT    for its own pages
#   TARGET  host:port of the page /metrics
# Prints "ready http://127.0.0.1:PORT" on stdout once it answers; everything else goes to stderr.
set -eu
port=$1
target=$2
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

cat >"$temp/prometheus.yml" <<END
global: {scrape_interval: 1s}
scrape_configs: [{job_name: gateway, static_configs: [{targets: ["$target"]}]}]
END
prometheus --config.file="$temp/prometheus.yml" --storage.tsdb.path="$temp/data" \
    --web.listen-address="127.0.0.1:$port" --log.level=warn >&2 &
pid=$!

tries=0
until curl -fs -m 1 -o "$temp/answer" "http://127.0.0.1:$port/-/ready"; do
    tries=$((tries + 1))
    if [ "$tries" -gt 300 ] || ! kill -0 "$pid" 2>/dev/null; then
        echo "prometheus.sh: it did not get ready" >&2
        finish 1
    fi
    sleep 0.1
done
echo "ready http://127.0.0.1:$port"
code=0
wait "$pid" || code=$?
pid=
finish "$code"
