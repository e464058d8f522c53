// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/screen_fit.h"

#include <QApplication>
#include <QEvent>
#include <QScreen>
#include <QTimer>
#include <QWidget>

#include <algorithm>

namespace lanewright::app {
namespace {

/// What a window manager puts around a window, as long as it has not said so.
constexpr QMargins kUsualFrame{4, 32, 4, 4};
constexpr int kFrameKnownMs = 150;
constexpr int kFrameSurelyKnownMs = 600;
/// A window that is cut by less than this is as good as whole.
constexpr double kMostlyWhole = 0.8;

QMargins frameOf(const QWidget& window) {
    const QRect frame = window.frameGeometry();
    const QRect content = window.geometry();
    const QMargins margins(content.left() - frame.left(), content.top() - frame.top(), frame.right() - content.right(),
                           frame.bottom() - content.bottom());
    const bool known = window.isVisible() && window.testAttribute(Qt::WA_WState_Created);
    return known ? margins : kUsualFrame;
}

bool hasOwnSize(const QWidget& window) {
    const Qt::WindowType type = window.windowType();
    return window.isWindow() && (type == Qt::Window || type == Qt::Dialog) && !window.isMaximized() &&
           !window.isFullScreen() && !window.isMinimized();
}

void fitNow(QWidget& window) {
    if (!window.isVisible() || !hasOwnSize(window))
        return;
    const QRect room = window.screen()->availableGeometry();
    const QMargins frame = frameOf(window);
    const QRect now = window.geometry().marginsAdded(frame);
    const QRect fits = within(now, room);
    if (fits.size() != now.size())
        window.resize(fits.marginsRemoved(frame).size());
    if (placesWindows(QGuiApplication::platformName()) && fits.topLeft() != now.topLeft())
        window.move(fits.topLeft());
}

} // namespace

bool placesWindows(const QString& platform) { return !platform.startsWith(QStringLiteral("wayland")); }

QRect within(QRect wanted, const QRect& room) {
    wanted.setSize(wanted.size().boundedTo(room.size()));
    wanted.moveLeft(std::clamp(wanted.left(), room.left(), room.right() + 1 - wanted.width()));
    wanted.moveTop(std::clamp(wanted.top(), room.top(), room.bottom() + 1 - wanted.height()));
    return wanted;
}

QRect besideWithin(const QRect& rect, int step, const QRect& room) {
    const QRect beside = rect.translated(step, step);
    const QRect cut = beside.intersected(room);
    const bool whole = cut.width() >= kMostlyWhole * rect.width() && cut.height() >= kMostlyWhole * rect.height();
    return whole ? cut : within(beside, room);
}

QSize fitting(const QWidget& window, QSize wanted) {
    const QMargins frame = frameOf(window);
    const QSize room = window.screen()->availableSize();
    return wanted.boundedTo(room.shrunkBy(frame));
}

bool ScreenFit::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::Show || event->spontaneous() || !watched->isWidgetType())
        return false;
    auto* window = static_cast<QWidget*>(watched);
    if (!hasOwnSize(*window))
        return false;
    // Before it is on the screen, so that nobody sees it change.
    const QRect room = window->screen()->availableGeometry();
    window->resize(window->size().boundedTo(room.size().shrunkBy(kUsualFrame)));
    if (window->testAttribute(Qt::WA_Moved) && placesWindows(QGuiApplication::platformName()))
        window->move(within(QRect(window->pos(), window->size().grownBy(kUsualFrame)), room).topLeft());
    fitLater(window);
    return false;
}

void ScreenFit::fitLater(const QPointer<QWidget>& window) {
    for (const int wait : {0, kFrameKnownMs, kFrameSurelyKnownMs})
        QTimer::singleShot(wait, this, [window] {
            if (window)
                fitNow(*window);
        });
}

} // namespace lanewright::app
