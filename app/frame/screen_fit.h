// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/qt_names.h"

#include <QApplication>
#include <QMargins>
#include <QObject>
#include <QPointer>
#include <QRect>

namespace lanewright::app {

/// Whether a program may say where its windows stand on this platform of Qt's, and knows it. On Wayland the compositor
/// decides, and tells nobody.
bool placesWindows(const QString& platform);

/// The rectangle as much in `room` as it goes: no larger than it, and moved inside.
QRect within(QRect wanted, const QRect& room);

/// Where a window of that rectangle stands a little below and right of itself: where the room ends, it is cut as long
/// as four fifths of it remain; else it stands as `within` says.
QRect besideWithin(const QRect& rect, int step, const QRect& room);

/// The size of a window's content, no larger than its screen has room for with the frame around.
QSize fitting(const QWidget& window, QSize wanted);

/// Keeps every window and dialog of the program on its screen as it is shown, whatever size it was given: its content,
/// its frame, and the panels of the desktop count. A window that a person made larger afterwards is left alone.
class ScreenFit : public QObject {
    Q_OBJECT

public:
    /// Watches all windows of the application as long as it lives.
    explicit ScreenFit(QObject* parent) : QObject(parent) { qApp->installEventFilter(this); }

    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// The frame is known a while after the window is on the screen.
    void fitLater(const QPointer<QWidget>& window);
};

} // namespace lanewright::app
