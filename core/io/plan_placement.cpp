// SPDX-License-Identifier: Apache-2.0
#include "core/io/plan_parts.h"

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

void readDirectionOf(const json::Node& node, Schedule& schedule, Trouble& trouble) {
    if (!expectList(node, schedule.microbatches, phrase("one per", "microbatch"), trouble))
        return;
    const int directions = static_cast<int>(schedule.placement.directions.size());
    for (const json::Node entry : node.children())
        schedule.directionOf.push_back(integerFrom(entry, 0, directions - 1, trouble));
}

void readRanks(const json::Node& node, Placement& placement, Trouble& trouble) {
    if (const auto ranks = required(node, "ranks", trouble))
        placement.ranks = integerFrom(*ranks, 1, kMaxRanks, trouble);
    if (trouble)
        return;
    if (const auto directions = node.find("directions"))
        readDirections(*directions, placement, trouble);
    else
        placement = linear(placement.ranks);
    const auto replicas = node.find("replicas");
    if (replicas && integerFrom(*replicas, 1, kMaxRanks, trouble) != 1)
        trouble.add(say(phrase("file", "must be 1: each replica of a pipeline is a direction of its own")), *replicas);
}

} // namespace

void readPlacement(const json::Node& root, Schedule& schedule, Trouble& trouble) {
    if (const auto count = required(root, "microbatches", trouble))
        schedule.microbatches = integerFrom(*count, 1, kMaxMicrobatches, trouble);
    const auto node = required(root, "placement", trouble);
    if (!node || !expect(*node, json::Kind::Object, trouble))
        return;
    readRanks(*node, schedule.placement, trouble);
    if (trouble)
        return;
    if (static_cast<std::int64_t>(schedule.stages()) * schedule.microbatches > kMaxCells)
        return trouble.add(
            say(phrase("file", "%1 stages with %2 microbatches are more than the %3 pairs that fit a file"),
                schedule.stages(), schedule.microbatches, kMaxCells),
            pathOf(root, "microbatches"));
    const auto inside = node->find("direction_of");
    const auto outside = root.find("direction_of");
    if (inside && outside)
        return trouble.add(say(phrase("file", "is given here and under placement; give it once")), *outside);
    if (const auto given = inside ? inside : outside; given && !given->isNull())
        readDirectionOf(*given, schedule, trouble);
}

void writePlacement(json::Writer& writer, const Schedule& schedule, std::string_view unknown) {
    const auto list = [&](const std::vector<int>& numbers) {
        writer.beginArray(json::Layout::Line);
        for (const int number : numbers)
            writer.number(number);
        writer.endArray();
    };
    writer.beginObject(json::Layout::Line);
    writer.key("ranks").number(schedule.placement.ranks);
    writer.key("directions").beginArray(json::Layout::Line);
    for (const std::vector<int>& direction : schedule.placement.directions)
        list(direction);
    writer.endArray();
    writer.key("replicas").number(1);
    if (!schedule.directionOf.empty()) {
        writer.key("direction_of");
        list(schedule.directionOf);
    }
    writeUnknown(writer, unknown, "placement", kPlacementKeys);
    writer.endObject();
}

} // namespace lanewright
