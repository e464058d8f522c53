// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/io/run_json.h"
#include "core/model/plan.h"

#include <string>
#include <string_view>
#include <variant>

namespace lanewright {

/// The bytes of a file of at most 1 GiB. The error says why not, as the system words it.
Result<std::string> readFile(const std::string& path);

/// Replaces the file in one go (a temporary beside it, synced, renamed), so that a crash never leaves half of it.
Result<Done> writeFile(const std::string& path, std::string_view bytes);

/// What an `.lwsched` or `.lwrun` holds; the `format` key decides, not the name.
using Opened = std::variant<Plan, Run>;
Result<Opened> openFile(const std::string& path);

/// The plan of either; a run gives the plan it ran.
Result<Plan> openPlan(const std::string& path);

} // namespace lanewright
