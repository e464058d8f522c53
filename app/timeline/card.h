// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/analysis.h"
#include "app/lanes/theme.h"
#include "core/edit/edit_sentence.h"
#include "core/model/plan.h"

#include <QPainter>
#include <QPointF>
#include <QString>
#include <QStringList>

#include <vector>

namespace lanewright::app {

/// The card that floats beside a gesture and says what it would do.
struct Card {
    using Tone = Outcome::Tone;
    /// A number before and after: `makespan 27 → 28 ms (+3.7 %)`.
    struct Row {
        QString name;
        QString value;
        int tone = 0; ///< −1: worse, 0: the same, +1: better
    };

    QString title;
    std::vector<Row> rows = {};
    QString outcome = {};
    Tone tone = Tone::Plain;

    /// All of it in one line, parted by middle dots: for the status bar and screen readers.
    QString text() const;
};

/// The rows and the outcome that follow when one plan becomes another. `rank` is the lane that is touched.
Card cardOf(const QString& title, const Plan& plan, const Analysis& before, const Analysis& after, int rank);

/// Draws the card beside `anchor`, inside `bounds`.
void drawCard(QPainter& painter, const Card& card, QPointF anchor, const QRectF& bounds, const Theme& theme);

} // namespace lanewright::app
