#!/bin/sh
# Runs one real Kafka on loopback, broker and controller in one process, until it gets TERM.
# usage: kafka.sh PORT CONTROLLER_PORT FOLDER CLASS_PATH_FILE [PROPERTIES]
#   FOLDER           keeps its data from one run to the next
#   CLASS_PATH_FILE  holds the class path of a broker; the build of ethryx-usage writes target/broker-class-path
#   PROPERTIES       a file of further properties of the broker, which win
# Prints "ready 127.0.0.1:PORT" on stdout once it serves; everything else goes to stderr.
set -eu
port=$1
controller=$2
folder=$3
jars=$(cat "$4")
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
pid=
finish() {
    trap - TERM INT
    [ -z "$pid" ] || kill -9 "$pid" 2>/dev/null || :
    [ -z "$pid" ] || wait "$pid" 2>/dev/null || :
    exit "$1"
}
trap 'finish 0' TERM INT

mkdir -p "$folder"
cat >"$folder/server.properties" <<END
process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:$controller
listeners=PLAINTEXT://127.0.0.1:$port,CONTROLLER://127.0.0.1:$controller
advertised.listeners=PLAINTEXT://127.0.0.1:$port
controller.listener.names=CONTROLLER
listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
log.dirs=$folder/data
offsets.topic.replication.factor=1
offsets.topic.num.partitions=1
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
END
[ -z "${5:-}" ] || cat "$5" >>"$folder/server.properties"

run() {
    "$java" -Xmx256m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Dorg.slf4j.simpleLogger.defaultLogLevel=warn \
        -Dorg.slf4j.simpleLogger.log.kafka.server.KafkaRaftServer=info -cp "$jars" "$@"
}
[ -f "$folder/data/meta.properties" ] ||
    run kafka.tools.StorageTool format --ignore-formatted -t MkU3OEVBNTcwNTJENDM2Qg -c "$folder/server.properties" >&2

: >"$folder/log"
run kafka.Kafka "$folder/server.properties" >"$folder/log" 2>&1 &
pid=$!
tries=0
until grep -qs 'Kafka Server started' "$folder/log"; do
    tries=$((tries + 1))
    if [ "$tries" -gt 1200 ] || ! kill -0 "$pid" 2>/dev/null; then
        cat "$folder/log" >&2
        echo "kafka.sh: it did not get ready" >&2
        finish 1
    fi
    sleep 0.1
done
echo "ready 127.0.0.1:$port"
code=0
wait "$pid" || code=$?
pid=
finish "$code"
