#!/bin/sh
# Installs VS Code (code-server), Node 24 and a browser's driver into the folder $1, about 3 minutes and 750 MB; the tests
# find them through VSCODE_TOOLS=$1. Before it, as root: apt-get install build-essential chromium libkrb5-dev libsecret-1-dev
set -eu
mkdir -p "$1/node24"
cd "$1"
for folder in . node24; do # two: an install that rebuilds Node cannot compile against its headers
    [ -f $folder/package.json ] || echo '{"private": true}' >$folder/package.json
done
npm install --prefix node24 --no-audit --no-fund node@24.21.0
set -- node24/node_modules/node/node_modules/node-*/include
node=$PWD/$(dirname "$1")
PATH="$node/bin:$PATH" JOBS=max npm_config_nodedir="$node" npm install --no-audit --no-fund \
    code-server@4.139.1 playwright-core@1.65.1
