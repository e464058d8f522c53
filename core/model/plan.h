// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/model/costs.h"
#include "core/model/memory_costs.h"
#include "core/model/microbatch_costs.h"
#include "core/model/model_spec.h"
#include "core/model/optimizer.h"
#include "core/model/proof.h"
#include "core/model/schedule.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanewright {

enum class TimeUnit : std::uint8_t { Ns, Us, Ms, S, Unit };
inline constexpr std::array kAllTimeUnits = {TimeUnit::Ns, TimeUnit::Us, TimeUnit::Ms, TimeUnit::S, TimeUnit::Unit};
enum class MemoryUnit : std::uint8_t { B, KiB, MiB, GiB, Unit };
inline constexpr std::array kAllMemoryUnits = {MemoryUnit::B, MemoryUnit::KiB, MemoryUnit::MiB, MemoryUnit::GiB,
                                               MemoryUnit::Unit};

/// Ticks per unit.
Time scaleOf(TimeUnit unit);
Bytes scaleOf(MemoryUnit unit);
/// As files spell it: `"ms"`, `"MiB"`, `"unit"`.
std::string_view toText(TimeUnit unit);
std::string_view toText(MemoryUnit unit);

/// How many there are of what an order names. An order of one shape may happen to name nothing that another lacks; it
/// is no order of that other nevertheless.
struct OrderShape {
    int ranks = 0;
    int directions = 0;
    int stages = 0;
    int microbatches = 0;
    int weightParts = 0;

    friend bool operator==(const OrderShape&, const OrderShape&) = default;
};

/// A state of a schedule that somebody gave a name: another order, with gaps, of the problem of the plan that keeps it.
/// Costs, memory and placement are that plan's.
struct Variant {
    std::string name = {};                              ///< not blank, and no other's of the plan
    std::string note = {};                              ///< what somebody wrote about it; empty: nothing
    std::shared_ptr<const std::vector<Row>> order = {}; ///< not null; shared, since plans are copied at every edit
    OrderShape shape = {};                              ///< the one of the plan it was made or read for
    std::string unknown = {};                           ///< keys of a newer minor version, as `Plan::unknown`

    friend bool operator==(const Variant& a, const Variant& b) {
        return a.name == b.name && a.note == b.note && a.unknown == b.unknown && a.shape == b.shape &&
               (a.order == b.order || *a.order == *b.order);
    }
};

/// A finding that a person knows and keeps, with the reason.
struct Approval {
    std::string code = {};  ///< which kind of finding, not blank
    std::string where = {}; ///< the op that it names, as text, or `rank 2`; empty: one that is about the whole
    std::string why = {};   ///< text for people

    friend bool operator==(const Approval&, const Approval&) = default;
};

/// All that a schedule file says: a schedule with the costs, memory and model it is meant for.
///
/// Without an order it is a problem, the input of generators and solvers.
struct Plan {
    Message title = {}; ///< with its parts where it was made here (see title.h), plain where a person gave it
    TimeUnit timeUnit = TimeUnit::Unit; ///< how numbers are written and shown; ticks do not change with it
    MemoryUnit memoryUnit = MemoryUnit::Unit;
    Schedule schedule = {};
    Costs costs = {};
    MemoryCosts memory = {};
    std::optional<ModelSpec> model = {};
    OptimizerMode optimizerMode = OptimizerMode::Synchronous; ///< in which its iterations follow each other
    std::optional<Proof> proof = {};                          ///< ask `proofOf`, which knows when it holds no more
    std::vector<Variant> variants = {};  ///< other orders of the problem that somebody named; ask `fits`
    std::vector<Approval> approved = {}; ///< findings that somebody keeps; ask `approvalOf`
    std::string unknown = {};            ///< keys of a newer minor version, as a JSON object; written back untouched

    bool isProblem() const { return schedule.order.empty(); }
    friend bool operator==(const Plan&, const Plan&) = default;
};

OrderShape orderShapeOf(const Plan& plan);

/// The order of the plan under a name.
Variant variantOf(const Plan& plan, std::string name);

/// The plan with the variant's order in place of its own, and without variants. Its title stays.
Plan planOf(const Variant& variant, const Plan& plan);

/// Whether the order is one of the plan's shape, finished or not. A variant ceases to fit when the plan gets more or
/// fewer ranks, stages, microbatches or parts of W, and fits again when it has those of before; files hold only those
/// that fit.
bool fits(const Variant& variant, const Plan& plan);

/// Says which of the plan's variants its file leaves out, for they do not fit it; empty: none.
Message leftOutVariants(const Plan& plan);

/// Whether both are of one problem, so that the order of one may be a variant of the other: all is equal but title,
/// order, model, proof and what only newer versions know.
bool sameProblem(const Plan& a, const Plan& b);

/// Lets microbatches differ so, in costs and in memory.
void setMicrobatches(Plan& plan, MicrobatchCosts microbatches);

} // namespace lanewright
