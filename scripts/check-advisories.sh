#!/usr/bin/env bash
# Asks the open database of advisories (OSV) about every part that is shipped, and fails when it knows one.
# Without a way to the database this says so and passes: the check needs the network, the build does not.
#
# ETHRYX_ADVISORIES    the address of the query, for a mirror; "off" to leave the check out
# scripts/advisories-accepted.txt lists ids that were looked at and do not apply, one a line with the reason behind #.
set -u
cd -- "$(dirname -- "$(readlink -f -- "$0")")/.." || exit 1
address=${ETHRYX_ADVISORIES:-https://api.osv.dev/v1/querybatch}
accepted=scripts/advisories-accepted.txt
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT

if [ "$address" = off ]; then
    echo "NOT CHECKED: advisories are turned off by ETHRYX_ADVISORIES=off"
    exit 0
fi

# The licence fence has written down what is shipped: "(group:artifact:version - address)" a line.
cat -- */target/licences/THIRD-PARTY.txt 2>/dev/null |
    sed -n 's/.*(\([A-Za-z0-9_.-]*:[A-Za-z0-9_.-]*\):\([A-Za-z0-9_.+-]*\) - .*/\1 \2/p' | sort -u >"$temp/parts"
[ -s "$temp/parts" ] || { echo "there is no list of parts in target/licences: build first" && exit 1; }

{
    printf '{"queries":['
    comma=
    while read -r name version; do
        printf '%s{"package":{"ecosystem":"Maven","name":"%s"},"version":"%s"}' "$comma" "$name" "$version"
        comma=,
    done <"$temp/parts"
    printf ']}'
} >"$temp/query"

if ! curl -fsS --connect-timeout 5 -m 30 -H 'content-type: application/json' --data-binary "@$temp/query" -o "$temp/answer" "$address" 2>"$temp/why"; then
    echo "NOT CHECKED: the database of advisories can't be reached from here ($(tr -d '\n' <"$temp/why"))"
    exit 0
fi

# Every advisory has an id member of its own in the answer.
grep -oE '"id": *"[^"]+"' "$temp/answer" | sed 's/.*"\([^"]*\)"$/\1/' | sort -u >"$temp/known"
sed 's/[[:space:]]*#.*//' "$accepted" | grep . | sort -u >"$temp/accepted"
comm -23 "$temp/known" "$temp/accepted" >"$temp/open"
if [ -s "$temp/open" ]; then
    echo "Advisories for parts that are shipped (update the part, or add the id to $accepted with a reason):"
    cat "$temp/open"
    exit 1
fi
echo "$(wc -l <"$temp/parts") parts, no advisory"
