// SPDX-License-Identifier: Apache-2.0
#include "engine/cpu/in_process.h"

#include "engine/channel/local_channel.h"
#include "engine/cpu/lane.h"

#include <system_error>
#include <thread>
#include <vector>

namespace lanewright::engine {

void runInProcess(const RunRequest& request, const Corpus& corpus, Reporter& reporter, const StopFlags& stopFlags) {
    LocalNetwork network(request.plan.schedule.ranks());
    std::vector<std::jthread> lanes;
    lanes.reserve(network.ranks());
    try {
        for (int rank = 0; rank < network.ranks(); ++rank)
            lanes.emplace_back([&, rank] {
                LocalChannel channel(network, rank);
                runLane(request, corpus, channel, &reporter, stopFlags);
            });
    } catch (const std::system_error& error) {
        endWithoutThreads(error);
    }
}

} // namespace lanewright::engine
