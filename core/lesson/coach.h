// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/explain/explain.h"
#include "core/lesson/lesson.h"
#include "core/lesson/remake.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace lanewright {

/// The ops of the tray that could run at once if each stood at the end of its rank's row: all that they need runs.
std::vector<Op> readyOps(const Plan& plan, const std::vector<Op>& tray);

/// The next step a coach would take.
struct CoachStep {
    enum class Kind : std::uint8_t {
        Nothing,   ///< there is no next step that the lesson allows, or nobody knows one
        Place,     ///< put `op` in front of position `to` of its rank's row
        Move,      ///< move the block of `op` there
        Split,     ///< split the BW `op`
        Fuse,      ///< fuse the B `op` with its W
        Pair,      ///< run `op` and `other` as one
        Unpair,    ///< take the pair of `op` apart
        Optimizer, ///< choose `mode`
        Halve,     ///< cut the schedule in half
        Remake,    ///< have the order made as `choice` says
    };
    Kind kind = Kind::Nothing;
    Op op = {};
    std::optional<Op> other =
        {}; ///< for Place and Move: the op it comes to stand in front of; none: it becomes the last
    Slot to = {};
    OptimizerMode mode = OptimizerMode::Synchronous;
    OrderChoice choice = {};
    Plan next = {};                      ///< the plan after the step
    std::optional<Explanation> why = {}; ///< why `op` stands where it does in that plan, where it runs
    std::optional<Time> before = {};     ///< makespan, where nothing is missing and nothing stalls
    std::optional<Time> after = {};
    Message because = {}; ///< a sentence that says what the step is good for; empty where there is no step

    friend bool operator==(const CoachStep&, const CoachStep&) = default;
};

/// Something wrong with an order, and the op that it is about, if any.
struct FirstWrong {
    Message sentence = {};
    std::optional<Op> op = {};
};

/// What is wrong first, in a sentence that names the block and what it waits for: a block that can never start, because
/// what it needs stands behind it, or because ranks wait for each other in a circle; else the first error, such as a
/// block on another rank than its own or a memory limit that is passed; else a block that waits for an op which is not
/// in the order yet. None where nothing but ops that are missing keeps the order from being valid.
std::optional<FirstWrong> firstWrong(const Plan& plan);

/// What to do next to reach the goals of the lesson: a step of the way to its solution, or, without one, the ready op
/// that starts first, or the single move that makes the makespan smallest.
CoachStep nextStepFor(const Lesson& lesson, const Attempt& attempt);

/// Whether the step is taken, by whomever: the op stands where it was to be put, or the order or the mode is what it
/// was to become.
bool isTaken(const CoachStep& step, const Attempt& attempt);

} // namespace lanewright
