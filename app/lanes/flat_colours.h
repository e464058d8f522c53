// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lanes/block_art.h"
#include "app/lanes/theme.h"
#include "core/picture/colours.h"
#include "core/picture/placed_lanes.h"

#include <QRgb>

#include <array>
#include <cstddef>

namespace lanewright::app {

/// The colours of blocks that are too narrow for a border or a label: those of a theme in a table, because a hundred
/// thousand blocks ask on every frame. Read by any number of threads.
class FlatColours {
public:
    struct Flat {
        QRgb fill = 0;
        QRgb edge = 0; ///< colour of its last column, towards the next block
    };

    /// `theme` lives as long as the program.
    explicit FlatColours(const Theme& theme);

    const Theme& theme() const { return *m_theme; }
    /// `style`: of a block that is not parked. A pair has the colour between those of its two ops.
    Flat of(const PlacedBlock& block, BlockStyle style) const;

private:
    static std::size_t indexOf(int kind, int chunk, BlockStyle style);

    const Theme* m_theme;
    std::array<Flat, kOpKinds* kChunkSteps* kBlockStyles> m_table = {};
};

} // namespace lanewright::app
