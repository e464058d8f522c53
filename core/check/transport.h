// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/base/units.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanewright {

/// Which messages of a rank end one after the other, in the order in which they are issued.
enum class MessageQueue : std::uint8_t {
    PerLink, ///< those to one rank, and those from it
    PerPair, ///< those to and from one rank
    PerRank, ///< all
};

/// Which receive a send meets.
enum class MessageMatch : std::uint8_t {
    ByOrder, ///< the next from that rank, whatever it is for
    ByTag,   ///< its own
};

/// How messages travel between ranks, as far as it decides whether sends and receives come to their end.
struct Transport {
    std::string_view name = {}; ///< as options spell it
    MessageQueue queue = MessageQueue::PerRank;
    MessageMatch match = MessageMatch::ByOrder;
    Bytes eager = 0;     ///< a send of no more ends although its receive isn't there yet; 0: none does
    Bytes room = 0;      ///< how much one rank may have sent another so at once; 0: any amount
    int mostOfBatch = 0; ///< sends and receives that may be issued as one; 0: any number
    Phrase where = {};   ///< `where a send waits for its receive`
};

/// All that are known, a row each.
std::span<const Transport> transports();

/// The transport of that name; null: none.
const Transport* transportNamed(std::string_view name);

/// What is asked about: whether messages of that size get through on each of these.
struct TransportQuestion {
    std::vector<Transport> transports = {};
    Bytes message = 0; ///< the largest; 0: not known, and then taken for a small one

    /// True where one of the transports knows messages by their order alone.
    bool hasOneWithoutTags() const;
};

/// Those over which PyTorch's pipelines run: gloo, and NCCL within a node and between nodes.
constexpr std::array<std::string_view, 3> kTransportsOfPytorch{"gloo", "nccl-node", "nccl-nodes"};
TransportQuestion transportsOfPytorch();

} // namespace lanewright
