// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/view_history.h"

namespace lanewright::app {
namespace {

constexpr int kRestMs = 400;
constexpr std::size_t kMostViews = 200;

} // namespace

ViewHistory::ViewHistory(TimeRange& range, QObject* parent) : QObject(parent), m_range(range), m_views{now()} {
    m_rest.setSingleShot(true);
    m_rest.setInterval(kRestMs);
    connect(&m_rest, &QTimer::timeout, this, &ViewHistory::settle);
    connect(&m_range, &TimeRange::changed, &m_rest, qOverload<>(&QTimer::start));
}

void ViewHistory::settle() {
    m_rest.stop();
    const View view = now();
    if (isSame(view, m_views[m_at])) {
        m_views[m_at] = view;
        return;
    }
    m_views.resize(m_at + 1);
    if (m_views.size() >= kMostViews)
        m_views.erase(m_views.begin());
    m_views.push_back(view);
    m_at = m_views.size() - 1;
}

void ViewHistory::back() {
    settle();
    if (m_at > 0)
        show(m_at - 1);
}

void ViewHistory::forward() {
    settle();
    if (canGoForward())
        show(m_at + 1);
}

void ViewHistory::show(std::size_t index) {
    m_at = index;
    if (m_views[index].whole)
        m_range.fit();
    else
        m_range.set(m_views[index].start, m_views[index].end);
    // The range may keep nearer to what there is by now.
    m_views[index] = now();
    m_rest.stop();
}

} // namespace lanewright::app
