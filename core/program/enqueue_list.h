// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/optimizer.h"
#include "core/program/link_ends.h"
#include "core/program/program.h"

#include <cstdint>
#include <vector>

namespace lanewright {

/// Where a value lies: pieces of the memory for values, on the devices of its producer and its reader.
struct ValueBuffer {
    Value value = {};
    int room = -1;     ///< where its producer writes it
    int slot = -1;     ///< where it comes to for its reader; −1: the reader reads the room
    int producer = -1; ///< run that makes it
    int reader = -1;   ///< run that reads it
    int sent = -1;     ///< command that takes it out of the room; −1: none
    int came = -1;     ///< command that brings it into the slot; −1: none
};

/// The ops of a block as they are enqueued. The forward of an overlapped pair comes first.
std::vector<Op> enqueuedOps(const Block& block);

/// A block of a rank.
struct BlockRun {
    int rank = 0;
    Block block = {};
    Time start = 0;              ///< planned
    Time length = 0;             ///< planned
    int command = -1;            ///< the one that runs it
    std::vector<Op> ops = {};    ///< `enqueuedOps`
    std::vector<int> needs = {}; ///< value buffers that its ops read
    std::vector<int> makes = {}; ///< value buffers that its ops write
};

/// A piece of a stage's gradients that goes from one copy of the stage to the next in the order of the directions, or
/// back.
struct ReduceStep {
    int stage = 0;
    int from = 0; ///< direction of the copy that gives it
    int to = 0;   ///< direction of the copy that takes it
    std::int64_t first = 0;
    std::int64_t count = 0;
    bool isSum = false; ///< the sum over all copies, on its way back; else the sum over the copies up to `from`
    int scratch = -1; ///< where a piece from another device comes in, in the scratch of the rank that adds it; −1: none
};

/// What a process enqueues in one of its streams.
enum class CommandKind : std::uint8_t {
    Run,     ///< a block, in its rank's first stream
    Copy,    ///< a value from its room to its slot on the same device, in the sending stream of the rank that made it
    Send,    ///< a value or gradients, in the stream of the link
    Receive, ///< the other end of that, in the stream of the link
    Add,     ///< gradients to those of the rank, in its receiving stream
    Adopt,   ///< the rank takes over sums from a rank of its device, in its receiving stream
};
struct Command {
    CommandKind kind = CommandKind::Run;
    int process = 0;
    int rank = 0;                ///< whose work it is
    int run = -1;                ///< Run
    int buffer = -1;             ///< Copy; Send and Receive of values
    int reduceStep = -1;         ///< all others but Run
    int link = -1;               ///< Send, Receive
    int partner = -1;            ///< Send, Receive: the command at the other end
    std::vector<int> waits = {}; ///< commands of its process, in other streams, that must have ended before it starts
    /// Commands of the step before that used its memory for values last, where that step still goes on.
    std::vector<int> waitsBefore = {};
};

/// True when both are enqueued in one stream, which keeps their order.
bool shareStream(const Command& one, const Command& other);

/// The program of GPUs: a whole step of all ranks in one order. Each process enqueues its own commands in that order,
/// without waiting for anything.
///
/// Blocks come by planned start, ties to the lower rank, and a block comes only after all that it needs. The transfers
/// of its values follow it at once; the copies of a stage add their gradients as soon as the last of them has no more
/// backward. So whatever a stream waits for was enqueued before, on its own process and on the other end of a link, and
/// nothing can wait for ever; `proveEnqueueList` checks that. Memory for values is given out here, by the planned
/// times: no step asks for any, and where a plan is kept to no block waits for memory.
///
/// Where the optimizer is post-validated, the list begins with its *early part*: all that needs nothing of the step
/// before but its weights. These are the forwards of each rank before its first backward, as far as they need no
/// others, and the transfers of their values. It may be enqueued while the step before goes on. A rank's blocks and
/// what leaves it keep their order, so links carry the same in the same order as without it.
///
/// Gradients go from copy to copy in the order of the directions, each adding its own, and the sum goes back the same
/// way. So each process sends and receives them twice at most, however many copies there are, and the bits are those of
/// one sum in the order of the directions. They go in pieces, so that all copies are busy at once.
struct EnqueueList {
    std::vector<Command> commands = {};
    int early = 0; ///< commands of the early part; none where the optimizer is synchronous
    std::vector<BlockRun> runs = {};
    std::vector<ValueBuffer> buffers = {};
    std::vector<ReduceStep> reduceSteps = {};
    std::vector<LinkEnds> links = {};
    std::vector<int> pieces = {};            ///< by process: its memory for values, in pieces of (n,C) floats
    std::vector<std::int64_t> scratch = {};  ///< by rank: floats of each of its `kScratches`
    std::vector<std::vector<int>> last = {}; ///< by rank: commands after which its gradients are whole and left alone

    /// The number of the buffer of a value that crosses stages.
    int of(const Value& value, int stages, int microbatches) const;
    std::vector<int> index = {}; ///< by `indexOf` of the value
};

constexpr int kScratches = 2; ///< scratches of a rank: one is received into while the other is added

/// The devices that an enqueue list is for, and what its plan does not say.
struct EnqueueTarget {
    std::vector<int> processOf = {};          ///< by rank: the process whose device it is a lane of
    int processes = 1;                        ///< each has a rank
    std::vector<std::int64_t> gradients = {}; ///< by stage: floats of the gradients of one copy
    OptimizerMode mode = OptimizerMode::Synchronous;
};

/// Lowers the programs of a plan, which `proveDeadlockFree` accepts, to the program of GPUs. A value is copied from one
/// rank to another of its process where the plan gives that a time; else its reader reads it where it was made.
EnqueueList makeEnqueueList(const Plan& plan, const std::vector<Program>& programs, const EnqueueTarget& target);

/// Checks, from the list alone, that all processes come to its end however slowly each gets on: every wait is for an
/// earlier command of its process; the two ends of each transfer are for the same, and those of a link in one order;
/// nothing is read before it has come, or written over before it was read; and were each process to do one command
/// after the other, with no transfer ending before both ends have begun, all would be done. The early part also touches
/// no gradients, and writes over nothing that the step before still reads; since steps follow each other in one order
/// on all processes, those that overlap come to their end as one does. Fails with the first command for which that does
/// not hold.
Result<Done> proveEnqueueList(const EnqueueList& list, const Schedule& schedule, const EnqueueTarget& target);

} // namespace lanewright
