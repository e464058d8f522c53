// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <stop_token>

namespace lanewright {

/// How reading traces, which may take minutes, is watched and ended, and what of them nobody wants.
struct TraceControl {
    std::stop_token stop = {};
    /// Called now and then with the bytes read and those there are, of the files as they lie on the disk.
    std::function<void(std::int64_t read, std::int64_t total)> progress = {};
    /// Steps from `firstStep` up to but without `endStep` are enough. Readers whose events say their step keep no
    /// others, and count them in `TracedJob::stepsSkipped`.
    int firstStep = 0;
    int endStep = std::numeric_limits<int>::max();
};

} // namespace lanewright
