// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lanes/lane_covers.h"

#include "core/base/mapped.h"

#include <QRgb>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

namespace lanewright::app {
namespace {

/// Placings whose covers are kept: plan, run, and what a gesture proposes, with the one before it.
constexpr std::size_t kMostPlacings = 4;

std::shared_ptr<const LaneCover> coverOf(const PlacedLane& lane, BlockStyle style, const FlatColours& colours) {
    const std::vector<QRgb> fills =
        mapped(lane.blocks, [&](const PlacedBlock& block) { return colours.of(block, style).fill; });
    return std::make_shared<const LaneCover>(lane, fills);
}

auto isOf(const PlacedLanes& lanes, const Theme& theme, BlockStyle style) {
    return [&lanes, &theme, style](const PlacingCovers& each) {
        return each.serial.number == lanes.serial.number && each.theme == &theme && each.style == style;
    };
}

} // namespace

PlacingCovers coversOf(const PlacedLanes& lanes, const Theme& theme) {
    PlacingCovers covers{.serial = lanes.serial, .theme = &theme};
    const FlatColours colours(theme);
    covers.lanes.reserve(lanes.lanes.size());
    for (const PlacedLane& lane : lanes.lanes)
        covers.lanes.push_back(coverOf(lane, covers.style, colours));
    return covers;
}

void LaneCovers::keep(PlacingCovers covers) {
    const auto isReplaced = [&](const PlacingCovers& each) {
        return each.theme != covers.theme || (each.serial.number == covers.serial.number && each.style == covers.style);
    };
    std::erase_if(m_kept, isReplaced);
    if (m_kept.size() >= kMostPlacings)
        m_kept.erase(m_kept.begin());
    m_kept.push_back(std::move(covers));
}

const PlacingCovers* LaneCovers::find(const PlacedLanes& lanes, const Theme& theme, BlockStyle style) const {
    const auto found = std::ranges::find_if(m_kept, isOf(lanes, theme, style));
    return found == m_kept.end() ? nullptr : &*found;
}

const LaneCover* LaneCovers::of(const PlacedLanes& lanes, int rank, BlockStyle style, const FlatColours& colours) {
    if (lanes.serial.number == 0)
        return nullptr;
    auto known = std::ranges::find_if(m_kept, isOf(lanes, colours.theme(), style));
    if (known == m_kept.end()) {
        PlacingCovers fresh{.serial = lanes.serial, .theme = &colours.theme(), .style = style};
        fresh.lanes.resize(lanes.lanes.size());
        keep(std::move(fresh));
        known = std::prev(m_kept.end());
    }
    std::shared_ptr<const LaneCover>& cover = known->lanes[rank];
    if (!cover)
        cover = coverOf(lanes.lanes[rank], style, colours);
    return cover.get();
}

} // namespace lanewright::app
