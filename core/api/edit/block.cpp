// SPDX-License-Identifier: Apache-2.0
#include "core/api/plan_values.h"
#include "core/api/question_list.h"
#include "core/api/table.h"
#include "core/edit/block/building_block.h"
#include "core/model/text.h"

#include <string>
#include <utility>
#include <vector>

namespace lanewright::api {

namespace {

struct BlockRequest {
    std::string file = {};
};

struct BlockSpan {
    std::string op = {};
    int rank = 0;
    Time start = 0;
    Time end = 0;
};

struct BlockAnswer {
    Plan plan = {};
    BuildingBlock block = {};
    Time least = 0;
    bool keeps = false;
    std::vector<BlockSpan> spans = {};
};

const Fields<BlockSpan> kSpanFields = {{"op", "of the first microbatches", &BlockSpan::op},
                                       {"rank", "that runs it", &BlockSpan::rank},
                                       {"start", "from the start of the block", &BlockSpan::start, In::Times},
                                       {"end", "the same", &BlockSpan::end, In::Times}};

const Fields<BlockAnswer> kBlockFields = {
    {"microbatches", "of each direction in a block", [](const BlockAnswer& each) { return each.block.microbatches; }},
    {"interval", "from a block to the next", [](const BlockAnswer& each) { return each.block.interval; }, In::Times},
    {"least_interval", "at which it could be repeated", &BlockAnswer::least, In::Times},
    {"keeps", "the whole order is the block repeated, maybe squeezed", &BlockAnswer::keeps},
    {"ops", "by rank, then start", rowsOf<BlockAnswer>(&BlockAnswer::spans, kSpanFields)},
    {"time_unit", "of times", [](const BlockAnswer& each) { return each.plan.timeUnit; }}};

std::string textOf(const BlockAnswer& answer) {
    const TimeUnit unit = answer.plan.timeUnit;
    Table table({"rank", "op", "start", "end"}, "rlrr");
    for (const BlockSpan& span : answer.spans)
        table.add({std::to_string(span.rank), span.op, timeText(span.start, unit), timeText(span.end, unit)});
    return "a block of " + counted(answer.block.microbatches, "microbatch", "microbatches") + " every " +
           timeText(answer.block.interval, unit) + ", possible every " + timeText(answer.least, unit) +
           (answer.keeps ? "; the whole order keeps to it\n" : "; a part of the order keeps to it\n") + table.text();
}

Reply block(const BlockRequest& request, const Asker& asker) {
    Result<Plan> plan = asker.plan(request.file);
    if (!plan)
        return refused(Exit::Usage, request.file, plan.error());
    Result<BuildingBlock> found = buildingBlockOf(*plan);
    if (!found)
        return refused(Exit::No, request.file, found.error());
    BlockAnswer answer{.plan = *std::move(plan), .block = *std::move(found)};
    const Result<Time> least = leastInterval(answer.plan, answer.block);
    answer.least = least ? *least : answer.block.interval;
    answer.keeps = keepsTo(answer.plan, answer.block);
    for (std::size_t rank = 0; rank < answer.block.timeline.lanes.size(); ++rank)
        for (const Span& span : answer.block.timeline.lanes[rank])
            answer.spans.push_back(
                {toText(span.op, answer.plan.costs.weightParts), static_cast<int>(rank), span.start, span.end});
    const Units units{.time = answer.plan.timeUnit};
    return answered(std::move(answer), kBlockFields, units, textOf);
}

constexpr const char* kBlockFooter = R"(
A building block is when the first microbatch, or as few as repeat, passes all ranks; every block later runs the same
so much later. It is looked for in the middle of the order; where only the first microbatches are in it, it is those.
edit --repeat-every makes a schedule of it, and edit --squeeze draws that together. The exit code is 1 where nothing
repeats.

Examples:
  lanewright-cli block v-half.lwsched
  lanewright-cli edit first.lwsched --repeat-every least | lanewright-cli edit - --squeeze -o all.lwsched)";

} // namespace

Question blockQuestion() {
    using R = BlockRequest;
    return question<R>("block", "Which arrangement of blocks an order repeats", kBlockFooter,
                       {option<R>("FILE", &R::file, "A schedule (.lwsched, PyTorch .csv)").required()}, block,
                       kBlockFields);
}

} // namespace lanewright::api
