// SPDX-License-Identifier: Apache-2.0
#include "core/io/plan/plan_parts.h"

#include "core/io/forms.h"

namespace lanewright {

namespace {

void readDirections(const json::Node& node, Placement& placement, Trouble& trouble) {
    if (!expect(node, json::Kind::Array, trouble))
        return;
    if (node.size() < 1 || node.size() > kMaxDirections)
        return trouble.add(
            say(phrase("file", "must hold one list of ranks per direction, and there are 1 to %1 directions, "
                               "not %2"),
                kMaxDirections, node.size()),
            node);
    for (const json::Node list : node.children()) {
        if (!expect(list, json::Kind::Array, trouble))
            return;
        if (list.size() < 1 || list.size() > kMaxStages)
            return trouble.add(say(phrase("file", "must hold 1 to %1 stages, not %2"), kMaxStages, list.size()), list);
        std::vector<int>& ranks = placement.directions.emplace_back();
        for (const json::Node rank : list.children())
            ranks.push_back(integerFrom(rank, 0, placement.ranks - 1, trouble));
        if (ranks.size() != placement.directions.front().size())
            return trouble.add(
                say(phrase("file", "must place %1 stages, as the first direction does"), placement.stages()), list);
    }
}

/// What a file says of costs and memory that says nothing.
void setDefaults(Plan& plan) {
    const Time time = scaleOf(plan.timeUnit);
    const Bytes bytes = scaleOf(plan.memoryUnit);
    const Placement& placement = plan.schedule.placement;
    plan.costs = uniform(placement.stages(), {.forward = time, .backwardInput = time, .backwardWeight = time});
    plan.memory = uniformMemory(placement.stages(), placement.ranks, {.forward = bytes, .backwardWeight = -bytes});
}

void checkReplicas(const json::Node& node, Trouble& trouble) {
    if (integerFrom(node, 1, kMaxRanks, trouble) != 1)
        trouble.add(say(phrase("file", "must be 1: each replica of a pipeline is a direction of its own")), node);
}

void readDirectionOf(const json::Node& node, Schedule& schedule, Trouble& trouble) {
    if (!expectList(node, schedule.microbatches, phrase("one per", "microbatch"), trouble))
        return;
    const int directions = static_cast<int>(schedule.placement.directions.size());
    for (const json::Node entry : node.children())
        schedule.directionOf.push_back(integerFrom(entry, 0, directions - 1, trouble));
}

const FileFields<Schedule>& placementFields() {
    using Field = FileField<Schedule>;
    static const FileFields<Schedule> kFields = {
        Field("ranks", memberOf(&Schedule::placement, &Placement::ranks), form::integer(1, kMaxRanks)).required(),
        Field("directions", memberOf(&Schedule::placement, &Placement::directions), definition("directions"))
            .readBy([](const json::Node& node, Schedule& schedule, Frame&, Trouble& trouble) {
                readDirections(node, schedule.placement, trouble);
            }),
        {"replicas", R"({"const": 1})",
         [](const json::Node& node, Schedule&, Frame&, Trouble& trouble) { checkReplicas(node, trouble); },
         [](json::Writer& writer, const Schedule&, const Frame&) { writer.number(1); }},
        Field("direction_of", &Schedule::directionOf, definition("directionOf")).unlessDefault(&Schedule::directionOf)};
    return kFields;
}

void readPlacement(const json::Node& node, Plan& plan, Frame& frame, Trouble& trouble) {
    Schedule& schedule = plan.schedule;
    if (!expect(node, json::Kind::Object, trouble))
        return;
    readMembers(node, placementFields(), schedule, frame, trouble);
    if (trouble)
        return;
    if (schedule.placement.directions.empty())
        schedule.placement = linear(schedule.placement.ranks);
    if (static_cast<std::int64_t>(schedule.stages()) * schedule.microbatches > kMaxCells)
        return trouble.add(
            say(phrase("file", "%1 stages with %2 microbatches are more than the %3 pairs that fit a file"),
                schedule.stages(), schedule.microbatches, kMaxCells),
            pathBeside(node, "microbatches"));
    if (const auto given = node.find("direction_of"); given && !given->isNull())
        readDirectionOf(*given, schedule, trouble);
    frame = frameOf(plan);
    setDefaults(plan);
}

} // namespace

FileField<Plan> placementField() {
    return FileField<Plan>("placement", &Plan::schedule,
                           form::object(placementFields(), json::Layout::Line, "placement"))
        .readBy(readPlacement)
        .required()
        .keepingUnknown();
}

FileField<Plan> directionField() {
    return {"direction_of", definition("directionOf"),
            [](const json::Node& node, Plan& plan, Frame&, Trouble& trouble) {
                if (!plan.schedule.directionOf.empty())
                    trouble.add(say(phrase("file", "is given here and under placement; give it once")), node);
                else if (!node.isNull())
                    readDirectionOf(node, plan.schedule, trouble);
            },
            nullptr};
}

} // namespace lanewright
