#!/bin/sh
# Builds the launcher jar: build-jar.sh JAVA_HOME. Quiet; progress and faults go to stderr. Tests and fences
# are left to "./verify".
set -eu
root=$(cd -- "$(dirname -- "$(readlink -f -- "$0")")/.." && pwd -P)
JAVA_HOME=$1
export JAVA_HOME
log=$(mktemp)
trap 'rm -f "$log"' EXIT
build() {
    (cd "$root" && mvn -B -q -ntp -pl ethryx-server -am -Pjar-only -DskipTests package) >"$log" 2>&1
}

echo "ethryx: building the jar, once (a minute or two, longer where Maven has to fetch its parts) ..." >&2
if build; then
    echo "ethryx: built" >&2
    exit 0
fi
if grep -qE 'Could not (transfer|resolve)|Connection (reset|timed out)' "$log"; then
    echo "ethryx: a part could not be fetched; one more try ..." >&2
    if build; then
        echo "ethryx: built" >&2
        exit 0
    fi
fi
tail -n 30 "$log" >&2
exit 1
