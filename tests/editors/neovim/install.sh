#!/usr/bin/env bash
# Unpacks the Neovim of other releases of Debian into FOLDER, with the libraries they need and without installing
# anything: FOLDER/neovim-SUITE is the program. Needs apt and a mirror of Debian.
#
#     tests/editors/neovim/install.sh FOLDER [SUITE ...]     trixie: 0.10, sid: 0.12
set -euo pipefail
folder=$(mkdir -p "$1" && cd "$1" && pwd)
suites=${*:2}

for suite in ${suites:-trixie sid}; do
  root=$folder/neovim-of-$suite program=$folder/neovim-$suite
  [ ! -x "$program" ] || continue
  "$(dirname "$0")/../unpack_debian.sh" "$root" "$suite" neovim
  libraries=$(dirname "$(find "$root" -name 'libc.so.6' | head -1)")
  loader=$(echo "$libraries"/ld-linux-*.so.2)
  cat > "$program" << EOF
#!/bin/sh
export VIMRUNTIME='$root/usr/share/nvim/runtime' LUA_CPATH='$libraries/lua/5.1/?.so;;'
exec '$loader' --library-path '$libraries' '$root/usr/bin/nvim' "\$@"
EOF
  chmod +x "$program"
done
