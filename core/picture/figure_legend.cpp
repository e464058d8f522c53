// SPDX-License-Identifier: Apache-2.0
#include "core/base/decimal.h"
#include "core/picture/block_name.h"
#include "core/picture/figure_parts.h"
#include "core/simulate/number_text.h"

#include <algorithm>
#include <set>

namespace lanewright::figure {

namespace {

constexpr double kBetweenEntries = 1.3; ///< in sizes of the font, as all below
constexpr double kBesideSwatch = 0.4;
constexpr double kSwatch = 1.5;
constexpr double kSwatchHeight = 0.95;

/// What the blocks and bars of the ranks that are drawn hold.
struct Seen {
    std::set<OpKind> kinds;
    int chunks = 1;
};

Seen seenIn(const std::vector<Strip>& strips) {
    Seen seen;
    for (const Strip& strip : strips)
        for (const PlacedLanes* lanes : {&strip.lanes, &strip.bars})
            for (const int rank : strip.ranks)
                if (rank < static_cast<int>(lanes->lanes.size()))
                    for (const PlacedBlock& block : lanes->lanes[rank].blocks) {
                        for (const Op& op : opsIn(block))
                            seen.kinds.insert(op.kind);
                        seen.chunks = std::max({seen.chunks, block.chunk + 1, block.pairedChunk + 1});
                    }
    return seen;
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
    const Seen seen = seenIn(strips);
    const int chunks = seen.chunks;
    const int shades = style.colourBy == ColourBy::Microbatch ? 1 : std::min(chunks, kChunkSteps);
    std::vector<LegendEntry> entries;
    for (const OpKind kind : seen.kinds) {
        LegendEntry entry{.words = figure.say(say(nameOf(kind)))};
        for (int shade = 0; shade < shades; ++shade)
            entry.looks.push_back(easel.blockLook(kind, shade, 0, Standing::Planned));
        entries.push_back(std::move(entry));
    }
    const auto add = [&](std::vector<int> looks, const Message& words, bool isLow = false) {
        entries.push_back({.looks = std::move(looks), .isLow = isLow, .words = figure.say(words)});
    };
    if (style.colourBy == ColourBy::Microbatch)
        add({}, say(phrase("picture", "a colour for each microbatch")));
    else if (shades > 1)
        add({}, std::ranges::all_of(strips, hasTwoWays)
                    ? say(phrase("picture", "shades: directions"))
                    : say(phrase("picture", "shades: chunks %1 to %2"), style.countFrom, style.countFrom + chunks - 1));
    for (const Strip& strip : strips)
        for (const Spends spends : spendsIn(strip.lanes)) {
            add({easel.blockLook(OpKind::F, 0, 0, Standing::Planned)}, say(nameOf(spends, strip.lanes)));
            entries.back().foot = spendsLook(easel, spends);
        }
    if (style.shows(FigurePart::Bubbles))
        add({bubbleLook(easel)}, say(phrase("picture", "bubble")));
    if (style.allArrows || !style.arrows.empty()) {
        add({}, say(phrase("picture", "values that are sent")));
        entries.back().line = arrowLine(easel);
    }
    for (const Strip& strip : strips) {
        const FigurePanel& panel = *strip.panel;
        const OpKind first = seen.kinds.empty() ? OpKind::F : *seen.kinds.begin();
        if (!strip.bars.lanes.empty())
            add({easel.blockLook(first, 0, 0, panel.otherOrder ? Standing::OtherOrder : Standing::Measured)},
                panel.measuredNote.empty() ? say(phrase("picture", "measured")) : Message(panel.measuredNote), true);
        if (strip.steps.size() > 1) {
            if (std::ranges::any_of(strip.steps.front(), [](const StepSpan& step) { return step.end > step.start; }))
                add({optimizerLook(easel)}, say(phrase("picture", "optimizer step")));
            if (figure.panels.size() == 1)
                add({}, iterationsText(style, *panel.plan));
        }
        if (strip.lanes.stalls)
            add({easel.blockLook(first, 0, 0, Standing::Parked)},
                say(phrase("picture", "never starts: the order stalls at %1"),
                    numbers::timeText(strip.lanes.reached, panel.plan->timeUnit)));
    }
    const auto isSame = [](const LegendEntry& a, const LegendEntry& b) { return a.words == b.words; };
    for (auto entry = entries.begin(); entry != entries.end();)
        entry =
            std::find_if(entries.begin(), entry, [&](const LegendEntry& each) { return isSame(each, *entry); }) != entry
                ? entries.erase(entry)
                : entry + 1;
    return entries;
}

Flow::Flow(std::vector<LegendEntry> entries, double width, double size) : m_entries(std::move(entries)), m_size(size) {
    double x = 0;
    m_rows = m_entries.empty() ? 0 : 1;
    for (const LegendEntry& entry : m_entries) {
        const double own = widthOf(entry);
        m_fits &= own <= width;
        if (x > 0 && x + own > width) {
            x = 0;
            ++m_rows;
        }
        m_places.push_back({x, (m_rows - 1) * rowHeight()});
        x += own + kBetweenEntries * m_size;
    }
}

double Flow::swatchOf(const LegendEntry& entry) const {
    if (entry.line)
        return kSwatch * m_size;
    const double each = entry.looks.size() > 1 ? 0.7 : kSwatch;
    return each * m_size * static_cast<double>(entry.looks.size());
}

double Flow::wordsAt(const LegendEntry& entry) const {
    const double swatch = swatchOf(entry);
    return swatch > 0 ? swatch + kBesideSwatch * m_size : 0;
}

double Flow::valueAt(const LegendEntry& entry) const {
    const double end = wordsAt(entry) + textWidth(entry.words, m_size);
    return entry.words.empty() || entry.value.empty() ? end : end + 0.35 * m_size;
}

void Flow::draw(Easel& easel, Point at) const {
    for (std::size_t place = 0; place < m_entries.size(); ++place) {
        const LegendEntry& entry = m_entries[place];
        const Point corner{at.x + m_places[place].x, at.y + m_places[place].y};
        const double swatch = swatchOf(entry);
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
            easel.words(entry.words, {corner.x + wordsAt(entry), baseline}, m_size, ColourRole::MutedText);
        if (!entry.value.empty())
            easel.words(entry.value, {corner.x + valueAt(entry), baseline}, m_size, ColourRole::Text, Anchor::Start,
                        true);
    }
}

} // namespace lanewright::figure
