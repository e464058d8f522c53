// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lanes/time_range.h"

#include <algorithm>
#include <cmath>

namespace lanewright::app {
namespace {

/// No screen shows less: 50 ticks.
constexpr Time kShortest = 50;
/// No screen shows more than so many times everything there is.
constexpr double kWidestShare = 4;
/// Shown before and behind everything when it is fitted, as shares of the whole. Behind there is room for what a drag
/// makes longer.
constexpr double kMarginBefore = 0.01;
constexpr double kMarginBehind = 0.05;

} // namespace

void TimeRange::setExtent(Time start, Time end) {
    end = std::max(end, start + 1);
    if (start == m_extentStart && end == m_extentEnd)
        return;
    m_extentStart = start;
    m_extentEnd = end;
    if (m_fitted)
        fit();
    else
        set(m_start, m_end);
    Q_EMIT changed();
}

void TimeRange::set(Time start, Time end) {
    const Time whole = m_extentEnd - m_extentStart;
    const Time longest = std::max(kShortest, static_cast<Time>(static_cast<double>(whole) * kWidestShare));
    const Time length = std::clamp(end - start, kShortest, longest);
    if (length != end - start)
        start = start + (end - start - length) / 2;
    // At least a tenth of the view keeps showing something.
    const Time keep = std::min(length, whole) / 10;
    start = std::clamp(start, m_extentStart - length + keep, m_extentEnd - keep);
    m_fitted = false;
    if (start == m_start && start + length == m_end)
        return;
    m_start = start;
    m_end = start + length;
    Q_EMIT changed();
}

void TimeRange::zoom(double factor, Time anchor) {
    const double left = static_cast<double>(anchor - m_start) * factor;
    const double right = static_cast<double>(m_end - anchor) * factor;
    const Time whole = m_extentEnd - m_extentStart;
    if (factor > 1 && left + right > static_cast<double>(whole) * kWidestShare)
        return;
    if (factor < 1 && left + right < static_cast<double>(kShortest))
        return;
    set(anchor - std::llround(left), anchor + std::llround(right));
}

void TimeRange::pan(Time by) { set(m_start + by, m_end + by); }

void TimeRange::fit() {
    const auto whole = static_cast<double>(m_extentEnd - m_extentStart);
    set(m_extentStart - static_cast<Time>(whole * kMarginBefore),
        m_extentEnd + static_cast<Time>(whole * kMarginBehind));
    m_fitted = true;
}

} // namespace lanewright::app
