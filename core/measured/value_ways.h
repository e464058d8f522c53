// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/dataflow.h"
#include "core/model/plan.h"
#include "core/model/run.h"

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

/// The ways of values from rank to rank in a measured step.
namespace lanewright {

/// A value that is made on one rank and used on another.
struct ValueWay {
    ValueKind kind = ValueKind::Activation;
    Op made = {};
    int maker = 0; ///< action
    int user = 0;  ///< action
    int send = -1; ///< the action that sent the value; −1: none is known
    Time left = 0; ///< when it was made and sent
    bool waitedFor = false;
};

/// What is known of the way of a value; null where it was not measured.
struct WaySpans {
    const SideSpan* sent = nullptr;
    const SideSpan* received = nullptr;
};

/// Which block makes each value. Keeps a reference to the plan.
class Makers {
public:
    /// `blocks` are the actions of the spans of each lane.
    Makers(const Plan& plan, const Timeline& wall, const std::vector<std::vector<int>>& blocks);

    /// The ways of values from other ranks to the block.
    std::vector<ValueWay> waysTo(const Span& span, int rank, int block) const;

private:
    struct Maker {
        Op op = {};
        int rank = -1;
        int block = -1;
    };

    bool recomputes(const Op& op) const;
    std::size_t placeOf(const Value& value) const;

    const Plan& m_plan;
    std::vector<Maker> m_makers = {};
};

/// The sends and receives of a step. Keeps references to its spans.
class MeasuredWays {
public:
    MeasuredWays() = default;
    explicit MeasuredWays(const StepRecord& record);

    WaySpans of(const Op& made, int receiver) const;

private:
    std::map<std::pair<Op, int>, WaySpans> m_ways = {};
};

} // namespace lanewright
