// SPDX-License-Identifier: Apache-2.0
#include "core/base/decimal.h"
#include "core/base/places.h"
#include "core/frameworks/python_orders.h"
#include "core/frameworks/python_text.h"
#include "core/model/block_ops.h"
#include "core/model/text.h"

#include <algorithm>
#include <cstddef>

namespace lanewright {

namespace {

constexpr const char* kPrimusUsage = R"(# In Primus's simulator, beside a clone of Primus:
#
#     PYTHONPATH=Primus python this_file.py
from primus.core.pipeline_parallel.scheduler.algorithms.base import PipelineScheduleAlgo
from primus.core.pipeline_parallel.scheduler.scheduler_node import FuncType, SchedulerNode
)";

constexpr const char* kPrimusClass = R"(
STAGES_OF_RANK = [[stage for stage, host in enumerate(RANK_OF_STAGE) if host == rank] for rank in range(len(ORDER))]
SHAPE = {"pp_size": len(ORDER), "vpp_size": max(map(len, STAGES_OF_RANK)), "micro_batches": MICROBATCHES}


class Schedule(PipelineScheduleAlgo):
    def __init__(self, pp_size, vpp_size, micro_batches):
        super().__init__(pp_size, vpp_size, micro_batches)
        asked = {"pp_size": pp_size, "vpp_size": vpp_size, "micro_batches": micro_batches}
        if asked != SHAPE:
            raise ValueError(f"this order is for {SHAPE}, not for {asked}")

    def first_pp_stage_rank(self):
        return RANK_OF_STAGE[0]

    def last_pp_stage_rank(self):
        return RANK_OF_STAGE[-1]

    def direction_map(self, rank, chunk, func_type):
        is_forward = func_type == FuncType.F
        stage = STAGES_OF_RANK[rank][chunk]
        source, target = (stage - 1, stage + 1) if is_forward else (stage + 1, stage - 1)
        (source, source_chunk), (target, target_chunk) = map(place, (source, target))
        return {
            "prev": (source, FuncType.RF if is_forward else FuncType.RB),
            "next": (target, FuncType.SF if is_forward else FuncType.SB),
            "recv_from_chunk": source_chunk,
            "send_to_chunk": target_chunk,
        }

    def nodes(self, rank, word):
        receives, computes, sends = [], [], []
        for kind, stage, microbatch in map(read, word.split("+")):
            chunk = STAGES_OF_RANK[rank].index(stage)
            computes.append(SchedulerNode(FuncType[kind], microbatch, chunk, args={}))
            if kind != "W":
                receive, send = self.generate_send_recv_nodes(rank, microbatch, chunk, FuncType[kind])
                receives += [receive] if receive else []
                sends += [send] if send else []
        if len(computes) > 1:
            for node in computes:
                node.args["combined_node"] = True
                node.args["combined_group"] = [str(each) for each in computes]
        return receives + computes + sends

    def generate_schedule_table(self):
        return [[node for word in row.split() for node in self.nodes(rank, word)] for rank, row in enumerate(ORDER)]


def place(stage):
    if not 0 <= stage < len(RANK_OF_STAGE):
        return None, None
    return RANK_OF_STAGE[stage], STAGES_OF_RANK[RANK_OF_STAGE[stage]].index(stage)


if __name__ == "__main__":
    from primus.core.projection.performance_projection.simulator import SchedulerSimulationRunner

    schedulers = [{"name": "lanewright", "class": "__main__.Schedule", **SHAPE}]
    times = [[TIMES[stage] for stage in stages] for stages in STAGES_OF_RANK]
    runner = SchedulerSimulationRunner({"chunk_time_ms": times, "output_dir": "primus", "schedulers": schedulers})
    print(runner.run()[0]["summary"])
)";

/// Fails on an op that takes no time.
Result<Done> checkTimes(const Plan& plan) {
    const Schedule& schedule = plan.schedule;
    for (int rank = 0; rank < schedule.ranks(); ++rank)
        for (const Block& block : schedule.order[rank])
            for (const Op& op : opsIn(block))
                if (plan.costs.compute({.kind = op.kind, .stage = op.stage}, 0) <= 0)
                    return Error{say(phrase("python", "Primus's simulator takes no op without a time, and %1 has none"),
                                     toText(op)),
                                 say(kRankPlace, rank)};
    return Done{};
}

/// `TIMES`, what each op of a stage takes, in ms; abstract units count as ms.
std::string primusTimes(const Plan& plan) {
    const Time scale = scaleOf(plan.timeUnit == TimeUnit::Unit ? TimeUnit::Unit : TimeUnit::Ms);
    std::string text = "TIMES = [  # what each stage takes, in ms\n";
    for (int stage = 0; stage < plan.schedule.stages(); ++stage) {
        const StageCosts& costs = plan.costs.of(0, stage);
        text += "    {\"fwd\": " + decimalFromTicks(costs.forward, scale) +
                ", \"bwd\": " + decimalFromTicks(costs.backwardInput, scale) +
                ", \"wgrad\": " + decimalFromTicks(costs.backwardWeight, scale) + "},\n";
    }
    return text + "]\n";
}

} // namespace

Result<PythonOrder> writeForPrimus(const Plan& plan) {
    if (const Result<Done> sayable = python::checkSayable(plan, "Primus"); !sayable)
        return sayable.error();
    if (const Result<Done> timed = checkTimes(plan); !timed)
        return timed.error();
    const auto wordOf = [](const Block& block) { return toText(block); };
    return PythonOrder{
        .text = python::heading(plan, "Primus", kPrimusUsage) + python::tables(plan.schedule, wordOf) +
                primusTimes(plan) + std::string{python::kReadsOps} + kPrimusClass,
        .leftOut = {say(phrase("python", "The file says an order and what ops take on each stage: transfers, host "
                                         "times, memory, gaps and how microbatches or pairs differ are left out.")),
                    say(phrase("python", "It is for Primus's simulator: its runtime takes none but its own schedules, "
                                         "by their names."))}};
}

} // namespace lanewright
