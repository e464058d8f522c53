// SPDX-License-Identifier: Apache-2.0
#pragma once

/// `LANEWRIGHT_CLONES` in front of a function makes GCC build it for several generations of x86 processors and pick
/// one when the program starts, so that one portable binary uses wide vectors. They are named by what they can do, not
/// by their makers' names, which do not match processors that came later. Sanitizers can't follow that choice.
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) &&               \
    !defined(__SANITIZE_THREAD__)
#define LANEWRIGHT_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define LANEWRIGHT_CLONES
#endif

#define LANEWRIGHT_INLINE inline __attribute__((always_inline))
