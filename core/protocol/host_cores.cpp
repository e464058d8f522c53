// SPDX-License-Identifier: Apache-2.0
#include "core/protocol/host_cores.h"

#include "core/base/mapped.h"

#include <cstddef>
#include <map>
#include <set>

namespace lanewright {

std::vector<int> hostCores(const std::vector<std::string>& hosts, const std::vector<std::vector<int>>& allowed) {
    std::map<std::string, std::set<int>> byHost;
    for (std::size_t rank = 0; rank < hosts.size(); ++rank)
        byHost[hosts[rank]].insert(allowed[rank].begin(), allowed[rank].end());
    return mapped(hosts, [&](const std::string& host) { return static_cast<int>(byHost[host].size()); });
}

} // namespace lanewright
