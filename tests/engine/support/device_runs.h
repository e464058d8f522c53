// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/ranks/seating.h"
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

/// @name Irregular plans of all kinds, on seats as drawn; every seat has a rank
/// @{
Plan drawnPlan(std::uint64_t seed);
Seating drawnSeating(int ranks, std::uint64_t seed);
/// Of so many seats.
Seating scattered(int ranks, int seats, std::uint64_t seed);
/// @}

/// @name All ranks as lanes of one fake device
/// @{
Seen runOn(FakeDevice& device, const RunRequest& request, const Switches& switches);
Seen runOn(FakeDevice& device, const RunRequest& request);
/// Expects that no memory is left behind.
Seen runOnFake(const RunRequest& request, std::uint64_t seed = 1);
/// @}

/// How a run on several seats goes.
struct SeatsWish {
    std::uint64_t seed = 1;
    std::vector<FakeWish> devices = {}; ///< by seat; none: as they come. Their seeds are drawn from `seed`
    std::vector<int> linkFailsAt = {};  ///< by seat: the call to its links that is refused; none: no call
    std::vector<bool> linkRefused = {}; ///< by seat: it can't be linked
    bool timesProducts = false;         ///< seat 0 wants the quickest algorithms
    const Switches* switches = nullptr;
};
/// What came of it.
struct SeatsSeen {
    Seen seen = {};                        ///< by seat 0's parent
    std::vector<bool> well = {};           ///< by seat: it ended well
    std::vector<std::string> misuse = {};  ///< of devices and links
    std::vector<int> kernels = {};         ///< by seat: that were enqueued
    std::vector<std::string> adopted = {}; ///< by seat: algorithms of products
};
/// Runs the request with a thread and a fake device for each seat, to its end.
SeatsSeen runOnSeats(const RunRequest& request, const Seating& seating, const SeatsWish& wish = {});

void expectSameBits(const Seen& seen, const Seen& reference);
void expectSameBits(const SeatsSeen& run, const Seen& reference);

} // namespace lanewright::engine::test
