#!/usr/bin/env bash
# Compares the libraries with those of the last release (the last tag vX.Y.Z before this commit), by japicmp: fails when a program that
# was built with them would no longer compile or link, unless the version says so (another first number; before 1.0 another second one).
# Before the first release there is nothing to compare with: docs/reference/api, which a test holds the libraries to, is all there is.
#
# usage: scripts/check-api.sh [REVISION]      a revision instead of the last release; then any break fails
#
# Needs the jars in target/ (any build leaves them). Reports: ethryx-*/target/japicmp/.
set -eu
cd -- "$(dirname -- "$(readlink -f -- "$0")")/.."

version_of() { sed -n 's#^  <version>\(.*\)</version>$#\1#p' | head -n 1; }
line_of() { sed -E 's/^0\.([0-9]+).*/0.\1/; t; s/^([0-9]+).*/\1/' <<<"$1"; }

hold=true
if [ $# -gt 0 ]; then
    before=$1
else
    before=$(git describe --tags --abbrev=0 --match 'v[0-9]*' HEAD^ 2>/dev/null || :)
    if [ -z "$before" ]; then
        echo "Nothing was released yet; docs/reference/api is what the libraries are held to."
        exit 0
    fi
    [ "$(line_of "${before#v}")" = "$(line_of "$(version_of <pom.xml)")" ] || hold=false
fi

temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
libraries=(ethryx-core ethryx-routing ethryx-governance ethryx-health ethryx-discovery ethryx-usage)
modules=$(IFS=, && echo "${libraries[*]}")

git clone -q . "$temp/tree"
git -C "$temp/tree" checkout -q "$(git rev-parse "$before^{commit}")"
(cd "$temp/tree" && mvn -B -q -ntp -pl "$modules" -Dmaven.test.skip=true -Dspotless.check.skip -Dlicense.skip package)
mkdir "$temp/jars"
for library in "${libraries[@]}"; do
    cp "$(ls "$temp/tree/$library"/target/"$library"-*.jar)" "$temp/jars/$library.jar"
done

echo "The libraries beside those of $before:"
mvn -B -ntp -fae -Papi "-Dapi.before=$temp/jars" "-Dapi.hold=$hold" -pl "$modules" com.github.siom79.japicmp:japicmp-maven-plugin:cmp
