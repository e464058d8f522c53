// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/pictures/difference.h"

#include <QColor>

#include <algorithm>
#include <cstdlib>

namespace lanewright::app {
namespace {

/// Less is a matter of a few letters in a cell.
constexpr int kClear = 60;

int distance(QRgb a, QRgb b) {
    return std::max({std::abs(qRed(a) - qRed(b)), std::abs(qGreen(a) - qGreen(b)), std::abs(qBlue(a) - qBlue(b))});
}

/// How far the colour of a cell is from the nearest one around its place in the other picture.
int nearest(const QImage& from, const QImage& to, int x, int y) {
    int least = 255;
    const QRgb colour = from.pixel(x, y);
    for (int dy = -kReach; dy <= kReach; ++dy)
        for (int dx = -kReach; dx <= kReach; ++dx)
            if (to.valid(x + dx, y + dy))
                least = std::min(least, distance(colour, to.pixel(x + dx, y + dy)));
    return least;
}

} // namespace

QImage coarse(const QImage& picture) {
    return picture.convertToFormat(QImage::Format_RGB32)
        .scaled(picture.width() / kCell, picture.height() / kCell, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
}

Difference differenceOf(const QImage& picture, const QImage& reference) {
    Difference result{.picture = picture.convertToFormat(QImage::Format_RGB32)};
    if (picture.size() != reference.size() || picture.isNull())
        return {255, 1, result.picture};
    double sum = 0;
    int clear = 0;
    for (int y = 0; y < picture.height(); ++y)
        for (int x = 0; x < picture.width(); ++x) {
            // Both ways: neither may show what the other lacks.
            const int away = std::max(nearest(picture, reference, x, y), nearest(reference, picture, x, y));
            sum += away;
            clear += away > kClear ? 1 : 0;
            const QColor dim = QColor(picture.pixel(x, y)).darker(220);
            result.picture.setPixel(x, y, away > kClear ? qRgb(255, 40, 40) : dim.rgb());
        }
    const double cells = static_cast<double>(picture.width()) * picture.height();
    result.mean = sum / cells;
    result.share = clear / cells;
    return result;
}

} // namespace lanewright::app
