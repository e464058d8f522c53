// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/trace_control.h"
#include "core/trace/trace_mapping.h"
#include "core/trace/traced_job.h"

namespace lanewright {

/// The job that Chrome traces show by a mapping of their names. Fails with the place on numbers that are out of range,
/// where no event is an op, and where no op says what it needs.
Result<TracedJob> readMapped(const std::vector<std::string>& paths, const TraceMapping& mapping,
                             const TraceControl& control);

} // namespace lanewright
