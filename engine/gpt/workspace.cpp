// SPDX-License-Identifier: Apache-2.0
#include "engine/gpt/workspace.h"

#include "engine/kernels/norm.h"

#include <algorithm>

namespace lanewright::engine {

namespace {

std::int64_t normBlocks(const Sizes& sizes) { return (sizes.tokens + kNormRows - 1) / kNormRows; }

std::int64_t scratchCount(const Sizes& sizes) {
    const std::int64_t deepest = std::max({4 * sizes.width, sizes.tokens, sizes.vocabulary});
    return (std::max(stripScratch(deepest), sizes.attention.scratch()) + 15) / 16 * 16;
}

std::int64_t panelCount(const Sizes& sizes) {
    // The rounded gradient of the logits may lie there, too.
    return std::max(Panels(nullptr, Unit::Fp32, sizes.tokens, 4 * sizes.width).count(),
                    (sizes.tokens * sizes.vocabulary + 1) / 2);
}

std::int64_t tensorCount(const Sizes& sizes) { return 6 * sizes.boundary() + 2 * normBlocks(sizes) * sizes.width; }

} // namespace

std::int64_t Workspace::countFor(const Sizes& sizes, int threads) {
    return panelCount(sizes) + threads * scratchCount(sizes) + tensorCount(sizes);
}

Workspace::Workspace(const Sizes& sizes, int threads) : team(threads), memory(countFor(sizes, threads)) {
    float* at = memory.data();
    const auto take = [&](std::int64_t count) {
        float* const piece = at;
        at += count;
        return piece;
    };
    helpers.team = &team;
    helpers.panels = take(panelCount(sizes));
    for (int thread = 0; thread < threads; ++thread)
        helpers.scratch.push_back(take(scratchCount(sizes)));
    gradient.data = take(sizes.boundary());
    narrow.data = take(sizes.boundary());
    wide.data = take(4 * sizes.boundary());
    gainSums.data = take(normBlocks(sizes) * sizes.width);
    biasSums.data = take(normBlocks(sizes) * sizes.width);
    fit(sizes);
}

void Workspace::fit(const Sizes& sizes) {
    gradient = {gradient.data, sizes.tokens, sizes.width};
    narrow = {narrow.data, sizes.tokens, sizes.width};
    wide = {wide.data, sizes.tokens, 4 * sizes.width};
    gainSums = {gainSums.data, normBlocks(sizes), sizes.width};
    biasSums = {biasSums.data, normBlocks(sizes), sizes.width};
}

} // namespace lanewright::engine
