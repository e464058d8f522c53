// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace lanewright::test {

/// The parts of a line of a table between the separators. An empty last part is left out.
std::vector<std::string> cut(const std::string& text, char at);

} // namespace lanewright::test
