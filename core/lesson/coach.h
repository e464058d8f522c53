// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/explain/explain.h"
#include "core/lesson/lesson.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace lanewright {

/// The ops of the tray that could run at once if each stood at the end of its rank's row: all that they need runs.
std::vector<Op> readyOps(const Plan& plan, const std::vector<Op>& tray);

/// The next step a coach would take.
struct Advice {
    enum class Kind : std::uint8_t {
        Nothing,   ///< there is no next step: all is done, or nobody knows one
        Place,     ///< put `op` in front of position `to` of its rank's row
        Move,      ///< move the block of `op` there
        Split,     ///< split the BW `op`
        Fuse,      ///< fuse the B `op` with its W
        Pair,      ///< run `op` and `other` as one
        Unpair,    ///< take the pair of `op` apart
        Optimizer, ///< choose `mode`
        Halve,     ///< cut the schedule in half
    };
    Kind kind = Kind::Nothing;
    Op op = {};
    std::optional<Op> other =
        {}; ///< of Place and Move: the op it comes to stand in front of; none: it becomes the last
    Slot to = {};
    OptimizerMode mode = OptimizerMode::Synchronous;
    Plan next = {};                      ///< the plan after the step
    std::optional<Explanation> why = {}; ///< of `op` in that plan, where it runs
    std::optional<Time> before = {};     ///< makespan, where nothing is missing and nothing stalls
    std::optional<Time> after = {};

    friend bool operator==(const Advice&, const Advice&) = default;
};

/// What to do next to reach the goals of the lesson: a step of the way to its solution, or, without one, the ready op
/// that starts first, or the single move that makes the makespan smallest.
Advice adviceFor(const Lesson& lesson, const Attempt& attempt);

} // namespace lanewright
