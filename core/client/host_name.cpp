// SPDX-License-Identifier: Apache-2.0
#include "core/client/host_name.h"

#include <array>
#include <unistd.h>

namespace lanewright {

std::string hostName() {
    std::array<char, 256> name = {};
    return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : std::string{};
}

} // namespace lanewright
