#!/bin/sh
# Runs every example that is a project of its own against the jars in target/repository (scripts/publish-locally.sh). Where a README
# shows an output (a block that begins with ```output), the run has to print just that.
set -eu
root=$(cd -- "$(dirname -- "$(readlink -f -- "$0")")/.." && pwd -P)
code=0
# Maven resets colours that nobody set.
plain() { sed 's/\x1b\[[0-9;]*m//g'; }
shown() { awk '/^```output$/ { on = 1; next } /^```$/ { on = 0 } on' "$1"; }

for project in "$root"/examples/*/pom.xml; do
    example=$(dirname -- "$project")
    echo "--- ${example##*/}"
    expected=$(shown "$example/README.md")
    if [ -z "$expected" ]; then
        "$example/run" || code=1
    elif said=$("$example/run"); then
        said=$(printf '%s\n' "$said" | plain)
        printf '%s\n' "$said"
        [ "$said" = "$expected" ] || { echo "that is not what ${example##*/}/README.md shows" && code=1; }
    else
        printf '%s\n' "$said"
        code=1
    fi
done
exit "$code"
