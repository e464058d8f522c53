// SPDX-License-Identifier: Apache-2.0
#include "core/planner/shape.h"

#include "core/base/choice_named.h"

#include <algorithm>
#include <array>

namespace lanewright {

namespace {

bool isV(const Partition& partition) {
    constexpr std::size_t kLeastParts = 4;
    return partition.size() >= kLeastParts && partition.size() % 2 == 0 &&
           std::ranges::equal(partition.begin(), partition.end(), partition.rbegin(), partition.rend(),
                              [](const Part& down, const Part& up) { return down.devices == up.devices; });
}

/// The ranks of a loop: after so many parts the same devices come again; else 0.
int ranksOfLoop(const Partition& partition) {
    constexpr int kLeastRanks = 2;
    if (partition.empty())
        return 0;
    const auto again =
        std::ranges::find(partition.begin() + 1, partition.end(), partition.front().devices, &Part::devices);
    const auto ranks = static_cast<std::size_t>(again - partition.begin());
    if (again == partition.end() || ranks < kLeastRanks || partition.size() % ranks != 0)
        return 0;
    for (std::size_t part = ranks; part < partition.size(); ++part)
        if (partition[part].devices != partition[part - ranks].devices)
            return 0;
    return static_cast<int>(ranks);
}

} // namespace

std::string_view toText(Shape shape) {
    switch (shape) {
    case Shape::Linear: return "linear";
    case Shape::V: return "v";
    case Shape::Loop: return "loop";
    }
    return {};
}

std::optional<Shape> shapeFromText(std::string_view text) { return choiceNamed(text, kShapes); }

Shape shapeOf(const Partition& partition) {
    if (isV(partition))
        return Shape::V;
    return ranksOfLoop(partition) > 0 ? Shape::Loop : Shape::Linear;
}

int ranksOf(const Partition& partition) {
    const int parts = static_cast<int>(partition.size());
    switch (shapeOf(partition)) {
    case Shape::Linear: return parts;
    case Shape::V: return parts / 2;
    case Shape::Loop: return ranksOfLoop(partition);
    }
    return parts;
}

int rankOf(const Partition& partition, int part) {
    const int last = static_cast<int>(partition.size()) - 1;
    return shapeOf(partition) == Shape::V ? std::min(part, last - part) : part % ranksOf(partition);
}

std::vector<int> partsOn(const Partition& partition, int rank) {
    const int parts = static_cast<int>(partition.size());
    if (shapeOf(partition) == Shape::V)
        return {rank, parts - 1 - rank};
    std::vector<int> all;
    for (int part = rank, ranks = ranksOf(partition); part < parts; part += ranks)
        all.push_back(part);
    return all;
}

int chunksOf(const Partition& partition) {
    return static_cast<int>(partition.size()) / std::max(1, ranksOf(partition));
}

Placement placementOf(const Partition& partition) {
    const int ranks = ranksOf(partition);
    const int parts = static_cast<int>(partition.size());
    return shapeOf(partition) == Shape::V ? zigzag(ranks, parts) : looped(ranks, parts);
}

std::vector<int> downAndBack(std::span<const int> row) {
    std::vector<int> stages(row.begin(), row.end());
    stages.resize(2 * row.size());
    std::ranges::copy(row, stages.rbegin());
    return stages;
}

std::vector<int> roundAndRound(std::span<const int> row, int chunks) {
    std::vector<int> stages;
    stages.reserve(row.size() * static_cast<std::size_t>(chunks));
    for (int chunk = 0; chunk < chunks; ++chunk)
        stages.insert(stages.end(), row.begin(), row.end());
    return stages;
}

} // namespace lanewright
