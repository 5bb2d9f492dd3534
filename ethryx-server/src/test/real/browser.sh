#!/bin/sh
# Drives Debian's Chromium through the program browser/PROGRAM.js, by playwright-core.
# usage: browser.sh install | browser.sh PROGRAM [ARGUMENTS...]
set -eu
here=$(dirname "$(readlink -f "$0")")
. "$here/../../../../scripts/needs.sh"

folder=$cache/playwright-$playwright_version
fetch() { [ -f "$folder/node_modules/playwright-core/package.json" ] || npm_into "$folder" "playwright-core@$playwright_version"; }
find_node
[ -f "$folder/node_modules/playwright-core/package.json" ] || with_lock playwright fetch
[ "${1:-}" != install ] || exit 0
program=$1
shift
CHROMIUM=$(command -v chromium) || { echo "browser.sh: there is no chromium on the PATH; install it (Debian: chromium)" >&2 && exit 1; }
export CHROMIUM
NODE_PATH=$folder/node_modules exec "$node" "$here/browser/$program.js" "$@"
