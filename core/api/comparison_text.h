// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/shown.h"

#include <string>

namespace lanewright::api {

/// A comparison for people; at most `most` ops and kernels, the worst first.
std::string comparisonText(const Shown& planned, const Shown& actual, int most);

} // namespace lanewright::api
