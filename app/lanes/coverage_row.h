// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRgb>

#include <vector>

namespace lanewright::app {

/// A row of device pixels that blocks are poured into. Blocks of two pixels and more fill theirs; narrower ones add
/// what they cover to their columns, so that a bubble keeps its weight however far one zooms out.
class CoverageRow {
public:
    /// `background` is what shows through; its size is the width of the row.
    explicit CoverageRow(std::vector<QRgb> background);

    /// Adds [from, to) in device pixels, both may lie outside. Later blocks never overlap earlier ones.
    void add(double from, double to, QRgb colour, QRgb separator);
    /// Blends what was added into the row.
    void finish();

    const std::vector<QRgb>& pixels() const { return m_pixels; }
    /// Columns that hold two blocks or more: the picture says there that it merges.
    bool merges(int column) const { return m_parts[column].count >= 2; }

private:
    struct Part {
        float red = 0;
        float green = 0;
        float blue = 0;
        float cover = 0;
        int count = 0;
    };
    void cover(int column, double share, QRgb colour);

    std::vector<QRgb> m_pixels;
    std::vector<Part> m_parts;
};

} // namespace lanewright::app
