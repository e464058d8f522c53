// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/classroom_size.h"

#include <QFont>
#include <QVariant>
#include <QWidget>

#include <algorithm>
#include <cmath>

namespace lanewright::app {
namespace {

constexpr double kUsualWidth = 1600;
constexpr double kUsualHeight = 1000;
/// Below this nobody reads it from the second row.
constexpr double kSmallest = 0.84;
constexpr double kLargest = 1.7;
/// So that a window that is being resized does not lay out all its words anew with each pixel.
constexpr double kStep = 0.04;
constexpr double kPanelShare = 0.29;
/// Where type can't get smaller, words get more of the width, so that goal and explanation are seen at once.
constexpr double kSmallPanelShare = 0.33;
constexpr double kReadablePanel = 420;
constexpr int kNarrowestPanel = 300;
constexpr int kWidestPanel = 760;

constexpr const char* kPixels = "typePixels";

void setFontPixels(QWidget& widget, int pixels) {
    QFont font = widget.font();
    font.setPixelSize(pixels);
    widget.setFont(font);
}

} // namespace

int ClassroomSize::pixels(int pixels) const { return static_cast<int>(std::lround(pixels * type)); }

ClassroomSize classroomSizeFor(QSize window) {
    ClassroomSize size;
    const double share = std::min(window.width() / kUsualWidth, window.height() / kUsualHeight);
    size.type = std::clamp(std::floor(share / kStep + 0.5) * kStep, kSmallest, kLargest);
    const double wanted =
        std::max(window.width() * kPanelShare, std::min(kReadablePanel, window.width() * kSmallPanelShare));
    size.panelWidth = std::clamp(static_cast<int>(wanted), kNarrowestPanel, kWidestPanel);
    return size;
}

void setTypePixels(QWidget& widget, int pixels) {
    widget.setProperty(kPixels, pixels);
    setFontPixels(widget, pixels);
}

void scaleType(QWidget& root, const ClassroomSize& size) {
    for (QWidget* widget : root.findChildren<QWidget*>())
        if (const QVariant pixels = widget->property(kPixels); pixels.isValid())
            setFontPixels(*widget, size.pixels(pixels.toInt()));
}

} // namespace lanewright::app
