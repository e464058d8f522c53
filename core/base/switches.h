// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Methods and bounds that are left out, to measure what each is worth. For tests and benches: no option of a user
/// leads here.
namespace lanewright {

/// Leaves out what has one of these names, and nothing else. Not while anything searches.
///
/// Names are those of `methods()` and of core/solve/README.md; that of a bound stands behind "bound:".
void switchOff(std::vector<std::string> names);
bool isOff(std::string_view name);

} // namespace lanewright
