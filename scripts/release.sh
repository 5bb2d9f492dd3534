#!/usr/bin/env bash
# Makes the archive that users unpack: launcher, jar, unit files, manual, completion, configurations.
#
# usage: scripts/release.sh [vX.Y.Z]
#
# With a tag: it has to be the version of pom.xml, the tree must be clean and stand at that tag, and CHANGELOG.md needs its notes.
# Without: whatever the tree is, under the version of pom.xml.
# Leaves target/release/ethryx-vVERSION.tar.gz, its .sha256, the notes, and ethryx.tar.gz as a name that stays. The same tree gives the same bytes.
set -euo pipefail
cd -- "$(dirname -- "$(readlink -f -- "$0")")/.."

stop() {
    printf 'release: %s\n' "$1" >&2
    exit 1
}

# The project's own version is the first one in the file that stands two spaces deep.
version=$(sed -n 's#^  <version>\(.*\)</version>$#\1#p' pom.xml | head -n 1)
[ -n "$version" ] || stop "pom.xml names no version."

# notes VERSION prints the part of the changelog that speaks of it.
notes() {
    awk -v want="## [$1]" 'index($0, "## [") == 1 { on = index($0, want) == 1; next } on' CHANGELOG.md
}

section=Unreleased
if [ $# -gt 0 ]; then
    [ "$1" = "v$version" ] || stop "the tag is $1 and pom.xml says $version; tag v$version, or set the version first."
    case $version in *-SNAPSHOT) stop "$version is no release; set the version without -SNAPSHOT first." ;; esac
    [ -z "$(git status --porcelain)" ] || stop "the tree has changes that are not committed; commit or drop them."
    [ "$(git rev-parse "$1^{commit}" 2>/dev/null)" = "$(git rev-parse HEAD)" ] || stop "the tree does not stand at $1; check the tag out."
    section=$version
fi
[ -n "$(notes "$section" | tr -d '[:space:]')" ] || stop "CHANGELOG.md says nothing under [$section]; write what changes for users."

jar=ethryx-server/target/ethryx.jar
if [ ! -f "$jar" ] || [ $# -gt 0 ]; then
    mvn -B -q -ntp -pl ethryx-server -am -DskipTests clean package >&2
fi

name=ethryx-v$version
out=target/release
folder=$out/$name
rm -rf "$out"
mkdir -p "$folder"/{lib,man,completion,examples}
cp ethryx README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md LICENSE "$folder"
cp "$jar" scripts/archive.sh "$folder/lib"
# What the README leads to, at the same places.
cp -r docs "$folder"
cp -r examples/config examples/dashboards examples/alerts "$folder/examples"
git ls-files 'ethryx-*/README.md' 'examples/*README.md' 'examples/*.svg' | while IFS= read -r page; do
    mkdir -p "$folder/$(dirname -- "$page")"
    cp "$page" "$folder/$page"
done
run() { "${JAVA_HOME:+$JAVA_HOME/bin/}java" -Xshare:auto -Xlog:disable -Xlog:all=error:stderr -jar "$jar" "$@"; }
run man >"$folder/man/ethryx.1"
run completion >"$folder/completion/ethryx.bash"
notes "$section" >"$out/$name.notes.md"
if [ -f ethryx-server/target/bom.json ]; then
    cp ethryx-server/target/bom.json "$folder/lib/ethryx.cdx.json"
fi

# Same order, owner and time, so that the same tree gives the same bytes.
when=$(git log -1 --format=%ct 2>/dev/null || echo 0)
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$when" -C "$out" -c "$name" | gzip -9n >"$out/$name.tar.gz"
(cd "$out" && sha256sum "$name.tar.gz" >"$name.tar.gz.sha256")
cp "$out/$name.tar.gz" "$out/ethryx.tar.gz"
rm -rf "$folder"
echo "$out/$name.tar.gz"
