# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# The packages that building, running and testing take, and how they get here. Read by quickstart and test.
# Where releases name a package differently, the names stand on one line with a bar between them: the first one known is taken.

build_packages='
g++
cmake
ninja-build
ccache
libopenmpi-dev
openmpi-bin
libdnnl-dev
nlohmann-json3-dev
zlib1g-dev
libcli11-dev
libz3-dev
libpango1.0-dev
qt6-base-dev
qt6-svg-dev|libqt6svg6-dev
qt6-tools-dev
qt6-l10n-tools
libqcustomplot-dev
fontconfig
fonts-noto-core
'

# clang for WebAssembly, which makes the board's module: pages that are edited in a browser.
board_packages='
clang-19|clang-18
lld-19|lld-18
wasi-libc
libc++-19-dev-wasm32|libc++-18-dev-wasm32
libc++abi-19-dev-wasm32|libc++abi-18-dev-wasm32
libclang-rt-19-dev-wasm32|libclang-rt-18-dev-wasm32
'

test_packages='
at-spi2-core
dbus
libgtest-dev
nodejs
procps
python3
python3-pyatspi
xdotool
xvfb
'

say() { printf '\033[1m== %s\033[0m\n' "$*"; }
fail() {
  printf '%s: %s\n' "$0" "$*" >&2
  exit 1
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    fail "packages are missing and there is no sudo; as root run: apt-get install $*"
  fi
}

installed() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

# install_packages LIST: those of the list that are not there yet; asks nothing, and needs no network when all are there.
install_packages() {
  command -v apt-get >/dev/null || fail "this script installs packages with apt-get: Debian 12 or later, or Ubuntu 24.04 or later"
  local missing=() choice name
  for choice in $1; do
    for name in ${choice//|/ }; do
      installed "$name" && continue 2
    done
    missing+=("$choice")
  done
  [ ${#missing[@]} -eq 0 ] && return
  say "installing ${#missing[@]} packages: ${missing[*]}"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get update -q || fail "apt-get update failed; is there a network?"
  local wanted=()
  for choice in "${missing[@]}"; do
    for name in ${choice//|/ }; do
      if apt-cache show "$name" >/dev/null 2>&1; then
        wanted+=("$name")
        continue 2
      fi
    done
    fail "no package named ${choice//|/ or } is known here; Debian 12 or later, or Ubuntu 24.04 or later (with universe) has it"
  done
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${wanted[@]}" ||
    fail "apt-get could not install the packages"
}

# configure DIR [OPTIONS]: only what changed is done again.
configure() {
  local dir=$1
  shift
  mkdir -p "$dir"
  cmake -S . -B "$dir" -G Ninja -DCMAKE_BUILD_TYPE=Release -DLANEWRIGHT_UNITY=ON "$@" >"$dir/configure.log" 2>&1 ||
    { tail -n 30 "$dir/configure.log" >&2; fail "configuring failed; all of it is in $dir/configure.log"; }
  grep -E '^-- (CUDA|MPI|z3|Pango|board):' "$dir/configure.log" | sed 's/^-- //' || true
}

# How many tests run at once: many wait for processes more than they compute.
test_jobs=$(($(nproc) * 3 / 2))

# has_target DIR TARGET: true when the configured build knows the target.
has_target() { ninja -C "$1" -t query "$2" >/dev/null 2>&1; }
