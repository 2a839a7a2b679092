#!/usr/bin/env bash
# Unpacks a package of a release of Debian into ROOT, with the libraries it needs and without installing anything.
# Needs apt and a mirror of Debian.
#
#     tests/editors/unpack_debian.sh ROOT SUITE PACKAGE
set -euo pipefail
root=$1 suite=$2 package=$3

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
packages=$(apt-get install -qq --no-install-recommends --simulate "$package" | awk '$1 == "Inst" { print $2 }')
(cd "$root/debs" && apt-get download -qq $packages)
for one in "$root"/debs/*.deb; do dpkg-deb -x "$one" "$root"; done
rm -r "$root/debs" "$root/apt"
