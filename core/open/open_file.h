// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/plan.h"
#include "core/model/run.h"

#include <string>
#include <string_view>
#include <variant>

/// What is in this file?
namespace lanewright {

/// What a file holds that every command and window opens.
using Opened = std::variant<Plan, Run>;

/// True when a file is to be read as PyTorch's CSV: never when it starts like JSON; else when its name ends in `.csv`,
/// or when it starts like a cell and its name is none of `.lwsched`, `.lwrun`, `.json`.
bool isPytorchCsv(const std::string& path, std::string_view text);

/// True for what `importTraces` is to read: a folder, and a file that a format of traces recognises and that is neither
/// an `.lwsched` nor an `.lwrun` nor PyTorch's CSV, whatever its name. False where nothing can be read.
bool holdsTraces(const std::string& path);

/// An `.lwsched` or `.lwrun`; the `format` key decides. A proof that the file's own order disproves is not counted
/// (`proofOf`). Fails, with the place, on anything else.
Result<Opened> openJson(std::string_view text);

/// An `.lwsched`, an `.lwrun` or PyTorch's CSV, which gives a plan; what it holds decides before its name.
Result<Opened> openFile(const std::string& path);

/// The same of bytes that were read already from what is called `path`.
Result<Opened> openBytes(const std::string& path, std::string bytes);

/// The plan of what was opened; a run gives the plan it ran.
Result<Plan> planIn(Result<Opened> opened);
Result<Plan> openPlan(const std::string& path);

} // namespace lanewright
