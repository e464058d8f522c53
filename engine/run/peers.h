// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace lanewright::engine {

/// One rank as the others know it.
struct Peer {
    std::string host = {};
    std::string clock = {}; ///< ranks with the same one run on one machine
    int pid = 0;

    friend bool operator==(const Peer&, const Peer&) = default;
};

/// The calling process.
Peer self();

/// True when the process has ended, also when its parent has not yet taken note.
bool hasEnded(int pid);

/// The lowest rank on `rank`'s machine that still runs: the one that says so when another there has ended.
int livingSpeaker(const std::vector<Peer>& peers, int rank);

/// The lowest rank on `rank`'s machine, other than itself, whose process has ended.
std::optional<int> findEnded(const std::vector<Peer>& peers, int rank);

} // namespace lanewright::engine
