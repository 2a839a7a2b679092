#!/usr/bin/env bash
# Deploys things.
set -euo pipefail

readonly MAX_RETRIES=3
TARGET="prod"
export PATH_EXTRA=/opt

# Logs a line.
log() {
  local message="$1"
  echo "$message"
}

function build {
  inner() { :; }
  log "building"
}

alias ll='ls -l'
declare -r VERSION="1.0"
