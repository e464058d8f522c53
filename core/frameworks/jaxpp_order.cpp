// SPDX-License-Identifier: Apache-2.0
#include "core/base/places.h"
#include "core/frameworks/python_orders.h"
#include "core/frameworks/python_text.h"
#include "core/model/block_ops.h"
#include "core/model/text.h"

#include <optional>
#include <vector>

namespace lanewright {

namespace {

constexpr const char* kJaxppUsage = R"(# In a script of jaxpp:
#
#     from this_file import Schedule
#     jaxpp.treduce(gradients, batch, schedule=Schedule())
from jaxpp.schedules import BaseSchedule, FusedTask, Task
from jaxpp.types import TaskType
)";

constexpr const char* kJaxppClass = R"(

KINDS = {"F": TaskType.FWD, "B": TaskType.BWD_I, "W": TaskType.BWD_W, "BW": TaskType.BWD}


def block(word):
    tasks = [Task.make(stage, microbatch, KINDS[kind]) for kind, stage, microbatch in map(read, word.split("+"))]
    return tasks[0] if len(tasks) == 1 else FusedTask(tasks)


class Schedule(BaseSchedule):
    def __init__(self):
        super().__init__(num_stages=len(RANK_OF_STAGE))
        object.__setattr__(self, "is_partial_bwd", SPLIT)

    def get_mpmd_idx(self, stage_id):
        return RANK_OF_STAGE[stage_id]

    def tasks(self, n_mubatches):
        if n_mubatches != MICROBATCHES:
            raise ValueError(f"this order is for {MICROBATCHES} microbatches, not for {n_mubatches}")
        return [[block(word) for word in row.split()] for row in ORDER]
)";

/// Whether the op takes something from that of the microbatch before: on the first stage jaxpp's loop counts them, on
/// the last it adds up losses, and on each the gradients of its weights.
bool followsMicrobatches(const Op& op, int stages) {
    if (op.kind == OpKind::F)
        return op.stage == 0 || op.stage == stages - 1;
    return op.stage == 0 ? isBackward(op.kind) : op.kind == OpKind::W || op.kind == OpKind::BW;
}

/// Fails where such ops stand in another order than their microbatches.
Result<Done> checkAscending(const Schedule& schedule) {
    for (int rank = 0; rank < schedule.ranks(); ++rank) {
        std::vector<std::optional<Op>> forwards(static_cast<std::size_t>(schedule.stages()));
        std::vector<std::optional<Op>> weights = forwards;
        for (const Block& block : schedule.order[rank])
            for (const Op& op : opsIn(block)) {
                if (!followsMicrobatches(op, schedule.stages()))
                    continue;
                std::optional<Op>& before = (op.kind == OpKind::F ? forwards : weights)[op.stage];
                if (before && before->microbatch > op.microbatch)
                    return Error{say(phrase("python", "jaxpp counts microbatches on the first stage, adds up losses on "
                                                      "the last and gradients on each in the order of "
                                                      "microbatches, and here %1 comes after %2"),
                                     toText(op), toText(*before)),
                                 say(kRankPlace, rank)};
                before = op;
            }
    }
    return Done{};
}

/// The word of an op; empty for a W of stage 0, which stands at its B.
std::string jaxppWord(const Op& op, bool split) {
    if (op.kind == OpKind::W && op.stage == 0)
        return {};
    const bool isWhole = op.kind == OpKind::BW || (op.kind == OpKind::B && op.stage == 0);
    if (!split || !isWhole)
        return toText(op);
    Op weight = op;
    weight.kind = OpKind::W;
    Op input = op;
    input.kind = OpKind::B;
    return toText(input) + "+" + toText(weight);
}

/// Whether a W of stage 0 stands elsewhere than right after its B.
bool movesFirstWeights(const Row& row) {
    for (std::size_t at = 0; at < row.size(); ++at) {
        const Op& weight = row[at].op;
        const Op input{.kind = OpKind::B, .stage = 0, .microbatch = weight.microbatch};
        if (weight.kind == OpKind::W && weight.stage == 0 && (at == 0 || !row[at - 1].holds(input)))
            return true;
    }
    return false;
}

} // namespace

Result<PythonOrder> writeForJaxpp(const Plan& plan) {
    if (const Result<Done> sayable = python::checkSayable(plan, "jaxpp"); !sayable)
        return sayable.error();
    const Schedule& schedule = plan.schedule;
    if (const Result<Done> ascends = checkAscending(schedule); !ascends)
        return ascends.error();
    const bool split = holdsKind(schedule.order, OpKind::W);
    const auto wordOf = [split](const Block& block) {
        std::string word;
        for (const Op& op : opsIn(block))
            word.append(word.empty() ? "" : "+").append(jaxppWord(op, split));
        return word;
    };
    PythonOrder order{.text = python::heading(plan, "jaxpp", kJaxppUsage) + python::tables(schedule, wordOf) +
                              "SPLIT = " + (split ? "True" : "False") + "  # whether any B and W are apart\n" +
                              std::string{python::kReadsOps} + kJaxppClass};
    if (split && movesFirstWeights(schedule.order[schedule.placement.rankOf(0, 0)]))
        order.leftOut.push_back(say(phrase("python", "jaxpp computes the whole backward of stage 0 as one task, so "
                                                     "each W of stage 0 stands at its B.")));
    order.leftOut.push_back(say(phrase("python", "The file says an order: times, memory and gaps are left out.")));
    return order;
}

} // namespace lanewright
