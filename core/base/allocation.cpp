// SPDX-License-Identifier: Apache-2.0
#include "core/base/allocation.h"

#include <cstdlib> // says whether this is glibc
#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace lanewright {

void keepFreedMemory() {
#if defined(__GLIBC__)
    mallopt(M_TRIM_THRESHOLD, 256 << 20);
    mallopt(M_MMAP_THRESHOLD, 32 << 20); // the most that is accepted: larger blocks are mapped and go back when freed
#endif
}

} // namespace lanewright
