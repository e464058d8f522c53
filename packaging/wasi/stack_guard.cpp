// SPDX-License-Identifier: Apache-2.0
// Debian's run-time library of the compiler was made with guards on its stack, and WASI's C library has none.
#include <cstdint>

extern "C" {

std::uintptr_t __stack_chk_guard = 0x5bd1e995;

void __stack_chk_fail() { __builtin_trap(); }
}
