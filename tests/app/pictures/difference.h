// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QString>

/// How much two pictures of a window differ to a person who looks from some steps away: what is where, and in which
/// colours. Letters do not count, for every machine has other fonts.
namespace lanewright::app {

struct Difference {
    double mean = 0;     ///< over all cells, 0 to 255
    double share = 0;    ///< the share of cells that clearly differ, 0 to 1
    QImage picture = {}; ///< the picture, dimmed, with the cells that differ in red
};

/// The picture in cells, each the mean of a square of `kCell` points.
QImage coarse(const QImage& picture);
constexpr int kCell = 10;

/// Compares coarse pictures of equal size. A cell may have its colour up to `kReach` cells away: lines of text of
/// another font move what stands beside and below them.
Difference differenceOf(const QImage& picture, const QImage& reference);
constexpr int kReach = 1;

} // namespace lanewright::app
