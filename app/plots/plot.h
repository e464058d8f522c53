// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lanes/painting.h"

#include <QVector>
#include <QWidget>

#include <vector>

class QCPGraph;
class QCPItemText;
class QCPScatterStyle;
class QCustomPlot;
class QPen;

namespace lanewright::app {

/// A plot that fills its widget, is drawn anew when the colours change, and can be clicked.
class Plot : public QWidget {
    Q_OBJECT

public:
    /// `spoken`: what it is called to those who don't see it.
    Plot(const QString& spoken, QWidget* parent);

protected:
    /// Draws all of it in the colours of the present theme.
    virtual void rebuild() = 0;
    /// The mouse was released at a place, in pixels.
    virtual void clickAt(QPointF) {}
    /// What there is to say of a place; empty: nothing.
    virtual QString tipAt(QPointF) const { return {}; }
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

    /// The present theme's colours and small letters for both axes, with these titles; the zero lines are the plot's
    /// own.
    void style(const QString& across, const QString& up);
    QFont smallFont() const { return scaled(font(), 0.85); }
    /// Points without a line between them; and a line in steps to the right.
    QCPGraph* addMarks(const QVector<double>& x, const QVector<double>& y, const QCPScatterStyle& style);
    QCPGraph* addSteps(const QVector<double>& x, const QVector<double>& y, const QPen& pen);

    QCustomPlot* m_plot;
};

/// A plot of choices as points, those that nothing beats tied by a line. A click on one chooses it.
class PointPlot : public Plot {
    Q_OBJECT

public:
    using Plot::Plot;
    /// The point a click means; −1: none.
    int pointAt(QPointF at) const;

Q_SIGNALS:
    void chosen(int point);

protected:
    /// How near a click must be, in pixels.
    virtual double reach() const { return 14; }
    virtual int count() const = 0;
    /// Where a point is, in the units of the axes.
    virtual QPointF placeOf(int point) const = 0;
    void clickAt(QPointF at) override;
    /// Ties places, from the left.
    void addFront(const std::vector<QPointF>& front);
};

/// `iteration`, or `iteration (ms)` where there is a unit.
QString axisTitle(const QString& bare, const QString& withUnit, const QString& unit);

} // namespace lanewright::app
