// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lanes/flat_colours.h"

#include <algorithm>

namespace lanewright::app {

FlatColours::FlatColours(const Theme& theme) : m_theme(&theme) {
    for (int kind = 0; kind < kOpKinds; ++kind)
        for (int chunk = 0; chunk < kChunkSteps; ++chunk)
            for (const BlockStyle style : {BlockStyle::Planned, BlockStyle::Measured, BlockStyle::OtherOrder,
                                           BlockStyle::Parked, BlockStyle::Coming}) {
                const QColor fill = blockFill(theme, static_cast<OpKind>(kind), chunk, style);
                m_table[indexOf(kind, chunk, style)] = {fill.rgb(), Theme::mixed(fill, theme.surface, 0.6).rgb()};
            }
}

std::size_t FlatColours::indexOf(int kind, int chunk, BlockStyle style) {
    const int index = (kind * kChunkSteps + chunk) * kBlockStyles + static_cast<int>(style);
    return static_cast<std::size_t>(index);
}

FlatColours::Flat FlatColours::of(const PlacedBlock& block, BlockStyle style) const {
    const BlockStyle own = block.parked ? BlockStyle::Parked : style;
    const auto in = [&](OpKind kind, int chunk) {
        return m_table[indexOf(static_cast<int>(kind), std::clamp(chunk, 0, kChunkSteps - 1), own)];
    };
    const Flat flat = in(block.op.kind, block.chunk);
    if (!block.paired)
        return flat;
    const QColor mixed = Theme::mixed(flat.fill, in(block.paired->kind, block.pairedChunk).fill, 0.5);
    return {mixed.rgb(), flat.edge};
}

} // namespace lanewright::app
