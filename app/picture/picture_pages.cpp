// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/picture/picture.h"

#include "app/picture/picture_parts.h"
#include "core/simulate/step_spread.h"

#include <QCoreApplication>
#include <QPageLayout>
#include <QPrinter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lanewright::app {
namespace {

/// On paper the longer side of a page is as many pixels of a picture: its type is then about 8 points high.
constexpr int kLongSide = 1400;
/// What title, numbers, ruler and memory leave of the page.
constexpr double kRoomForLanes = 0.52;
constexpr double kRoomForTime = 0.85;
constexpr int kLeastLane = 26;
constexpr int kLeastBlock = 13;
constexpr int kMostAcross = 24;

/// The length that a tenth of the blocks stay below: what is read with most effort, but for a few.
Time shortLength(const Timeline& timeline) {
    std::vector<Time> lengths;
    for (const Lane& lane : timeline.lanes)
        for (const Span& span : lane)
            lengths.push_back(span.length());
    return std::max<Time>(1, spreadOf(std::move(lengths)).low);
}

int ceilOf(double pages) { return static_cast<int>(std::ceil(pages - 1e-9)); }

} // namespace

std::vector<PicturePart> pagesOf(const Picture& picture, bool spread) {
    Extent all = extentOf(*picture.planned);
    if (picture.measured)
        all.end = std::max(all.end, extentOf(*picture.measured).length());
    const int ranks = picture.plan->schedule.ranks();
    if (!spread || ranks == 0 || all.length() <= 0)
        return {{.time = {-all.end / 100, all.end + all.end / 50 + 1}}};
    const double across = static_cast<double>(all.length()) / static_cast<double>(shortLength(*picture.planned)) *
                          kLeastBlock / (picture.size.width() * kRoomForTime);
    const int columns = std::clamp(ceilOf(across), 1, kMostAcross);
    const double lanes = std::max(1.0, std::floor(picture.size.height() * kRoomForLanes / kLeastLane));
    const int rows = std::max(1, ceilOf(ranks / lanes));
    const Time length = all.end / columns + 1;
    std::vector<PicturePart> parts;
    parts.reserve(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns));
    for (int row = 0; row < rows; ++row) {
        const int first = ranks * row / rows;
        for (int column = 0; column < columns; ++column)
            // A little of the neighbouring pages stays visible, so that a block at the edge is read whole.
            parts.push_back({.time = {column * length - length / 50, (column + 1) * length + length / 50},
                             .firstRank = first,
                             .ranks = ranks * (row + 1) / rows - first});
    }
    return parts;
}

void printPicture(QPrinter& printer, const Picture& picture, bool spread) {
    QPainter painter;
    if (!painter.begin(&printer))
        return;
    const QSizeF page = printer.pageLayout().paintRectPixels(printer.resolution()).size();
    const double scale = kLongSide / std::max(page.width(), page.height());
    Picture onPage = picture;
    onPage.theme = &Theme::day();
    onPage.size = (page * scale).toSize();
    const std::vector<PicturePart> parts = pagesOf(onPage, spread);
    painter.scale(1 / scale, 1 / scale);
    for (std::size_t index = 0; index < parts.size(); ++index) {
        if (index > 0)
            printer.newPage();
        onPage.part = parts[index];
        if (parts.size() > 1)
            onPage.foot = picture::PictureText::tr("page %1 of %2").arg(index + 1).arg(parts.size());
        paintPicture(painter, onPage);
    }
}

} // namespace lanewright::app
