#!/usr/bin/env bash
# Fails when a tracked file names the host of a package registry or a path that exists on one machine only.
set -u
cd -- "$(dirname -- "$(readlink -f -- "$0")")/.." || exit 1
code=0

# found TITLE PATTERN [EXCEPT] prints the offending lines.
found() {
    local lines
    lines=$(git grep -nIE -- "$2" -- . ':!LICENSE' | grep -vE -- "${3:-^$}")
    if [ -n "$lines" ]; then
        printf '%s\n%s\n' "$1" "$lines"
        code=1
    fi
}

# The name spaces of POM files look like a host of Maven's and are none.
found "A package registry's host is named; let each user's own client settings choose it:" \
    'https?://[A-Za-z0-9.-]*(maven|npm|debian|pypi|crates)[A-Za-z0-9.-]*' \
    '//maven[.]apache[.]org/(POM|xsd)/|maven[.]apache[.]org/POM'
found "A lock file of npm names hosts; install with exact versions instead:" '"resolved": *"https?:'
found "A path of one machine is named:" '(^|[^A-Za-z0-9_.$}/-])/(work|farm|root|home/[a-z]+)/'
found "Something is marked as not done:" '(^|[^A-Za-z])(TODO|FIXME|XXX)([^A-Za-z]|$)' '^scripts/check-words[.]sh:'
exit "$code"
