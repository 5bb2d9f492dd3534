#!/bin/sh
# Runs every example that is a project of its own against the jars in target/repository (scripts/publish-locally.sh).
set -eu
root=$(cd -- "$(dirname -- "$(readlink -f -- "$0")")/.." && pwd -P)
code=0
for project in "$root"/examples/*/pom.xml; do
    example=$(dirname -- "$project")
    echo "--- ${example##*/}"
    "$example/run" || code=1
done
exit "$code"
