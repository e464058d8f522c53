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
#include "core/model/variant.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanewright {

enum class TimeUnit : std::uint8_t { Ns, Us, Ms, S, Unit };
enum class MemoryUnit : std::uint8_t { B, KiB, MiB, GiB, Unit };

/// Ticks per unit.
Time scaleOf(TimeUnit unit);
Bytes scaleOf(MemoryUnit unit);
/// As files spell it: `"ms"`, `"MiB"`, `"unit"`.
std::string_view toText(TimeUnit unit);
std::string_view toText(MemoryUnit unit);

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
    std::vector<Variant> variants = {}; ///< other orders of the problem that somebody named; ask `fits`
    std::string unknown = {};           ///< keys of a newer minor version, as a JSON object; written back untouched

    bool isProblem() const { return schedule.order.empty(); }
    friend bool operator==(const Plan&, const Plan&) = default;
};

/// Lets microbatches differ so, in costs and in memory.
void setMicrobatches(Plan& plan, MicrobatchCosts microbatches);

} // namespace lanewright
