// SPDX-License-Identifier: Apache-2.0
#include "core/check/transport.h"

#include "core/base/mapped.h"

#include <algorithm>
#include <array>

namespace lanewright {

namespace {

constexpr Bytes kKiB = 1 << 10;
constexpr Bytes kMiB = 1 << 20;

constexpr Phrase kWaits = phrase("transport", "where a send waits for its receive (large messages, two nodes)");
constexpr Phrase kWaitsInPair = phrase("transport", "where a send waits for its receive and two ranks share one queue");
constexpr Phrase kFillsRoom =
    phrase("transport", "where messages are more than what a node sends ahead (32 MiB from a rank to another)");
constexpr Phrase kIsWaitedFor = phrase("transport", "where a rank waits for a send before its receive is issued");
constexpr Phrase kBlocks = phrase("transport", "where MPI_Send waits for its MPI_Recv (large messages)");
constexpr Phrase kBlocksEarly =
    phrase("transport", "where MPI_Recv waits for its message, and MPI_Send for its MPI_Recv above 64 KiB");

/// NCCL takes what a process group issues in turn, batches as one, and has no tags. Within a node it writes into
/// buffers of the receiver, NCCL_BUFFSIZE (4 MiB) for each of up to 8 channels, before the receive has begun; over a
/// network it doesn't (pytorch#172668). More than 256 operations in one batch hang (pytorch#174288). Since 2.15 PyTorch
/// issues sends alone, which without an eagerly made communicator go in a queue of their own for each pair of ranks.
///
/// PyTorch's messages over gloo are known by their order as well, for it gives all of them the same tag; there they
/// hold nobody up but who waits for one. MPI stands for blocking calls, with Open MPI's and MPICH's limits of about
/// 64 KiB over TCP.
constexpr std::array kTransports = {
    Transport{.name = "gloo", .queue = MessageQueue::PerLink, .where = kIsWaitedFor},
    Transport{.name = "nccl-node", .eager = 32 * kMiB, .room = 32 * kMiB, .mostOfBatch = 256, .where = kFillsRoom},
    Transport{.name = "nccl-nodes", .mostOfBatch = 256, .where = kWaits},
    Transport{.name = "nccl-pairs", .queue = MessageQueue::PerPair, .mostOfBatch = 256, .where = kWaitsInPair},
    Transport{.name = "mpi-eager", .match = MessageMatch::ByTag, .eager = 64 * kKiB, .where = kBlocksEarly},
    Transport{.name = "mpi-rendezvous", .match = MessageMatch::ByTag, .where = kBlocks},
};

} // namespace

std::span<const Transport> transports() { return kTransports; }

const Transport* transportNamed(std::string_view name) {
    const auto found = std::ranges::find(kTransports, name, &Transport::name);
    return found == kTransports.end() ? nullptr : &*found;
}

bool TransportQuestion::hasOneWithoutTags() const {
    return std::ranges::find(transports, MessageMatch::ByOrder, &Transport::match) != transports.end();
}

TransportQuestion transportsOfPytorch() {
    return {.transports = mapped(kTransportsOfPytorch, [](std::string_view name) { return *transportNamed(name); })};
}

} // namespace lanewright
