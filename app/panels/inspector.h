// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/document/latest.h"
#include "app/document/lower_bounds.h"
#include "app/document/selection.h"
#include "app/widgets/qt_names.h"
#include "core/edit/bubble_fixes.h"
#include "core/explain/bubbles.h"
#include "core/explain/explain.h"
#include "core/generate/recognise/recognise.h"

#include <QFrame>
#include <QWidget>

#include <optional>

namespace lanewright::app {

/// A card that offers a change and says what it would give; a click makes the change.
class OfferCard : public QFrame {
    Q_OBJECT

public:
    explicit OfferCard(QWidget* parent = nullptr);
    void show(const QString& question, const QString& answer);

Q_SIGNALS:
    void accepted();

private:
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

    QLabel* m_question;
    QLabel* m_answer;
};

/// What there is to know about the selected op: when it runs, why not earlier, what a change would give, and how it
/// was measured. With nothing selected, of the whole schedule: what it is called and how far it is from optimal.
class Inspector : public QWidget {
    Q_OBJECT

public:
    Inspector(Document& document, Selection& selection, LowerBounds& bounds, QWidget* parent = nullptr);

Q_SIGNALS:
    /// What the present order is called, each time that is known anew.
    void recognised(const Recognition& recognition);

private:
    void changeEvent(QEvent* event) override;

    struct Paragraph {
        QLabel* title;
        QLabel* text;
    };
    /// Without words it is not there.
    static void say(const Paragraph& paragraph, const QString& title, const QString& text);
    void refresh();
    void showSchedule();
    void showBound();
    /// Asks what the schedule is called; the answer comes in a moment.
    void recogniseAnew();
    void showOp(const Op& op);
    void showWhy(const Explanation& why);
    /// How many buffers the rank keeps for its messages, and how many would do.
    void addBuffers(int rank);
    /// How much later the op may start.
    void addSlack(const Explanation& why);
    /// Why the rank is idle there, and what would shorten it; see inspector_bubble.cpp.
    void showBubble(const Bubble& bubble);
    void showBubbleFixes(const Bubble& bubble, const std::vector<BubbleFix>& fixes);
    /// Why an op without a span does not run.
    void showWrong(const Op& op);
    void showOffer(const Op& op, const Explanation& why);
    /// Shows the offer with what would follow, unless the schedule would not be valid any more.
    void offer(const QString& question, const Op& op, const Explanation& why, const Analysis& then);
    void showSlack(Time slack);
    void showMeasured(const Op& op);
    /// The longest kernels of the op's block; see inspector_kernels.cpp.
    void showKernels(const Op& op);
    QString link(const Op& op) const;

    Document& m_document;
    Selection& m_selection;
    LowerBounds& m_bounds;
    Latest m_latest;
    Latest m_bubbleFixes;
    Latest m_slack;
    Latest m_outcome;
    std::optional<Recognition> m_recognition; ///< what the present order is; none while it is looked for
    QLabel* m_title;
    QLabel* m_subtitle;
    QLabel* m_when;
    Paragraph m_why;
    OfferCard* m_offer;
    Paragraph m_measured;
    Paragraph m_kernels;
    /// What the card's click does: the sentence for the history and the order it makes.
    std::optional<std::pair<QString, Schedule>> m_offered;
};

} // namespace lanewright::app
