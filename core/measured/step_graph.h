// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/base/units.h"
#include "core/model/op.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// Measured steps as graphs of what waits for what, so that they can be replayed with other durations.
namespace lanewright {

enum class ActionKind : std::uint8_t {
    Compute,  ///< a block: an op or an overlapped pair
    Transfer, ///< carries a value to the rank that needs it, or keeps the host of a rank busy with one
    Outside,  ///< outside the pipeline: a collective, the optimizer, work of the host
};

/// Something that a rank did once in a step.
struct Action {
    ActionKind kind = ActionKind::Compute;
    int family = 0;  ///< in `JobGraph::families`
    int replica = 0; ///< its place among the job's replicas
    int rank = 0;    ///< within the replica; of a transfer the receiver
    int peer = -1;   ///< a transfer's sender; −1: it is what the rank's own host does with a value
    int stage = -1;  ///< for a transfer that of the op which needs the value; −1: of none
    int direction = 0;
    int microbatch = -1;
    int group = -1; ///< actions of one group begin together, when the last of them could; −1: it waits for nobody
    Time start = 0; ///< as measured
    Time length = 0;
    Time launch = 0; ///< how long it waited after all that it needs was there

    Time end() const { return start + length; }
    friend bool operator==(const Action&, const Action&) = default;
};

/// One step of all replicas.
///
/// The rule it guards: an action stands behind all that it needs, and those of a group stand together. `GraphBuilder`
/// makes it so.
struct StepGraph {
    int step = 0;
    Time measured = 0; ///< from the first start to the last end
    std::vector<Action> actions = {};
    std::vector<int> firstNeed = {}; ///< per action, and one more: where its needs begin in `needs`
    std::vector<int> needs = {};     ///< actions that end before it starts
    std::vector<int> units = {};     ///< where each group or single action begins, and the number of actions

    friend bool operator==(const StepGraph&, const StepGraph&) = default;
};

/// Takes actions and what they need in any order.
class GraphBuilder {
public:
    /// Returns its number.
    int add(const Action& action);
    /// `action` starts when `needed` has ended. Nothing where `needed` is negative.
    void need(int action, int needed);
    int size() const { return static_cast<int>(m_actions.size()); }
    const Action& at(int action) const { return m_actions[action]; }
    Action& at(int action) { return m_actions[action]; }

    /// Puts all in order, gives each member of a group the time that it took once the last had begun, and finds how
    /// long each waited beyond its needs. Fails where actions wait for each other in a circle.
    Result<StepGraph> finish(int step) &&;

private:
    std::vector<Action> m_actions = {};
    std::vector<std::pair<int, int>> m_needs = {}; ///< (action, needed)
};

/// Actions that would take the same time if nothing made a difference: F, BW, the way of an activation, a collective.
struct ActionFamily {
    std::string name = {};
    ActionKind kind = ActionKind::Compute;
    /// Its typical time is the mean of all, which keeps the sum of the work; else it is the median, which one late
    /// message can't move.
    bool byMean = true;
    std::optional<OpKind> op = {}; ///< what it computes; none: overlapped pairs, or nothing

    friend bool operator==(const ActionFamily&, const ActionFamily&) = default;
};

/// The steps of a job that were measured whole.
struct JobGraph {
    std::vector<ActionFamily> families = {};
    std::vector<int> replicas = {}; ///< their numbers
    int ranks = 0;                  ///< in each replica
    int stages = 0;
    std::vector<StepGraph> steps = {};
    int leftOut = 0; ///< steps that lack ops

    friend bool operator==(const JobGraph&, const JobGraph&) = default;
};

/// How long the step takes when actions take `lengths` and start as soon as what they need is there, or so much later
/// as `delays` says; empty: at once. `ends` is room to work in.
///
/// Source: Lin et al.: Understanding Stragglers in Large Model Training Using What-if Analysis. OSDI 2025, section 3.
Time replay(const StepGraph& graph, const std::vector<Time>& lengths, const std::vector<Time>& delays,
            std::vector<Time>& ends);

} // namespace lanewright
