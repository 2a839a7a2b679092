#!/usr/bin/env bash
# Unpacks the Helix of Debian 13 into FOLDER, without installing anything: FOLDER/hx is the program.
#
#     tests/editors/helix/install.sh FOLDER
set -euo pipefail
folder=$(mkdir -p "$1" && cd "$1" && pwd)
root=$folder/helix-of-trixie program=$folder/hx
[ ! -x "$program" ] || exit 0

"$(dirname "$0")/../unpack_debian.sh" "$root" trixie hx
libraries=$(dirname "$(find "$root" -name 'libc.so.6' | head -1)")
loader=$(echo "$libraries"/ld-linux-*.so.2)
cat > "$program" << EOF
#!/bin/sh
export HELIX_RUNTIME='$root/usr/lib/hx/runtime'
exec '$loader' --library-path '$libraries' '$root/usr/bin/hx' "\$@"
EOF
chmod +x "$program"
