// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/run.h"

#include <string>
#include <string_view>

/// `*.lwrun`: a measured run.
namespace lanewright {

Result<Run> runFromJson(std::string_view text);
std::string runToJson(const Run& run);

} // namespace lanewright
