// SPDX-License-Identifier: Apache-2.0
#include "engine/gpu/device_run.h"

#include "engine/channel/local_channel.h"
#include "engine/device/failure.h"
#include "engine/device/whereabouts.h"
#include "engine/ranks/failed_elsewhere.h"

#include <new>

namespace lanewright::engine {

bool runDeviceProcess(const RunRequest& request, const Corpus& corpus, const ProcessMap& processMap, Channel& channel,
                      const ProcessDevice& device, Reporter* reporter, const StopFlags& stopFlags) {
    whereabouts() = {.rank = processMap.lowestRankOn(channel.rank()), .op = {}};
    DeviceProcess process(request, corpus, processMap, channel, device, reporter, stopFlags);
    const auto giveUp = [&](const Message& reason, bool mayTalk) {
        process.giveUp({.rank = whereabouts().rank, .op = whereabouts().op, .reason = reason}, true, mayTalk);
        return false;
    };
    try {
        process.run();
        return true;
    } catch (const FailedElsewhere& failed) {
        process.giveUp(failed.event(), false, true);
    } catch (const Failure& failure) {
        return giveUp(failure.reason(), failure.mayTalk());
    } catch (const std::bad_alloc&) {
        return giveUp(say(phrase("engine", "there is not enough memory for this model")), true);
    }
    return false;
}

bool runOnDevice(const RunRequest& request, const Corpus& corpus, const ProcessDevice& device, Reporter& reporter,
                 const StopFlags& stopFlags) {
    LocalNetwork network(1);
    LocalChannel channel(network, 0);
    return runDeviceProcess(request, corpus, inRuns(request.plan.schedule.ranks(), 1), channel, device, &reporter,
                            stopFlags);
}

} // namespace lanewright::engine
