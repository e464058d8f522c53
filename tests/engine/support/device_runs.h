// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/program/enqueue_list.h"

#include "engine/ranks/process_map.h"
#include "engine/ranks/stop_flags.h"
#include "tests/engine/support/fake_device.h"
#include "tests/engine/support/requests.h"

#include <functional>
#include <vector>

namespace lanewright::engine::test {

/// A GPT so small that plain loops train it in a moment.
ModelSpec tinyModel();
/// Two steps of it.
RunRequest tinyRequest(const Plan& plan, Precision precision = Precision::Fp32);

/// All stages on one rank, in an irregular order.
Plan oneLane(int stages, int microbatches);

/// @name Irregular plans of all kinds, on processes as drawn; every process has a rank
/// @{
Plan drawnPlan(std::uint64_t seed);
ProcessMap drawnProcessMap(int ranks, std::uint64_t seed);
/// Ranks dealt to so many processes.
ProcessMap scattered(int ranks, int processes, std::uint64_t seed);
/// @}

/// @name All ranks as lanes of one fake device
/// @{
Seen runOn(FakeDevice& device, const RunRequest& request, const StopFlags& stopFlags);
Seen runOn(FakeDevice& device, const RunRequest& request);
/// Expects that no memory is left behind.
Seen runOnFake(const RunRequest& request, std::uint64_t seed = 1);
/// @}

/// The enqueue list of a run.
EnqueueList listOf(const RunRequest& request, const ProcessMap& processMap);

/// How a run on several processes goes.
struct ProcessesWish {
    std::uint64_t seed = 1;
    std::vector<FakeWish> devices = {}; ///< by process; none: as they come. Their seeds are drawn from `seed`
    std::vector<int> linkFailsAt = {};  ///< by process: the call to its links that is refused; none: no call
    std::vector<bool> linkRefused = {}; ///< by process: it can't be linked
    bool timesProducts = false;         ///< process 0 wants the quickest algorithms
    const StopFlags* stopFlags = nullptr;
};
/// What came of it.
struct ProcessesSeen {
    Seen seen = {};                        ///< by process 0's parent
    std::vector<bool> well = {};           ///< by process: it ended well
    std::vector<std::string> misuse = {};  ///< what devices and links complain of
    std::vector<int> kernels = {};         ///< by process: that were enqueued
    std::vector<std::string> adopted = {}; ///< by process: algorithms of products
};
/// Runs the request with a thread and a fake device for each process, to its end.
ProcessesSeen runOnProcesses(const RunRequest& request, const ProcessMap& processMap, const ProcessesWish& wish = {});

void expectSameBits(const Seen& seen, const Seen& reference);
void expectSameBits(const ProcessesSeen& run, const Seen& reference);

} // namespace lanewright::engine::test
