#!/usr/bin/env bash
# Compares docs/coverage.md with docs/requirements.txt and with the tests in the sources; prints every gap.
set -u
cd -- "$(dirname -- "$(readlink -f -- "$0")")/.." || exit 1
export LC_ALL=C

# Every test method as "Class#method", from all modules and examples.
tests() {
    find . -path '*/src/test/java/*' -name '*.java' -not -path '*/target/*' -print0 | xargs -0 awk '
        FNR == 1 { class = FILENAME; sub(/.*\//, "", class); sub(/\.java$/, "", class); test = 0 }
        /^[ \t]*@(Test|ParameterizedTest|RepeatedTest|TestFactory)/ { test = 1 }
        test && /^[ \t]*(public |protected |private |static |final )*[A-Za-z<>?., ]+ [A-Za-z0-9_]+\(/ && !/^[ \t]*@/ {
            method = $0; sub(/\(.*/, "", method); sub(/.*[ \t]/, "", method)
            print class "#" method; test = 0
        }'
}

awk -v requirements=docs/requirements.txt -v tests=<(tests) '
    function fault(text) { print "docs/coverage.md" (where ? ":" where : "") ": " text; faults++ }
    BEGIN {
        n = split("WebSocket;h2c upstream;HTTP/2 hardening;access log;tracing;mocks;pair readiness;gateway routing;etcd and admin;governance and usage;embedding and packaging", list, ";")
        for (i = 1; i <= n; i++) milestone[list[i]] = 1
        while ((getline line < requirements) > 0) {
            if (line ~ /^#/ || line == "") continue
            id = line; sub(/ .*/, "", id)
            sub(/^[^ ]+ +/, "", line)
            name[id] = line; order[++count] = id
        }
        while ((getline line < tests) > 0) there[line] = 1
    }
    /^\| *[SG]?[0-9]+ *\|/ {
        where = FNR
        split($0, cell, "|")
        id = cell[2]; gsub(/ /, "", id)
        what = cell[3]; gsub(/^ +| +$/, "", what)
        if (!(id in name)) { fault(id " is not in docs/requirements.txt"); next }
        if (id in seen) fault(id " stands twice")
        seen[id] = 1
        if (what != name[id]) fault(id " is called \"" name[id] "\" in docs/requirements.txt")
        if (split(cell[4], item, ",") == 0) item[1] = ""
        held = 0
        for (i in item) {
            text = item[i]; gsub(/^[ `]+|[ `]+$/, "", text)
            if (text ~ /^later: /) {
                sub(/^later: /, "", text)
                if (text in milestone) held = 1; else fault(id ": there is no milestone \"" text "\"")
            } else if (text ~ /^file: /) {
                sub(/^file: /, "", text)
                if ((getline line < text) > 0) { held = 1; close(text) } else fault(id ": there is no file " text)
            } else if (text == "" || text == "-") {
                fault(id " (" what ") has no test yet")
            } else if (text in there) {
                held = 1; named++
            } else {
                fault(id ": there is no test " text)
            }
        }
        delete item
    }
    END {
        where = 0
        for (i = 1; i <= count; i++) if (!(order[i] in seen)) fault(order[i] " (" name[order[i]] ") is missing")
        printf "%d promises, %d tests named, %d gaps\n", count, named, faults
        exit faults > 0
    }' docs/coverage.md
