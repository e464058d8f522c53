// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lanes/lane_cover.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace lanewright::app {
namespace {

constexpr std::size_t kMostBins = std::size_t{1} << 18;
/// A block that lasts so many times the mean may be drawn as a block where the others are dust.
constexpr Time kLong = 8;

using Parts = std::array<float, 4>; ///< red, green, blue and cover, of one bin

QRgb packed(const Parts& parts) {
    const auto byte = [](float share) { return std::clamp(static_cast<int>(std::lround(share)), 0, 255); };
    return qRgba(byte(parts[0]), byte(parts[1]), byte(parts[2]), byte(255 * parts[3]));
}

/// Adds what a block from `from` to `to` covers, in bins, to each of them.
void addTo(std::vector<Parts>& sums, double from, double to, QRgb fill) {
    for (auto bin = static_cast<std::size_t>(from); bin < sums.size() && static_cast<double>(bin) < to; ++bin) {
        const auto left = static_cast<double>(bin);
        const auto share = static_cast<float>(std::min(to, left + 1) - std::max(from, left));
        Parts& sum = sums[bin];
        sum[0] += share * static_cast<float>(qRed(fill));
        sum[1] += share * static_cast<float>(qGreen(fill));
        sum[2] += share * static_cast<float>(qBlue(fill));
        sum[3] += share;
    }
}

/// The four bytes of a colour, each with room for the sum of 256 of them.
quint64 spread(QRgb colour) { return (colour & 0x00ff00ffULL) | (static_cast<quint64>(colour & 0xff00ff00U) << 24); }

/// The mean of `count` bins: of these, and of others that are empty.
QRgb meanOf(std::span<const QRgb> bins, quint64 count) {
    quint64 sum = 0;
    for (const QRgb bin : bins)
        sum += spread(bin);
    const auto mean = [&](int shift) { return static_cast<int>(((sum >> shift) & 0xffffU) / count); };
    return qRgba(mean(16), mean(32), mean(0), mean(48));
}

/// A premultiplied colour over an opaque one.
QRgb laidOver(QRgb under, QRgb above) {
    // Nearly full is full: rounding takes a little from each bin.
    const int rest = qAlpha(above) >= 252 ? 0 : 255 - qAlpha(above);
    const auto over = [&](int below, int part) { return std::min(255, (below * rest) / 255 + part); };
    return qRgb(over(qRed(under), qRed(above)), over(qGreen(under), qGreen(above)), over(qBlue(under), qBlue(above)));
}

std::vector<QRgb> halved(const std::vector<QRgb>& fine) {
    std::vector<QRgb> coarse(fine.size() / 2);
    for (std::size_t i = 0; i < coarse.size(); ++i) {
        const QRgb a = fine[2 * i];
        const QRgb b = fine[2 * i + 1];
        // The mean of each byte, without what falls from one to the next.
        coarse[i] = (a & b) + (((a ^ b) >> 1) & 0x7f7f7f7fU);
    }
    return coarse;
}

} // namespace

LaneCover::LaneCover(const PlacedLane& lane, std::span<const QRgb> fills) {
    const std::vector<PlacedBlock>& blocks = lane.blocks;
    if (blocks.empty())
        return;
    const Time length = std::max<Time>(1, blocks.back().end - blocks.front().start);
    const std::size_t bins = std::min(kMostBins, std::bit_ceil(2 * blocks.size()));
    m_start = static_cast<double>(blocks.front().start);
    m_bin = static_cast<double>(length) / static_cast<double>(bins);
    std::vector<Parts> sums(bins);
    const Time mean = length / static_cast<Time>(blocks.size());
    for (std::size_t index = 0; index < blocks.size(); ++index) {
        const PlacedBlock& block = blocks[index];
        if (block.end - block.start > kLong * mean)
            m_longest.push_back(static_cast<int>(index));
        addTo(sums, (static_cast<double>(block.start) - m_start) / m_bin,
              (static_cast<double>(block.end) - m_start) / m_bin, fills[index]);
    }
    std::vector<QRgb>& finest = m_grids.emplace_back(bins);
    std::ranges::transform(sums, finest.begin(), packed);
    while (m_grids.back().size() > 1)
        m_grids.push_back(halved(m_grids.back()));
}

std::vector<bool> LaneCover::pour(std::span<QRgb> row, double from, double ticksPerColumn) const {
    std::vector<bool> covered(row.size());
    if (m_grids.empty())
        return covered;
    // The coarsest grid that still has several bins in a column.
    const auto step = static_cast<std::size_t>(std::max(0.0, std::log2(ticksPerColumn / (kBinsPerColumn * m_bin))));
    const std::size_t level = std::min(step, m_grids.size() - 1);
    const std::span<const QRgb> grid = m_grids[level];
    const double bin = m_bin * static_cast<double>(std::size_t{1} << level);
    const auto binAt = [&](std::size_t column) {
        return std::floor((from + static_cast<double>(column) * ticksPerColumn - m_start) / bin);
    };
    const auto size = static_cast<double>(grid.size());
    double next = binAt(0);
    for (std::size_t column = 0; column < row.size(); ++column) {
        const double first = next;
        next = std::max(binAt(column + 1), first + 1);
        if (next <= 0 || first >= size)
            continue;
        const auto begin = static_cast<std::size_t>(std::max(0.0, first));
        const auto end = static_cast<std::size_t>(std::min(next, size));
        const QRgb mean = meanOf(grid.subspan(begin, end - begin), static_cast<quint64>(next - first));
        covered[column] = qAlpha(mean) > 0;
        if (covered[column])
            row[column] = laidOver(row[column], mean);
    }
    return covered;
}

} // namespace lanewright::app
