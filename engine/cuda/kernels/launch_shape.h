// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace lanewright::engine::cuda {

/// How many blocks of how many threads a kernel is started with, and the bytes of shared memory of each.
struct Shape {
    std::int64_t blocks = 1;
    int threads = 128;
    int shared = 0;
    std::int64_t across = 1; ///< blocks in the second direction, at most 65535
};

} // namespace lanewright::engine::cuda
