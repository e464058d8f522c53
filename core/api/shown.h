// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/run.h"
#include "core/open/open_file.h"

#include <optional>
#include <string>

/// What questions are asked about.
namespace lanewright::api {

/// A schedule or run with the timeline that it stands for: simulated, or measured in its representative step.
struct Shown {
    Plan plan = {};
    Timeline timeline = {};
    std::optional<Run> run = {};
    int step = -1; ///< the step of a run whose timeline this is
};

/// A schedule or run with its timeline. Fails on a problem, and on a run without a step.
Result<Shown> shownOf(Opened opened);

/// `schedules/zb.lwsched` → `lwsched`; empty where there is none.
std::string extensionOf(const std::string& file);

} // namespace lanewright::api
