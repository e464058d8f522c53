// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/explain/kernel_times.h"
#include "core/io/fields.h"
#include "core/io/run_json.h"

#include <cstdint>
#include <optional>
#include <string>

/// The kernels of a run that traced them, as `run` and `compare` show them.
namespace lanewright::api {

/// The kernels by total time, at most so many names; empty where none were traced.
std::string kernelsText(const Run& run, int most);
/// What the kernels of a run's traced step took; none where none were traced.
struct TracedKernels {
    int step = 0;
    Time blocks = 0; ///< summed over all ranks
    KernelTimes times = {};
    std::int64_t leftOut = 0;
};
std::optional<TracedKernels> tracedKernelsOf(const Run* run);
const Fields<TracedKernels>& kernelFields();

} // namespace lanewright::api
