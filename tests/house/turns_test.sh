#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What .ci/turns puts first, and what it says in the end: on a machine that is new, and on one with a history.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."
XDG_CACHE_HOME=$(mktemp -d)
trap 'rm -r "$XDG_CACHE_HOME"' EXIT
. .ci/turns
expect() { [ "$1" = "$2" ] || { printf 'not "%s"\nbut "%s"\n' "$2" "$1" >&2; exit 1; }; }

expect "$(in_turn asan tsan fuzz | xargs)" "asan tsan fuzz"
expect "$(tell_turns asan)" "asan: never here"
mkdir "$XDG_CACHE_HOME/lanewright-ci"
printf 'asan 1700000000 abc1234\ntsan 1600000000 def5678\n' >"$turns_file"
expect "$(in_turn asan tsan fuzz | xargs)" "fuzz tsan asan"
note_turn tsan
expect "$(in_turn asan tsan fuzz | xargs)" "fuzz asan tsan"
expect "$(tell_turns asan tsan fuzz)" "asan: not since abc1234 (2023-11-14)
tsan: ran now
fuzz: never here"
expect "$(cut -d ' ' -f 1 "$turns_file" | xargs)" "asan tsan"
