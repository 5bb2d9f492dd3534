#!/bin/sh
# Puts the jars and the BOM of this checkout into a Maven repository of their own, target/repository, where the examples find
# them; your own projects can, too. No test runs, and the shared local repository is not installed to.
set -eu
root=$(cd -- "$(dirname -- "$(readlink -f -- "$0")")/.." && pwd -P)
rm -rf "$root/target/repository"
cd "$root"
mvn -B -q -ntp -Pjar-only -DskipTests package org.apache.maven.plugins:maven-deploy-plugin:3.1.4:deploy \
    "-DaltDeploymentRepository=ethryx-checkout::file:$root/target/repository"
