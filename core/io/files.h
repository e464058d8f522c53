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

/// Whether `writeFile` could put a file there: found out before long work, not after it. Leaves nothing behind.
Result<Done> checkWritable(const std::string& path);

/// What a file holds that every command and window opens.
using Opened = std::variant<Plan, Run>;

/// True when a file is to be read as PyTorch's CSV: never when it starts like JSON; else when its name ends in `.csv`,
/// or when it starts like a cell and its name is none of `.lwsched`, `.lwrun`, `.json`.
bool isPytorchCsv(const std::string& path, std::string_view text);

/// An `.lwsched` or `.lwrun`; the `format` key decides. Fails, with the place, on anything else.
Result<Opened> openJson(std::string_view text);

/// An `.lwsched`, an `.lwrun` or PyTorch's CSV, which gives a plan; what it holds decides before its name.
Result<Opened> openFile(const std::string& path);

/// The plan of what was opened; a run gives the plan it ran.
Result<Plan> planIn(Result<Opened> opened);
Result<Plan> openPlan(const std::string& path);

} // namespace lanewright
