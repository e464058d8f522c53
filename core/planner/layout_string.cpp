// SPDX-License-Identifier: Apache-2.0
#include "core/planner/layout_string.h"

#include "core/model/layout/layout_text.h"

#include <algorithm>
#include <numeric>

namespace lanewright {

namespace {

std::string joinedLetters(const std::vector<std::string>& stages) {
    return std::accumulate(stages.begin(), stages.end(), std::string{});
}

/// Chunks per rank of so many stages.
Result<int> chunksFor(int stages, int devices, const LayoutPlacement& placement) {
    const bool isLinear = placement.shape == Shape::Linear || stages <= devices;
    const int chunks = placement.chunks.value_or(isLinear ? 1 : stages / devices);
    if (!placement.chunks && chunks > 1 && stages % devices != 0)
        return Error{
            say(phrase("planner", "the layout has %1 stages, which %2 devices can't share evenly"), stages, devices)};
    if (stages % chunks != 0)
        return Error{say(phrase("planner", "the layout's %1 stages can't be %2 on each device"), stages, chunks)};
    if (stages > chunks * devices)
        return Error{say(phrase("planner", "the layout has %1 stages for %2 devices"), stages, devices)};
    if (chunks > 1 && stages == chunks)
        return Error{say(phrase("planner", "all %1 stages of the layout would be on one device"), stages)};
    if (chunks == 1 && placement.shape == Shape::Loop)
        return Error{
            say(phrase("planner", "the layout's %1 stages are no loop on %2 devices, which has several on each"),
                stages, devices)};
    return chunks;
}

/// The device of each stage.
Result<std::vector<int>> devicesFor(int stages, std::span<const int> row, const LayoutPlacement& placement) {
    const int devices = static_cast<int>(row.size());
    if (placement.shape == Shape::V) {
        if (stages < 4 || stages % 2 != 0)
            return Error{
                say(phrase("planner", "a V has an even number of stages, 4 or more, and the layout has %1"), stages)};
        if (stages > 2 * devices)
            return Error{say(phrase("planner", "the layout has %1 stages for %2 devices"), stages, devices)};
        return downAndBack(row.first(static_cast<std::size_t>(stages / 2)));
    }
    const Result<int> chunks = chunksFor(stages, devices, placement);
    if (!chunks)
        return chunks.error();
    return roundAndRound(row.first(static_cast<std::size_t>(stages / *chunks)), *chunks);
}

/// Whether the first stage has the first piece, and the last stage the last one: what lies between may be empty.
Result<Done> checkEnds(const std::vector<std::string>& stages) {
    for (const std::size_t end : {std::size_t{0}, stages.size() - 1})
        if (stages[end].empty())
            return Error{say(phrase("planner", "stage %1 of the layout is empty"), end)};
    return Done{};
}

} // namespace

bool isLaidOut(const LayeredModel& model) {
    const auto isNone = [](const Layer& layer) { return layer.letter == 0; };
    return std::ranges::none_of(model.layers, isNone) && model.layers.front().letter == 'E' &&
           model.layers.back().letter == 'L';
}

Result<std::vector<std::string>> lettersOf(const LayeredModel& model, const Partition& partition) {
    if (!isLaidOut(model))
        return Error{say(phrase("planner", "a layout says how whole blocks of a GPT are cut"))};
    std::vector<std::string> stages;
    stages.reserve(partition.size());
    for (const Part& part : partition) {
        stages.emplace_back();
        for (int layer = part.first; layer < part.end; ++layer)
            stages.back() += model.layers[layer].letter;
    }
    return stages;
}

Result<std::string> layoutFor(const LayeredModel& model, const Partition& partition) {
    const Result<std::vector<std::string>> letters = lettersOf(model, partition);
    if (!letters)
        return letters.error();
    if (shapeOf(partition) == Shape::V)
        return Error{
            say(phrase("planner", "a layout puts stage i on rank i mod %1, so it can't say a V"), ranksOf(partition))};
    if (devicesOf(partition) > ranksOf(partition))
        return Error{say(phrase("planner", "a stage of a layout is on one device"))};
    if (const Result<Done> legal = checkMegatronLayout(*letters, ranksOf(partition)); !legal)
        return legal.error();
    return layoutOf(*letters);
}

Result<Partition> partitionFromLayout(std::string_view layout, const LayeredModel& model, std::span<const int> row,
                                      const LayoutPlacement& placement) {
    const Result<std::vector<std::string>> stages = stagesFromLayout(layout);
    if (!stages)
        return stages.error();
    const Result<std::vector<int>> devices = devicesFor(static_cast<int>(stages->size()), row, placement);
    if (!devices)
        return devices.error();
    if (const Result<Done> ends = checkEnds(*stages); !ends)
        return ends.error();
    const Result<std::vector<std::string>> whole = lettersOf(model, {{0, model.size(), {}}});
    if (!whole)
        return whole.error();
    if (const std::string all = joinedLetters(*stages); all != whole->front())
        return Error{say(phrase("planner", "the model is %1, but the layout's pieces are %2"), layoutOf(*whole),
                         layoutOf({all}))};
    Partition partition;
    partition.reserve(stages->size());
    for (int first = 0; const std::string& letters : *stages) {
        const int end = first + static_cast<int>(letters.size());
        partition.push_back({first, end, {(*devices)[partition.size()]}});
        first = end;
    }
    return partition;
}

} // namespace lanewright
