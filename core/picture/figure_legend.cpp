// SPDX-License-Identifier: Apache-2.0
#include "core/base/decimal.h"
#include "core/picture/block_name.h"
#include "core/picture/figure_parts.h"
#include "core/simulate/number_text.h"

#include <algorithm>
#include <set>
#include <utility>

namespace lanewright::figure {

namespace {

constexpr double kBetweenEntries = 1.3; ///< in sizes of the font, as all below
constexpr double kBesideSwatch = 0.4;
constexpr double kSwatch = 1.5;
constexpr double kSwatchHeight = 0.95;

/// The kinds of ops that the blocks and bars of the ranks that are drawn hold, and how many chunks.
std::pair<std::set<OpKind>, int> heldIn(const std::vector<Strip>& strips) {
    std::pair<std::set<OpKind>, int> held{{}, 1};
    for (const Strip& strip : strips)
        for (const PlacedLanes* lanes : {&strip.lanes, &strip.bars})
            for (const int rank : strip.ranks)
                if (rank < static_cast<int>(lanes->lanes.size()))
                    for (const PlacedBlock& block : lanes->lanes[rank].blocks) {
                        for (const Op& op : opsIn(block))
                            held.first.insert(op.kind);
                        held.second = std::max({held.second, block.chunk + 1, block.pairedChunk + 1});
                    }
    return held;
}

/// Whether a rank's second chunk is the other direction's.
bool hasTwoWays(const Strip& strip) { return strip.panel->plan->schedule.placement.directions.size() == 2; }

} // namespace

Message iterationsText(const FigureStyle& style, const Plan& plan) {
    return style.optimizer.value_or(plan.optimizerMode) == OptimizerMode::Synchronous
               ? say(phrase("picture", "synchronous iterations"))
               : say(phrase("picture", "post-validated iterations"));
}

std::vector<LegendEntry> legendOf(Easel& easel, const std::vector<Strip>& strips, const FigureContents& figure) {
    const FigureStyle& style = figure.style;
    const auto& [kinds, chunks] = heldIn(strips);
    const int shades = style.colourBy == ColourBy::Microbatch ? 1 : std::min(chunks, kChunkSteps);
    std::vector<LegendEntry> entries;
    const auto add = [&](const Message& words, LegendEntry entry = {}) {
        entry.words = figure.say(words);
        if (std::ranges::find(entries, entry.words, &LegendEntry::words) == entries.end())
            entries.push_back(std::move(entry));
    };
    const auto lookOf = [&](OpKind kind, Standing standing, int shade = 0) {
        return easel.blockLook(kind, shade, 0, standing);
    };
    for (const OpKind kind : kinds) {
        LegendEntry entry;
        for (int shade = 0; shade < shades; ++shade)
            entry.looks.push_back(lookOf(kind, Standing::Planned, shade));
        add(say(nameOf(kind)), std::move(entry));
    }
    if (style.colourBy == ColourBy::Microbatch)
        add(say(phrase("picture", "a colour for each microbatch")));
    else if (shades > 1)
        add(std::ranges::all_of(strips, hasTwoWays)
                ? say(phrase("picture", "shades: directions"))
                : say(phrase("picture", "shades: chunks %1 to %2"), style.countFrom, style.countFrom + chunks - 1));
    for (const Strip& strip : strips)
        for (const Spends spends : spendsIn(strip.lanes)) {
            const int look = lookOf(OpKind::F, Standing::Planned);
            add(say(nameOf(spends, strip.lanes)), {.looks = {look}, .foot = spendsLook(easel, look, spends)});
        }
    if (style.shows(FigurePart::Bubbles))
        add(say(phrase("picture", "bubble")), {.looks = {bubbleLook(easel)}});
    if (style.allArrows || !style.arrows.empty())
        add(say(phrase("picture", "values that are sent")), {.line = arrowLine(easel)});
    for (const Strip& strip : strips) {
        const FigurePanel& panel = *strip.panel;
        const OpKind first = kinds.empty() ? OpKind::F : *kinds.begin();
        if (!strip.bars.lanes.empty())
            add(panel.measuredNote.empty() ? say(phrase("picture", "measured")) : Message(panel.measuredNote),
                {.looks = {lookOf(first, panel.otherOrder ? Standing::OtherOrder : Standing::Measured)},
                 .isLow = true});
        if (strip.steps.size() > 1) {
            if (std::ranges::any_of(strip.steps.front(), [](const StepSpan& step) { return step.end > step.start; }))
                add(say(phrase("picture", "optimizer step")), {.looks = {optimizerLook(easel)}});
            if (figure.panels.size() == 1)
                add(iterationsText(style, *panel.plan));
        }
        if (strip.lanes.stalls)
            add(say(phrase("picture", "never starts: the order stalls at %1"),
                    numbers::timeText(strip.lanes.reached, panel.plan->timeUnit)),
                {.looks = {lookOf(first, Standing::Parked)}});
    }
    return entries;
}

Flow::Flow(std::vector<LegendEntry> entries, double width, double size)
    : m_size(size), m_rows(entries.empty() ? 0 : 1) {
    double x = 0;
    for (LegendEntry& entry : entries) {
        const auto boxes = static_cast<double>(entry.line ? 1 : entry.looks.size());
        const double swatch = (boxes > 1 ? 0.7 : kSwatch) * size * boxes;
        const double words = swatch > 0 ? swatch + kBesideSwatch * size : 0;
        const double between = entry.words.empty() || entry.value.empty() ? 0 : 0.35 * size;
        const double value = words + textWidth(entry.words, size) + between;
        const double own = value + textWidth(entry.value, size, true);
        m_fits &= own <= width;
        if (x > 0 && x + own > width) {
            x = 0;
            ++m_rows;
        }
        m_places.push_back({std::move(entry), {x, (m_rows - 1) * rowHeight()}, swatch, words, value});
        x += own + kBetweenEntries * size;
    }
}

void Flow::draw(Easel& easel, Point at) const {
    for (const auto& [entry, place, swatch, words, value] : m_places) {
        const Point corner{at.x + place.x, at.y + place.y};
        const double middle = corner.y + rowHeight() / 2;
        const double high = (entry.isLow ? 0.4 : kSwatchHeight) * m_size;
        const double each = swatch / static_cast<double>(std::max<std::size_t>(1, entry.looks.size()));
        for (std::size_t box = 0; box < entry.looks.size(); ++box)
            easel.box({corner.x + static_cast<double>(box) * each, middle - high / 2, each, high}, entry.looks[box]);
        if (entry.foot >= 0)
            easel.box({corner.x, middle + 0.2 * high, swatch, 0.25 * high}, entry.foot);
        if (entry.line) {
            Line line = *entry.line;
            line.points = {{corner.x, middle}, {corner.x + swatch, middle}};
            easel.line(std::move(line));
        }
        const double baseline = middle + kBelowMiddle * m_size;
        if (!entry.words.empty())
            easel.words(entry.words, {corner.x + words, baseline}, m_size, ColourRole::MutedText);
        if (!entry.value.empty())
            easel.words(entry.value, {corner.x + value, baseline}, m_size, ColourRole::Text, Anchor::Start, true);
    }
}

} // namespace lanewright::figure
