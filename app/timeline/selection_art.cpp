// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/selection_art.h"

#include "app/lanes/arrow_art.h"
#include "app/lanes/painting.h"
#include "app/lanes/timeline_text.h"
#include "app/timeline/tools/caret.h"

#include <algorithm>
#include <optional>
#include <ranges>

namespace lanewright::app {
namespace {

/// More arrows than this say nothing.
constexpr int kMostArrows = 500;

QColor rimOf(const Theme& theme) { return translucent(theme.surface, 150); }

/// Where the op stands; none: nowhere.
std::optional<QRectF> placeOf(const Op& op, const Canvas& canvas, const PlacedLanes& lanes, const Schedule& schedule) {
    const std::optional<Slot> slot = slotOf(lanes, schedule, op);
    return slot ? std::optional(canvas.rectOf(slot->rank, *lanes.find(*slot))) : std::nullopt;
}

} // namespace

QPen pointedPen(const Theme& theme) { return QPen(theme.accent, 3, Qt::DashLine); }

void drawPointed(QPainter& painter, const Canvas& canvas, const PlacedLanes& lanes, const std::vector<Slot>& blocks,
                 const std::optional<Slot>& to, const Theme& theme) {
    for (const Slot& slot : blocks)
        drawOutline(painter, canvas.rectOf(slot.rank, *lanes.find(slot)).adjusted(-4, -4, 3, 4), 6, pointedPen(theme));
    if (to && to->rank < static_cast<int>(lanes.lanes.size()) && canvas.shows(to->rank))
        drawCaret(painter, canvas, lanes.lanes[to->rank], to->rank, to->position, canvas.area.left());
}

void drawSelected(QPainter& painter, const Canvas& canvas, const PlacedLanes& lanes, const std::vector<Slot>& selected,
                  const Theme& theme) {
    for (const Slot& slot : selected) {
        const QRectF rect = canvas.rectOf(slot.rank, *lanes.find(slot));
        if (!rect.intersects(canvas.areaOf(slot.rank).adjusted(-4, -4, 4, 4)))
            continue;
        drawOutline(painter, rect.adjusted(-2, -2, 1, 2), 5, QPen(theme.selection, 3));
    }
}

void drawChain(QPainter& painter, const Canvas& canvas, const PlacedLanes& lanes, const std::vector<Slot>& chain,
               const Theme& theme) {
    const ArrowStyle style{theme.limit, rimOf(theme), 2.4, false};
    const auto placeAt = [&](std::size_t i) {
        const PlacedBlock* block = i < chain.size() ? lanes.find(chain[i]) : nullptr;
        return block ? std::optional(canvas.rectOf(chain[i].rank, *block)) : std::nullopt;
    };
    int drawn = 0;
    for (std::size_t i = 0; i < chain.size(); ++i) {
        const std::optional<QRectF> here = placeAt(i);
        if (!here)
            continue;
        // A line along the foot of each block that belongs to the chain.
        if (here->intersects(canvas.areaOf(chain[i].rank)))
            painter.fillRect(QRectF(here->left(), here->bottom() - 4, std::max(1.0, here->width() - 1), 4),
                             theme.limit);
        const std::optional<QRectF> next = placeAt(i + 1);
        const bool changesRank = next && chain[i + 1].rank != chain[i].rank;
        if (changesRank && drawn < kMostArrows && here->united(*next).intersects(canvas.area)) {
            drawArrow(painter, *here, *next, style);
            ++drawn;
        }
    }
    if (drawn < kMostArrows)
        return;
    painter.setPen(theme.mutedText);
    painter.drawText(canvas.area.adjusted(0, 0, -12, -6), Qt::AlignRight | Qt::AlignBottom,
                     TimelineText::tr("showing %1 arrows of %2").arg(kMostArrows).arg(chain.size() - 1));
}

void drawBubble(QPainter& painter, const Canvas& canvas, const PlacedLanes& lanes, const Document& document,
                const Bubble& bubble, const Theme& theme) {
    const double left = canvas.scale.x(bubble.start);
    const QRectF rect(left, canvas.geometry.blockTop(bubble.rank), canvas.scale.x(bubble.end) - left,
                      canvas.geometry.blockHeight());
    const BubbleReason reason = document.reasons().of(bubble);
    drawRounded(painter, rect.adjusted(1, 1, -2, -1), 4, QPen(theme.selection, 2, Qt::DashLine),
                translucent(theme.selection, 46));
    if (!reason.bindingOp)
        return;
    const std::optional<QRectF> from = placeOf(*reason.bindingOp, canvas, lanes, document.schedule());
    const PlacedBlock* next = lanes.find({bubble.rank, bubble.position});
    if (from && next)
        drawArrow(painter, *from, canvas.rectOf(bubble.rank, *next),
                  {theme.limit, rimOf(theme), 3.0, false, canvas.area.top()});
}

void drawNeeds(QPainter& painter, const Canvas& canvas, const PlacedLanes& lanes, const Schedule& schedule,
               const Explanation& explanation, const Theme& theme) {
    const PlacedBlock* self = lanes.find(explanation.slot);
    if (!self)
        return;
    const QRectF here = canvas.rectOf(explanation.slot.rank, *self);
    const QColor quiet = Theme::mixed(theme.mutedText, theme.text, 0.3);
    const QColor rim = rimOf(theme);
    for (const Op& consumer : std::views::take(explanation.consumers, kMostArrows))
        if (const auto there = placeOf(consumer, canvas, lanes, schedule))
            drawArrow(painter, here, *there, {quiet, rim, 1.6, true, canvas.area.top()});
    for (const Arrival& input : explanation.inputs) {
        const bool binding = explanation.binding == Binding::Dependency && explanation.bindingOp == input.producer;
        if (const auto there = placeOf(input.producer, canvas, lanes, schedule))
            drawArrow(painter, *there, here,
                      {binding ? theme.limit : quiet, rim, binding ? 3.0 : 1.6, false, canvas.area.top()});
    }
    // What binds on the own rank needs no arrow: a thick edge between the two.
    if (explanation.binding == Binding::RankBusy)
        fillRounded(painter, QRectF(here.left() - 2.5, here.top(), 4, here.height()), 2, theme.limit);
}

} // namespace lanewright::app
