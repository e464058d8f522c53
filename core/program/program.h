// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/dataflow.h"
#include "core/model/plan.h"

#include <string>
#include <string_view>
#include <vector>

namespace lanewright {

enum class Act : std::uint8_t {
    Run,  ///< a block
    Send, ///< hand a value to the link; never waits
    Post, ///< make the slot of a value that will come ready to be written; never waits. The consuming block waits
};

/// One step of a rank's program.
struct Instruction {
    Act act = Act::Run;
    Block block = {};  ///< Run: what to run; planned length in `length`
    Value value = {};  ///< Send, Post: what travels
    int peer = -1;     ///< Send, Post: the other rank
    int transfer = -1; ///< Send, Post: the same number on both ranks, unique in the step; the message's tag
    int slot = -1;     ///< Post: which of the rank's receive slots; assigned here, never at run time
    Time start = 0;    ///< planned: the yardstick of the pacer and the watchdog
    Time length = 0;   ///< Run: planned duration; Send: planned transfer time

    friend bool operator==(const Instruction&, const Instruction&) = default;
};

/// What one rank does in a training step, in order.
struct Program {
    int rank = 0;
    std::vector<Instruction> code = {};
    int slots = 0;  ///< receive slots it needs
    int rooms = 0;  ///< values made here that it must be able to hold: until they are used, or have left
    int staged = 0; ///< weight gradients it must be able to hold back (W out of microbatch order)

    friend bool operator==(const Program&, const Program&) = default;
};

/// Cuts the schedule into one program per rank along one total order of all blocks and transfers.
///
/// Sends follow their producer; a Post stands as early as its slot is free and the order allows. There are rooms enough
/// for all values on their way, were the plan kept to; a rank that is out of rooms waits for one of its sends to end,
/// which is no worse than the links that hold nothing of `proveDeadlockFree`. Fails when `validate`
/// finds an error in the plan.
Result<std::vector<Program>> lower(const Plan& plan);

/// Replays all programs over links that hold nothing: a send ends only when its receive is posted, and a block starts
/// only when its values have come. Fails with the first rank that can never go on and why. Also refuses programs whose
/// transfers don't pair up or cross on their link, run blocks whose inputs nobody sends, run an op twice or on a
/// foreign rank, or use a slot twice at one time. Says nothing about whether any op is missing. Programs may hold
/// anything; the plan fits its shape. O(instructions) time.
Result<Done> proveDeadlockFree(const std::vector<Program>& programs, const Plan& plan);

/// The rooms that the program needs at least: for what its blocks make and others of its blocks use, and for all that a
/// block makes at once. Values that were sent count as gone.
int fewestRooms(const Program& program, const Plan& plan);

/// `a2.5` is the activation that F of stage 2, microbatch 5 yields, `g2.5` the gradient of that stage's input.
std::string toText(const Value& value);

/// One instruction per line: `run F0.0 @0 +1000000` (`run F0.0 gap 5 @5 +1000000` with a gap before it),
/// `send a0.0 to 1 #0 @… +…`, `post a0.0 from 0 #0 slot 0 @…`.
std::string toText(const Instruction& instruction, int weightParts = 1);
/// Reads what `toText` writes. Fails, naming the line, on anything else; ranges are for the proof to check.
Result<Instruction> instructionFromText(std::string_view line);

} // namespace lanewright
