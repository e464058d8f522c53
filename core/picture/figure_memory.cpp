// SPDX-License-Identifier: Apache-2.0
#include "core/picture/figure_parts.h"
#include "core/picture/memory_choice.h"
#include "core/simulate/number_text.h"

#include <algorithm>

namespace lanewright::figure {

MemoryStrip::MemoryStrip(const Strip& strip, const FigureContents& figure) : m_strip(strip), m_figure(figure) {
    const Plan& plan = *strip.panel->plan;
    for (const Timeline& timeline : strip.timelines) {
        const std::vector<MemoryCurve> own = memoryCurves(plan.schedule, plan.memory, plan.costs.weightParts, timeline);
        m_curves.resize(std::max(m_curves.size(), own.size()));
        for (std::size_t rank = 0; rank < own.size(); ++rank)
            m_curves[rank].insert(m_curves[rank].end(), own[rank].begin(), own[rank].end());
    }
    // The ranks that are drawn alone.
    std::vector<MemoryCurve> seen(m_curves.size());
    for (const int rank : strip.ranks)
        if (rank < static_cast<int>(seen.size()))
            seen[rank] = m_curves[rank];
    for (const int rank : fullestRanks(seen, 0, static_cast<int>(seen.size())))
        if (!seen[rank].empty())
            m_ranks.push_back(rank);
    for (const int rank : m_ranks) {
        m_most = std::max(m_most, peakOf(m_curves[rank]));
        if (const std::optional<Bytes> limit = plan.memory.limitOf(rank))
            m_limit = std::max(m_limit.value_or(0), *limit);
    }
    m_most = std::max(m_most, m_limit.value_or(0));
}

Line MemoryStrip::curveLine(std::size_t place) const {
    constexpr double kWidth = 0.9;
    Line line{.colour = rankColour(static_cast<int>(place), m_figure.style.ground), .width = kWidth};
    for (const double part : memoryDashes(static_cast<int>(place)))
        line.dashes.push_back(part * kWidth);
    return line;
}

std::string MemoryStrip::most() const { return numbers::memoryText(m_most, m_strip.panel->plan->memoryUnit); }

std::vector<LegendEntry> MemoryStrip::caption() const {
    const FigureStyle& style = m_figure.style;
    const Plan& plan = *m_strip.panel->plan;
    std::vector<LegendEntry> entries{
        {.value = m_figure.say(plan.memoryUnit == MemoryUnit::Unit ? say(phrase("picture", "memory, activations"))
                                                                   : say(phrase("picture", "memory")))}};
    for (std::size_t place = 0; place < m_ranks.size(); ++place)
        entries.push_back({.line = curveLine(place),
                           .words = m_figure.say(say(phrase("picture", "rank %1"), m_ranks[place] + style.countFrom))});
    if (m_limit)
        entries.push_back(
            {.line = Line{.colour = colourOf(ColourRole::Limit, style.ground), .width = 0.8, .dashes = {2, 1.4}},
             .words =
                 m_figure.say(say(phrase("picture", "limit %1"), numbers::memoryText(*m_limit, plan.memoryUnit)))});
    const Message note = fullestNote(m_curves, m_ranks, 0, static_cast<int>(m_curves.size()));
    if (!note.empty() && m_ranks.size() < m_strip.ranks.size())
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
    for (std::size_t place = 0; place < m_ranks.size(); ++place) {
        Line line = curveLine(place);
        std::vector<Point>& points = line.points;
        const auto add = [&](Point point) {
            // The middle one of three on one level says nothing.
            if (points.size() > 1 && points.back().y == point.y && points[points.size() - 2].y == point.y)
                points.pop_back();
            points.push_back(point);
        };
        const MemoryCurve& curve = m_curves[m_ranks[place]];
        Bytes held = 0;
        for (const MemoryPoint& point : curve) {
            const double x = scale.x(point.time);
            if (x > area.right())
                break;
            if (x > area.x) {
                if (points.empty())
                    points.push_back({std::max(area.x, scale.x(0)), y(held)});
                add({x, y(held)});
                add({x, y(point.bytes)});
            }
            held = point.bytes;
        }
        // What is held at the end stays, also where the order ends before all is freed.
        add({std::min(area.right(), std::max(area.x, scale.x(m_strip.lanes.end))), y(held)});
        if (points.size() > 1)
            easel.line(std::move(line));
    }
    if (m_limit)
        level(*m_limit, {.colour = easel.colour(ColourRole::Limit), .width = 0.8, .dashes = {2, 1.4}});
    easel.words(most(), {area.x - 3, area.y + 0.72 * size}, size, ColourRole::MutedText, Anchor::End);
    easel.words("0", {area.x - 3, area.bottom() - 0.2 * size}, size, ColourRole::MutedText, Anchor::End);
}

} // namespace lanewright::figure
