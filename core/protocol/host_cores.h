// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace lanewright {

/// Per rank: how many cores those on its host may compute on, all together; 0: nobody knows. `allowed` are the numbers
/// of those that each rank may compute on, empty where it did not say.
std::vector<int> hostCores(const std::vector<std::string>& hosts, const std::vector<std::vector<int>>& allowed);

} // namespace lanewright
