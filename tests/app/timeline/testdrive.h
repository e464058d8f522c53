// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/document/selection.h"
#include "app/lanes/canvas.h"
#include "app/lanes/theme.h"
#include "app/lanes/time_range.h"
#include "app/timeline/timeline_view.h"
#include "core/edit/edits.h"

#include <QPointF>
#include <QString>

#include <string_view>

/// Drives the lanes as a person does: with mouse and keys, on a real widget.
namespace lanewright::app {

/// The lanes of ZB-H1 on 4 ranks with 8 microbatches, one millisecond per op, in a window.
struct TestDrive {
    explicit TestDrive(int width = 1240, int height = 420);

    Document document;
    Selection selection;
    TimeRange range;
    TimelineView view;
    QString lastHint = {};

    void press(QPointF at, Qt::MouseButton button = Qt::LeftButton, Qt::KeyboardModifiers keys = Qt::NoModifier);
    /// With the left button held.
    void move(QPointF at, Qt::KeyboardModifiers keys = Qt::NoModifier);
    void hover(QPointF at);
    void release(QPointF at, Qt::MouseButton button = Qt::LeftButton, Qt::KeyboardModifiers keys = Qt::NoModifier);
    void click(QPointF at, Qt::KeyboardModifiers keys = Qt::NoModifier);
    void doubleClick(QPointF at);
    void wheel(QPointF at, QPoint angle, Qt::KeyboardModifiers keys = Qt::NoModifier);
    void key(int key, Qt::KeyboardModifiers keys = Qt::NoModifier);

    /// Presses at a point and moves to another in small steps, without a release.
    void dragTo(QPointF from, QPointF to, Qt::KeyboardModifiers keys = Qt::NoModifier);

    /// A point on the block, right of its edge.
    QPointF on(std::string_view word) const;
    /// A point on the block where a drop falls before it.
    QPointF before(std::string_view word) const;
    QPointF after(std::string_view word) const;
    QPointF edgeOf(std::string_view word) const;

    int positionOf(std::string_view word) const;
    QString undoText() const { return document.history().undoText(); }

    /// Lays a run over the plan whose times are so many per cent of the planned ones.
    void measure(int percent);
};

} // namespace lanewright::app
