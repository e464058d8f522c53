// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace lanewright {

/// The name of this machine, as runs give those of their hosts; empty where it has none.
std::string hostName();

} // namespace lanewright
