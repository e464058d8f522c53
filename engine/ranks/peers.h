// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/protocol/protocol.h"

#include "engine/ranks/inbox.h"

#include <optional>
#include <string>
#include <vector>

namespace lanewright::engine {

/// One process as the others know it.
struct Peer {
    std::string host = {};
    std::string clock = {}; ///< processes with the same one are on one machine
    int pid = 0;
    std::vector<int> cores = {};            ///< numbers of those that it may compute on; none: nobody knows
    std::optional<DevicePlace> device = {}; ///< none: it computes on the CPU

    friend bool operator==(const Peer&, const Peer&) = default;
};

template <>
struct Parts<DevicePlace> {
    static auto of(auto& device) { return std::tie(device.number, device.name); }
};
template <>
struct Parts<Peer> {
    static auto of(auto& peer) { return std::tie(peer.host, peer.clock, peer.pid, peer.cores, peer.device); }
};

/// The calling process.
Peer self();

/// True when the process has ended, also when its parent has not yet taken note.
bool hasEnded(int pid);

/// Waits until process 0 has told who all processes are.
std::vector<Peer> awaitRoster(Inbox& inbox);

/// The member whose process has ended, where `own` is the one to say so.
std::optional<int> findLost(const std::vector<Peer>& peers, int own);
/// Ends the run because a member has ended, in which `rank` lived.
[[noreturn]] void failOver(const std::vector<Peer>& peers, int member, int rank);

/// The lowest rank on `rank`'s machine that still runs: the one that says so when another there has ended.
int lowestLivingRank(const std::vector<Peer>& peers, int rank);

/// The lowest rank on `rank`'s machine, other than itself, whose process has ended.
std::optional<int> findEnded(const std::vector<Peer>& peers, int rank);

} // namespace lanewright::engine
