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
# The project of docs/jobs/embed.md, as its reader writes it; the one thing added is where the jars are.
echo "--- docs/jobs/embed.md"
page=$root/docs/jobs/embed.md
block() { awk -v kind="\`\`\`$1" '$0 == kind { on = 1; next } /^```$/ { on = 0 } on' "$page"; }
project=$(mktemp -d)
trap 'rm -rf "$project"' EXIT
mkdir -p "$project/src/main/java"
block java >"$project/src/main/java/Decide.java"
repository="<repositories><repository><id>ethryx-checkout</id><url>file:$root/target/repository</url></repository></repositories>"
block xml | sed "s#^  <dependencyManagement>#  $repository\n&#" >"$project/pom.xml"
if (cd "$project" && mvn -B -q -ntp compile dependency:build-classpath -Dmdep.outputFile=cp) &&
    said=$("${JAVA_HOME:+$JAVA_HOME/bin/}java" -cp "$project/target/classes:$(cat "$project/cp")" Decide); then
    printf '%s\n' "$said"
    [ "$said" = "$(block output)" ] || { echo "that is not what docs/jobs/embed.md shows" && code=1; }
else
    code=1
fi
exit "$code"
