// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/translate.h"
#include "app/picture/picture.h"
#include "core/simulate/step_spread.h"

#include <QPageLayout>
#include <QPrinter>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace lanewright::app {
namespace {

/// What title, numbers, ruler and memory leave of the page.
constexpr double kRoomForLanes = 0.52;
constexpr double kRoomForTime = 0.85;
// In points; a page with few lanes is not filled with high ones.
constexpr double kLeastLane = 15;
constexpr double kLeastBlock = 8;
constexpr double kMostLane = 40;
constexpr double kAroundLanes = 180;
constexpr double kPageType = 9;
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

std::vector<FigureStyle> pagesOf(const FigureContents& figure, QSizeF page, bool spread) {
    const FigurePanel& panel = figure.panels.front();
    Extent all = extentOf(*panel.planned);
    if (panel.measured)
        all.end = std::max(all.end, extentOf(*panel.measured).length());
    const int ranks = panel.plan->schedule.ranks();
    const bool isWhole = !spread || ranks == 0 || all.length() <= 0;
    const double lanes = std::max(1.0, std::floor(page.height() * kRoomForLanes / kLeastLane));
    const int rows = isWhole ? 1 : std::max(1, ceilOf(ranks / lanes));
    const double across = isWhole
                              ? 1
                              : static_cast<double>(all.length()) / static_cast<double>(shortLength(*panel.planned)) *
                                    kLeastBlock / (page.width() * kRoomForTime);
    const int columns = std::clamp(ceilOf(across), 1, kMostAcross);
    std::vector<FigureStyle> pages;
    pages.reserve(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns));
    for (int row = 0; row < rows; ++row) {
        const int first = ranks * row / rows;
        const int shown = ranks * (row + 1) / rows - first;
        for (int column = 0; column < columns; ++column) {
            FigureStyle style = figure.style;
            style.ground = Ground::Paper;
            style.width = page.width();
            style.font = kPageType;
            style.height = std::min(page.height(), kAroundLanes + kMostLane * shown);
            if (rows > 1) {
                style.ranks.resize(static_cast<std::size_t>(shown));
                std::iota(style.ranks.begin(), style.ranks.end(), first);
            }
            // A little of the neighbouring pages stays visible, so that a block at the edge is read whole.
            const double length =
                static_cast<double>(all.end) / static_cast<double>(scaleOf(panel.plan->timeUnit)) / columns;
            if (columns > 1)
                style.time = {.from = std::max(0.0, (column - 0.02) * length), .to = (column + 1.02) * length};
            pages.push_back(std::move(style));
        }
    }
    return pages;
}

void printPicture(QPrinter& printer, FigureContents figure, bool spread) {
    QPainter painter;
    if (!painter.begin(&printer))
        return;
    const double dots = printer.resolution() / 72.0;
    painter.scale(dots, dots);
    const std::vector<FigureStyle> pages =
        pagesOf(figure, printer.pageLayout().paintRect(QPageLayout::Point).size(), spread);
    for (std::size_t index = 0; index < pages.size(); ++index) {
        if (index > 0)
            printer.newPage();
        figure.style = pages[index];
        if (pages.size() > 1)
            figure.foot = figure.say(say(phrase("picture", "page %1 of %2"), index + 1, pages.size()));
        if (const Result<LaidOut> laid = layOut(figure))
            paintDrawing(painter, laid->drawing);
    }
}

} // namespace lanewright::app
