// SPDX-License-Identifier: Apache-2.0
#include "core/planner/shape.h"

#include "core/base/choice_named.h"

#include <algorithm>
#include <array>

namespace lanewright {

std::string_view toText(Shape shape) {
    switch (shape) {
    case Shape::Linear: return "linear";
    case Shape::V: return "v";
    }
    return {};
}

std::optional<Shape> shapeFromText(std::string_view text) {
    return choiceNamed(text, std::array{Shape::Linear, Shape::V});
}

Shape shapeOf(const Partition& partition) {
    constexpr std::size_t kLeastParts = 4;
    if (partition.size() < kLeastParts || partition.size() % 2 != 0)
        return Shape::Linear;
    const bool mirrored =
        std::ranges::equal(partition.begin(), partition.end(), partition.rbegin(), partition.rend(),
                           [](const Part& down, const Part& up) { return down.devices == up.devices; });
    return mirrored ? Shape::V : Shape::Linear;
}

int ranksOf(const Partition& partition) {
    const int parts = static_cast<int>(partition.size());
    return shapeOf(partition) == Shape::V ? parts / 2 : parts;
}

int rankOf(const Partition& partition, int part) {
    const int last = static_cast<int>(partition.size()) - 1;
    return shapeOf(partition) == Shape::V ? std::min(part, last - part) : part;
}

std::vector<int> partsOn(const Partition& partition, int rank) {
    const int last = static_cast<int>(partition.size()) - 1;
    return shapeOf(partition) == Shape::V ? std::vector<int>{rank, last - rank} : std::vector<int>{rank};
}

Placement placementOf(const Partition& partition) {
    const int ranks = ranksOf(partition);
    return shapeOf(partition) == Shape::V ? zigzag(ranks, 2 * ranks) : linear(ranks);
}

std::vector<int> downAndBack(std::span<const int> row) {
    std::vector<int> stages(row.begin(), row.end());
    stages.resize(2 * row.size());
    std::ranges::copy(row, stages.rbegin());
    return stages;
}

} // namespace lanewright
