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
  mkdir -p "$root"/apt/{lists/partial,cache/archives/partial} "$root/debs"
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian $suite main" \
    > "$root/apt/sources.list"
  : > "$root/apt/status" # nothing is installed there, so that every library comes along
  cat > "$root/apt/conf" << EOF
Dir::Etc::SourceList "$root/apt/sources.list";
Dir::Etc::SourceParts "-";
Dir::State::Lists "$root/apt/lists";
Dir::State::Status "$root/apt/status";
Dir::Cache "$root/apt/cache";
APT::Sandbox::User "root";
EOF
  export APT_CONFIG=$root/apt/conf
  apt-get update -qq
  packages=$(apt-get install -qq --no-install-recommends --simulate neovim | awk '$1 == "Inst" { print $2 }')
  (cd "$root/debs" && apt-get download -qq $packages)
  for package in "$root"/debs/*.deb; do dpkg-deb -x "$package" "$root"; done
  rm -r "$root/debs" "$root/apt"
  libraries=$(dirname "$(find "$root" -name 'libc.so.6' | head -1)")
  loader=$(echo "$libraries"/ld-linux-*.so.2)
  cat > "$program" << EOF
#!/bin/sh
export VIMRUNTIME='$root/usr/share/nvim/runtime' LUA_CPATH='$libraries/lua/5.1/?.so;;'
exec '$loader' --library-path '$libraries' '$root/usr/bin/nvim' "\$@"
EOF
  chmod +x "$program"
done
