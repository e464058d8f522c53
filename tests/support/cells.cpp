// SPDX-License-Identifier: Apache-2.0
#include "tests/support/cells.h"

#include <sstream>

namespace lanewright::test {

std::vector<std::string> cut(const std::string& text, char at) {
    std::vector<std::string> parts;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, at);)
        parts.push_back(part);
    return parts;
}

} // namespace lanewright::test
