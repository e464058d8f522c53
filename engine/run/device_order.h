// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/protocol.h"

#include <vector>

namespace lanewright::engine {

/// A value's place: one of the pieces of memory for values on a device.
struct Handover {
    Value value = {};
    int room = -1;     ///< where its producer writes it
    int slot = -1;     ///< where it is copied to for its reader; −1: the reader reads the room
    int producer = -1; ///< turn that makes it
    int reader = -1;   ///< turn that reads it
};

/// The ops of a block as they are enqueued: of an overlapped pair the forward comes first.
std::vector<Op> enqueuedOps(const Block& block);

/// A use of a piece of memory that must have ended before it is written anew.
struct LastUse {
    int handover = -1;   ///< −1: nobody has used it
    bool isCopy = false; ///< it was its copy that read it; else its reader
};

/// A block of a rank, in the one order in which all blocks of a step are enqueued.
struct Turn {
    int rank = 0;
    Block block = {};
    Time start = 0;                  ///< planned
    Time length = 0;                 ///< planned
    std::vector<Op> ops = {};        ///< `enqueuedOps`
    std::vector<int> needs = {};     ///< handovers that its ops read
    std::vector<int> makes = {};     ///< handovers that its ops write
    std::vector<LastUse> rooms = {}; ///< beside `makes`: who has used the room before
    std::vector<LastUse> slots = {}; ///< beside `makes`: who has used the slot before
};

/// A whole step of all ranks as one host thread enqueues it.
///
/// The order is by planned start, ties to the lower rank, and a block comes only after all that it needs. So whatever
/// a stream waits for was enqueued before, and nothing can wait for ever. Memory for values is given out here, by the
/// planned times: no step asks for any, and where a plan is kept to no block waits for memory.
struct DeviceOrder {
    std::vector<Turn> turns = {};
    std::vector<Handover> handovers = {};
    int pieces = 0; ///< of memory for values, (n,C) floats each

    /// The handover of a value that crosses stages.
    int of(const Value& value, int stages, int microbatches) const;
    std::vector<int> index = {}; ///< by `indexOf` of the value
};

/// `request` has been checked. A value is copied from one rank to another where the plan gives that a time; else its
/// reader reads it where it was made.
DeviceOrder deviceOrder(const RunRequest& request);

} // namespace lanewright::engine
