// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cli/output.h"
#include "core/io/run_json.h"

#include <string>

/// The kernels of a run that traced them, as `run` and `compare` show them.
namespace lanewright::cli {

/// The kernels by total time, at most so many names; empty where none were traced.
std::string kernelsText(const Run& run, int most);
/// The same as an object, or null.
void writeKernels(json::Writer& writer, const Run* run, TimeUnit unit);

} // namespace lanewright::cli
