#!/bin/sh
# Runs a program of the folder node, with Node itself and the package it needs, until it ends or gets TERM.
# usage: node.sh install | node.sh PROGRAM [ARGUMENTS...]
#   PROGRAM  the name of a file in node without its .js
set -eu
here=$(dirname "$(readlink -f "$0")")
. "$here/../../../../scripts/needs.sh"

folder=$cache/ws-$ws_version
fetch() { [ -f "$folder/node_modules/ws/package.json" ] || npm_into "$folder" "ws@$ws_version"; }
find_node
[ -f "$folder/node_modules/ws/package.json" ] || with_lock ws fetch
[ "${1:-}" != install ] || exit 0
program=$1
shift
NODE_PATH=$folder/node_modules exec "$node" "$here/node/$program.js" "$@"
