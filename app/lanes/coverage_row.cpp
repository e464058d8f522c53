// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lanes/coverage_row.h"

#include "app/lanes/painting.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace lanewright::app {
namespace {

/// To the nearest; `value` is not negative, which makes it one step.
int rounded(double value) {
    const double above = value + 0.5;
    return static_cast<int>(above);
}

} // namespace

CoverageRow::CoverageRow(std::vector<QRgb> background) : m_pixels(std::move(background)), m_parts(m_pixels.size()) {}

void CoverageRow::cover(int column, double share, QRgb colour) {
    if (column < 0 || column >= static_cast<int>(m_parts.size()) || share <= 0)
        return;
    Part& part = m_parts[column];
    const auto weight = static_cast<float>(share);
    part.red += weight * static_cast<float>(qRed(colour));
    part.green += weight * static_cast<float>(qGreen(colour));
    part.blue += weight * static_cast<float>(qBlue(colour));
    part.cover += weight;
    ++part.count;
}

void CoverageRow::add(double from, double to, QRgb colour, QRgb separator) {
    const int size = static_cast<int>(m_pixels.size());
    if (to <= 0 || from >= size)
        return;
    if (to - from < 2) {
        const int first = static_cast<int>(std::floor(from));
        const int last = static_cast<int>(std::floor(to));
        for (int column = first; column <= last; ++column)
            cover(column, std::min<double>(to, column + 1) - std::max<double>(from, column), colour);
        return;
    }
    const int first = rounded(std::max(0.0, from));
    const int last = rounded(std::min<double>(to, size));
    for (int column = first; column < last; ++column)
        m_pixels[column] = colour;
    if (to - from >= 4 && last > first && last < size)
        m_pixels[last - 1] = separator;
}

void CoverageRow::finish() {
    for (std::size_t column = 0; column < m_parts.size(); ++column) {
        const Part& part = m_parts[column];
        if (part.cover <= 0)
            continue;
        const auto channel = [&part](float sum) { return rounded(sum / part.cover); };
        // Shares that add up to a whole column may miss it by a rounding error.
        const int alpha = part.cover > 0.995F ? 255 : rounded(255 * part.cover);
        m_pixels[column] =
            blended(m_pixels[column], qRgb(channel(part.red), channel(part.green), channel(part.blue)), alpha);
    }
}

} // namespace lanewright::app
