// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/check/validate.h"
#include "core/lesson/lesson.h"

#include <optional>
#include <vector>

namespace lanewright {

/// How an attempt stands to one goal.
struct GoalState {
    Goal goal = {};
    bool reached = false;
    /// What the number is now: ticks, bytes, a share or a count. None for goals that are no number, and while ops are
    /// missing or the order stalls: the numbers of half an order mean nothing.
    std::optional<double> value = {};
    /// How far it came from the start, 0 to 1: 1 where it is reached, and only there. Of memory every rank counts that
    /// holds more than the goal, of a name the blocks that stand where they do in its order, once the order is like it.
    double progress = 0;

    friend bool operator==(const GoalState&, const GoalState&) = default;
};

/// A number of the score, from where the student began to where the teacher came.
struct ScoreLine {
    GoalKind number = GoalKind::Makespan;
    std::optional<double> start = {}; ///< none where the start is not a whole order
    std::optional<double> now = {};   ///< as `GoalState::value`
    double best = 0;                  ///< what the lesson says, else the solution's, else the goal
    /// How far it came from start to best, 0 to 1; at the best or below it: 1. Of memory every rank counts that the
    /// start has above the best, so that each one that comes down earns its part. A number that the start has at its
    /// best already earns nothing by itself: while it is kept it is worth the mean of the others (without any: the
    /// share of the goals that the start misses), and 0 once it is lost.
    double share = 0;

    friend bool operator==(const ScoreLine&, const ScoreLine&) = default;
};

/// What an attempt is worth.
struct Assessment {
    std::vector<GoalState> goals = {};
    bool reached = false; ///< all of them
    std::vector<ScoreLine> score = {};
    /// 0 to 100: the mean of the score's shares; where nothing is scored, the mean progress of the goals that the start
    /// misses. The start itself has 0.
    int points = 0;
    /// The first number, of the goals and then of the score, in which it is below the solution, where all goals are
    /// reached and none of these numbers is above the solution's.
    struct Beaten {
        GoalKind number = GoalKind::Makespan;
        double now = 0;
        double teachers = 0;

        friend bool operator==(const Beaten&, const Beaten&) = default;
    };
    std::optional<Beaten> beaten = {};

    friend bool operator==(const Assessment&, const Assessment&) = default;
};

/// Holds an attempt against the goals of a lesson, and against its start and solution.
class Checker {
public:
    /// Makes start and solution once. What can't be made counts as not there.
    explicit Checker(const Lesson& lesson);

    Assessment check(const Attempt& attempt) const;

private:
    std::optional<double> teachers(GoalKind kind) const;
    std::optional<double> bestOf(GoalKind kind) const;
    double shareOfGoals(const std::vector<GoalState>& goals) const;
    std::optional<Assessment::Beaten> beatenBy(const Assessment& assessment) const;
    double progressOf(const GoalState& goal, const Attempt& attempt, const std::vector<Bytes>& peaks) const;

    Lesson m_lesson;
    std::vector<std::optional<double>> m_start = {};    ///< per kind
    std::vector<Bytes> m_peaks = {};                    ///< the start has; none where it is not a whole order
    std::size_t m_missing = 0;                          ///< ops that the start lacks
    std::vector<std::optional<double>> m_solution = {}; ///< per kind
    std::vector<bool> m_given = {};                     ///< per goal: whether the start reaches it
};

} // namespace lanewright
