// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lanes/time_range.h"

#include <QTimer>

#include <vector>

namespace lanewright::app {

/// The stretches of time that were looked at, to go back to. What follows at once (the steps of a wheel) is one.
class ViewHistory : public QObject {
    Q_OBJECT

public:
    explicit ViewHistory(TimeRange& range, QObject* parent = nullptr);

    void back();
    void forward();
    bool canGoBack() const { return m_at > 0 || !isSame(now(), m_views[m_at]); }
    bool canGoForward() const { return m_at + 1 < m_views.size(); }
    /// Takes the present stretch for one that is looked at, without waiting for a moment of rest.
    void settle();

private:
    struct View {
        Time start = 0;
        Time end = 0;
        bool whole = false; ///< fitted to all there is, and to what there will be

        friend bool operator==(const View&, const View&) = default;
    };
    View now() const { return {m_range.start(), m_range.end(), m_range.isFitted()}; }
    static bool isSame(const View& a, const View& b) {
        // While all is shown the stretch follows the schedule: that is no view of its own.
        return a == b || (a.whole && b.whole);
    }

    void show(std::size_t index);

    TimeRange& m_range;
    std::vector<View> m_views;
    std::size_t m_at = 0; ///< index into `m_views`
    QTimer m_rest;
};

} // namespace lanewright::app
