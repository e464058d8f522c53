// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/protocol/protocol.h"

#include "engine/accelerator/links.h"
#include "engine/ranks/process_map.h"

#include <cstdint>
#include <vector>

namespace lanewright::engine {

/// A value's places: pieces of the memory for values on the devices of its producer and its reader.
struct ValueBuffer {
    Value value = {};
    int room = -1;     ///< where its producer writes it
    int slot = -1;     ///< where it comes to for its reader; −1: the reader reads the room
    int producer = -1; ///< run that makes it
    int reader = -1;   ///< run that reads it
    int sent = -1;     ///< command that takes it out of the room; −1: none
    int came = -1;     ///< command that brings it into the slot; −1: none
};

/// The ops of a block as they are enqueued: of an overlapped pair the forward comes first.
std::vector<Op> enqueuedOps(const Block& block);

/// A block of a rank.
struct BlockRun {
    int rank = 0;
    Block block = {};
    Time start = 0;              ///< planned
    Time length = 0;             ///< planned
    int command = -1;            ///< that runs it
    std::vector<Op> ops = {};    ///< `enqueuedOps`
    std::vector<int> needs = {}; ///< value buffers that its ops read
    std::vector<int> makes = {}; ///< value buffers that its ops write
};

/// A piece of a stage's gradients on its way from one of the stage's copies to the next in the order of the directions,
/// or back.
struct ReduceStep {
    int stage = 0;
    int from = 0; ///< direction of the copy that gives it
    int to = 0;   ///< of the one that takes it
    std::int64_t first = 0;
    std::int64_t count = 0;
    bool isSum = false; ///< over all copies, on its way back; else over the copies up to `from`
    int scratch = -1; ///< where it comes in from another device, of the scratch of the rank that adds it; −1: nowhere
};

/// What is enqueued on one process, in one of its streams.
enum class CommandKind : std::uint8_t {
    Run,     ///< a block, in its rank's first stream
    Copy,    ///< a value from its room to its slot on the same device, in the sending stream of the rank that made it
    Send,    ///< of a value or of gradients, in the stream of the link
    Receive, ///< the other end of that, in the stream of the link
    Add,     ///< of gradients to those of the rank, in its receiving stream
    Adopt,   ///< the rank takes over sums from a rank of its device, in its receiving stream
};
struct Command {
    CommandKind kind = CommandKind::Run;
    int process = 0;
    int rank = 0;                ///< whose work it is
    int run = -1;                ///< of Run
    int buffer = -1;             ///< of Copy, and of Send and Receive of values
    int reduceStep = -1;         ///< of all others but Run
    int link = -1;               ///< of Send and Receive
    int partner = -1;            ///< of Send and Receive: the other end's command
    std::vector<int> waits = {}; ///< commands of its process, in other streams, that must have ended before it starts
    /// The same of the step before, where that still goes on: its commands that used this one's memory for values last.
    std::vector<int> waitsBefore = {};
};

/// True when both are enqueued in one stream, which keeps their order.
bool shareStream(const Command& one, const Command& other);

/// A whole step of all ranks as the host threads of all processes enqueue it: each its own commands, in this order.
///
/// Blocks come by planned start, ties to the lower rank, and a block comes only after all that it needs. The ways of
/// its values follow it at once; the copies of a stage add their gradients as soon as the last of them has no more
/// backward. So whatever a stream waits for was enqueued before, on its own process and on the other end of a link, and
/// nothing can wait for ever; `proveEnqueueList` checks that. Memory for values is given out here, by the planned
/// times: no step asks for any, and where a plan is kept to no block waits for memory.
///
/// Where the optimizer is post-validated the order begins with its *early part*: all that needs nothing of the step
/// before but its weights, which are the forwards of each rank before its first backward, as far as they need no
/// others, and the ways of their values. It may be enqueued while the step before goes on. A rank's blocks and what
/// leaves it keep their order, so links carry the same in the same order as without.
///
/// Gradients go from copy to copy in the order of the directions, each adding its own, and the sum goes back the same
/// way: so each process sends and receives them twice at most, however many copies there are, and the bits are those of
/// one sum in the order of the directions. They go in pieces, so that all copies are busy at once.
struct EnqueueList {
    std::vector<Command> commands = {};
    int early = 0; ///< commands; where the optimizer is synchronous none
    std::vector<BlockRun> runs = {};
    std::vector<ValueBuffer> buffers = {};
    std::vector<ReduceStep> reduceSteps = {};
    std::vector<LinkEnds> links = {};
    std::vector<int> pieces = {};            ///< by process: of memory for values, (n,C) floats each
    std::vector<std::int64_t> scratch = {};  ///< by rank: floats of each of its `kScratches`
    std::vector<std::vector<int>> last = {}; ///< by rank: commands after which its gradients are whole and left alone

    /// The value buffer of a value that crosses stages.
    int of(const Value& value, int stages, int microbatches) const;
    std::vector<int> index = {}; ///< by `indexOf` of the value
};

constexpr int kScratches = 2; ///< of a rank: one is received into while the other is added

/// `request` has been checked, and the process map is for its ranks. A value is copied from one rank to another of its
/// process where the plan gives that a time; else its reader reads it where it was made.
EnqueueList makeEnqueueList(const RunRequest& request, const ProcessMap& processMap);

/// Checks, from the order alone, that all processes together come to its end however slowly each gets on: every wait is
/// for an earlier command of its process; the two ends of each transfer are for the same, and those of a link in one
/// order; nothing is read before it has come, or written over before it was read; and were each process to do one
/// command after the other, with no transfer ending before both ends have begun, all would be done. Of the early part
/// also: that it touches no gradients, and writes over nothing that the step before still reads; since steps follow
/// each other in one order on all processes, those that overlap come to their end as one does. Fails with the first
/// command for which one of that does not hold.
Result<Done> proveEnqueueList(const EnqueueList& list, const Schedule& schedule, const ProcessMap& processMap);

} // namespace lanewright::engine
