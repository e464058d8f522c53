// SPDX-License-Identifier: Apache-2.0
#include "engine/ranks/peers.h"

#include "core/protocol/failed_rank.h"

#include "engine/device/clock.h"
#include "engine/device/failure.h"
#include "engine/device/whereabouts.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <fstream>
#include <sched.h>
#include <unistd.h>

namespace lanewright::engine {

namespace {

bool sameMachine(const Peer& a, const Peer& b) { return a.host == b.host && a.clock == b.clock; }

std::vector<int> ownCores() {
    cpu_set_t set;
    CPU_ZERO(&set);
    std::vector<int> cores;
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return cores;
    for (int core = 0; core < CPU_SETSIZE; ++core)
        if (CPU_ISSET(core, &set))
            cores.push_back(core);
    return cores;
}

} // namespace

Peer self() {
    std::array<char, 256> name{};
    if (gethostname(name.data(), name.size() - 1) != 0)
        name[0] = '?';
    return {.host = name.data(), .clock = clockDomain(), .pid = static_cast<int>(getpid()), .cores = ownCores()};
}

bool hasEnded(int pid) {
    if (kill(pid, 0) != 0)
        return errno == ESRCH;
    // A process whose parent has not taken note of its end still has its number; its state is Z, the third word after
    // a name in brackets that may hold anything.
    std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
    std::string line;
    if (!std::getline(file, line))
        return false;
    const std::size_t bracket = line.rfind(')');
    return bracket != std::string::npos && bracket + 2 < line.size() &&
           (line[bracket + 2] == 'Z' || line[bracket + 2] == 'X');
}

int lowestLivingRank(const std::vector<Peer>& peers, int rank) {
    for (int other = 0; other < rank; ++other)
        if (sameMachine(peers[other], peers[rank]) && !hasEnded(peers[other].pid))
            return other;
    return rank;
}

std::vector<Peer> awaitRoster(Inbox& inbox) {
    return inbox.await<std::vector<Peer>>(
        MessageKind::Roster, -1, [] { return say(phrase("engine", "it has waited for all others to start")); });
}

std::optional<int> findLost(const std::vector<Peer>& peers, int own) {
    const std::optional<int> ended = peers.empty() ? std::nullopt : findEnded(peers, own);
    return ended && lowestLivingRank(peers, own) == own ? ended : std::nullopt;
}

void failOver(const std::vector<Peer>& peers, int member, int rank) {
    const Peer& peer = peers[member];
    whereabouts() = {.rank = rank, .op = {}};
    throw Failure(say(kRankHasEnded, rank, peer.pid, peer.host), member != 0);
}

std::optional<int> findEnded(const std::vector<Peer>& peers, int rank) {
    const Peer& own = peers[rank];
    for (int other = 0; other < static_cast<int>(peers.size()); ++other) {
        const Peer& peer = peers[other];
        if (sameMachine(peer, own) && peer.pid != own.pid && hasEnded(peer.pid))
            return other;
    }
    return {};
}

} // namespace lanewright::engine
