// SPDX-License-Identifier: Apache-2.0
#include "engine/gpu/device_run.h"

#include "engine/channel/local_channel.h"
#include "engine/device/failure.h"

#include <new>

namespace lanewright::engine {

namespace {

/// A failure that the words between the processes don't survive.
class Speechless : public Failure {
public:
    using Failure::Failure;
};

/// What the calling thread reports by `fail` is thrown while this lives.
class ThrownFailures {
public:
    ThrownFailures() {
        setFailureHandler([](const Whereabouts& at, const std::string& reason, bool mayTalk) {
            whereabouts() = at;
            if (!mayTalk)
                throw Speechless{reason};
            throw Failure{reason};
        });
    }
    ~ThrownFailures() { setFailureHandler(nullptr); }
    ThrownFailures(const ThrownFailures&) = delete;
    ThrownFailures& operator=(const ThrownFailures&) = delete;
};

} // namespace

bool runDeviceProcess(const RunRequest& request, const Corpus& corpus, const ProcessMap& processMap, Channel& channel,
                      const ProcessDevice& device, Reporter* reporter, const StopFlags& stopFlags) {
    whereabouts() = {.rank = processMap.lowestRankOn(channel.rank()), .op = {}};
    const ThrownFailures thrown;
    DeviceProcess process(request, corpus, processMap, channel, device, reporter, stopFlags);
    const auto giveUp = [&](const std::string& reason, bool mayTalk) {
        process.giveUp({.rank = whereabouts().rank, .op = whereabouts().op, .reason = reason}, true, mayTalk);
        return false;
    };
    try {
        process.run();
        return true;
    } catch (const FailedElsewhere& failed) {
        process.giveUp(failed.event(), false, true);
    } catch (const Speechless& failure) {
        return giveUp(failure.what(), false);
    } catch (const Failure& failure) {
        return giveUp(failure.what(), true);
    } catch (const std::bad_alloc&) {
        return giveUp("there is not enough memory for this model", true);
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
