#!/usr/bin/env bash
# Builds a copy of the tree in another folder, in another time zone and locale, and compares every jar with those in target/.
# The class archive is left out: it belongs to one JVM. Fails when there is nothing to compare.
set -u
cd -- "$(dirname -- "$(readlink -f -- "$0")")/.." || exit 1
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT

# A clone, for the build asks git for the version; then what is not committed yet.
git clone -q . "$copy" || exit 1
git ls-files -coz --exclude-standard | while IFS= read -r -d '' file; do
    [ ! -e "$file" ] || printf '%s\0' "$file"
done | tar -c --null -T - | tar -x -C "$copy"

(
    cd "$copy" &&
        TZ=Pacific/Auckland LC_ALL=C mvn -B -q -DskipTests -Dspotless.check.skip -Dlicense.skip -Dexec.skip package
) || exit 1

sums() { (cd "$1" && find . -path '*/target/*.jar' -not -path '*/target/*/*' -not -name 'original-*' | sort | xargs -r sha256sum); }
first=$(sums .)
second=$(sums "$copy")
[ -n "$first" ] || { echo "there are no jars in target/: build first" && exit 1; }
if [ "$first" != "$second" ]; then
    echo "The two builds differ:"
    diff <(echo "$first") <(echo "$second")
    exit 1
fi
echo "$first"
