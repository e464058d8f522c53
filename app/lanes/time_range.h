// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"

#include <QObject>

namespace lanewright::app {

/// The stretch of time that lanes, ruler, minimap and memory plot show: one for all of them.
class TimeRange : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    Time start() const { return m_start; }
    Time end() const { return m_end; }
    Time length() const { return m_end - m_start; }

    /// What there is to see; `fit` shows all of it with a small margin.
    void setExtent(Time start, Time end);
    Time extentStart() const { return m_extentStart; }
    Time extentEnd() const { return m_extentEnd; }

    /// Shows [start, end); kept at least a few ticks long and within view of the extent.
    void set(Time start, Time end);
    /// Zooms by `factor` (below 1 zooms in) so that `anchor` stays where it is.
    void zoom(double factor, Time anchor);
    void pan(Time by);
    void fit();
    /// True until a person zooms or pans: the range then follows the extent.
    bool isFitted() const { return m_fitted; }

Q_SIGNALS:
    void changed();

private:
    Time m_start = 0;
    Time m_end = 1;
    Time m_extentStart = 0;
    Time m_extentEnd = 1;
    bool m_fitted = true;
};

} // namespace lanewright::app
