// SPDX-License-Identifier: Apache-2.0
#include "core/picture/figure_parts.h"
#include "core/picture/memory_choice.h"
#include "core/simulate/number_text.h"

#include <algorithm>

namespace lanewright::figure {

namespace {

Line limitLine(const FigureStyle& style) {
    return {.colour = colourOf(ColourRole::Limit, style.ground), .width = 0.8, .dashes = {2, 1.4}};
}

} // namespace

MemoryStrip::MemoryStrip(const Strip& strip, const FigureContents& figure) : m_strip(strip), m_figure(figure) {
    const Plan& plan = *strip.panel->plan;
    m_curves.resize(strip.timelines.empty() ? 0 : strip.ranks.size());
    for (const Timeline& timeline : strip.timelines) {
        const std::vector<MemoryCurve> all = memoryCurves(plan.schedule, plan.memory, plan.costs.weightParts, timeline);
        for (std::size_t row = 0; row < m_curves.size(); ++row) {
            const MemoryCurve& own = all[static_cast<std::size_t>(strip.ranks[row])];
            m_curves[row].insert(m_curves[row].end(), own.begin(), own.end());
        }
    }
    for (const int row : fullestRanks(m_curves, 0, static_cast<int>(m_curves.size()))) {
        m_most = std::max(m_most, peakOf(m_curves[row]));
        if (!m_curves[row].empty())
            m_rows.push_back(row);
        if (const std::optional<Bytes> limit = plan.memory.limitOf(strip.ranks[row]))
            m_limits.insert(*limit);
    }
    if (!m_limits.empty())
        m_most = std::max(m_most, *m_limits.rbegin());
}

Line MemoryStrip::curveLine(std::size_t place) const {
    constexpr double kWidth = 0.9;
    Line line{.colour = rankColour(static_cast<int>(place), m_figure.style.ground), .width = kWidth};
    for (const double part : memoryDashes(static_cast<int>(place)))
        line.dashes.push_back(part * kWidth);
    return line;
}

std::string MemoryStrip::most() const {
    return m_figure.say(numbers::memoryText(m_most, m_strip.panel->plan->memoryUnit));
}

std::vector<LegendEntry> MemoryStrip::caption() const {
    const Plan& plan = *m_strip.panel->plan;
    std::vector<LegendEntry> entries{
        {.value = m_figure.say(plan.memoryUnit == MemoryUnit::Unit ? say(phrase("picture", "memory, activations"))
                                                                   : say(phrase("picture", "memory")))}};
    for (std::size_t place = 0; place < m_rows.size(); ++place)
        entries.push_back({.line = curveLine(place), .words = rankName(m_figure, m_strip.ranks[m_rows[place]])});
    const auto amount = [&](Bytes bytes) { return numbers::memoryText(bytes, plan.memoryUnit); };
    if (!m_limits.empty())
        entries.push_back(
            {.line = limitLine(m_figure.style),
             .words = m_figure.say(m_limits.size() == 1 ? say(phrase("picture", "limit %1"), amount(*m_limits.begin()))
                                                        : say(phrase("picture", "limits %1 to %2"),
                                                              amount(*m_limits.begin()), amount(*m_limits.rbegin())))});
    if (const Message note = fullestNote(m_curves, m_rows, 0, static_cast<int>(m_curves.size())); !note.empty())
        entries.push_back({.words = m_figure.say(note)});
    return entries;
}

void MemoryStrip::draw(Easel& easel, const TimeScale& scale, const Area& area, double size) const {
    const double perByte = (area.height - 1) / static_cast<double>(m_most);
    const auto y = [&](Bytes bytes) { return area.bottom() - static_cast<double>(bytes) * perByte; };
    const auto level = [&](Bytes bytes, Line line) {
        line.points = {{area.x, y(bytes)}, {area.right(), y(bytes)}};
        easel.line(std::move(line));
    };
    level(0, {.colour = easel.colour(ColourRole::Line), .width = 0.4});
    for (std::size_t place = 0; place < m_rows.size(); ++place) {
        Line line = curveLine(place);
        std::vector<Point>& points = line.points;
        const double begin = std::max(area.x, scale.x(0));
        const auto add = [&](Point point) {
            if (points.empty())
                points.push_back({begin, point.y});
            // The middle one of three on one level says nothing.
            if (points.size() > 1 && points.back().y == point.y && points[points.size() - 2].y == point.y)
                points.pop_back();
            points.push_back(point);
        };
        Bytes held = 0;
        for (const MemoryPoint& point : m_curves[m_rows[place]]) {
            if (point.time > scale.end)
                break;
            const double x = std::min(scale.x(point.time), area.right());
            if (x > area.x) {
                add({x, y(held)});
                add({x, y(point.bytes)});
            }
            held = point.bytes;
        }
        // What is held at the end stays, also where the order ends before all is freed.
        add({std::clamp(scale.x(m_strip.lanes.end), begin, area.right()), y(held)});
        easel.line(std::move(line));
    }
    for (const Bytes limit : m_limits)
        level(limit, limitLine(easel.style));
    easel.words(most(), {area.x - 3, area.y + 0.72 * size}, size, ColourRole::MutedText, Anchor::End);
    easel.words("0", {area.x - 3, area.bottom() - 0.2 * size}, size, ColourRole::MutedText, Anchor::End);
}

} // namespace lanewright::figure
