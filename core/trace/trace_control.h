// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>

namespace lanewright {

/// How reading traces, which may take minutes, is watched and ended.
struct TraceControl {
    std::stop_token stop = {};
    /// Called now and then with the bytes read and those there are, of the files as they lie on the disk.
    std::function<void(std::int64_t read, std::int64_t total)> progress = {};
};

} // namespace lanewright
