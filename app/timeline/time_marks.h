// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lanes/canvas.h"
#include "app/lanes/theme.h"
#include "core/base/units.h"
#include "core/model/timeline.h"

#include <QPainter>

#include <algorithm>
#include <optional>
#include <vector>

namespace lanewright::app {

/// Stretches of time that a person marked: one that passes with Esc, and those that are kept.
class TimeMarks {
public:
    const std::vector<Extent>& kept() const { return m_kept; }
    const std::optional<Extent>& passing() const { return m_passing; }

    void pass(const std::optional<Extent>& extent) { m_passing = extent; }
    /// Keeps the stretch, or takes a kept one away. Nothing passes then.
    void keep(const Extent& extent) {
        m_passing.reset();
        if (std::ranges::find(m_kept, extent) == m_kept.end())
            m_kept.push_back(extent);
        else
            std::erase(m_kept, extent);
    }

    void clear() {
        m_kept.clear();
        m_passing.reset();
    }

    void paint(QPainter& painter, const Canvas& canvas, TimeUnit unit, const Theme& theme) const;

private:
    std::vector<Extent> m_kept;
    std::optional<Extent> m_passing;
};

} // namespace lanewright::app
