// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/document/latest.h"
#include "app/document/selection.h"
#include "app/lanes/time_range.h"
#include "core/base/result.h"
#include "core/bounds/bounds.h"
#include "core/generate/catalogue.h"

#include <QDialog>
#include <QTimer>

#include <optional>

class QLabel;
class QListWidget;
class QPushButton;

namespace lanewright::app {

class Figure;
class GenerateFields;
class LengthsFields;

/// Makes an order by one of the generators, with a live preview of its lanes and what it changes in the numbers.
class GenerateDialog : public QDialog {
    Q_OBJECT

public:
    /// `present` gives the first values of the fields and what the numbers are compared with.
    explicit GenerateDialog(const Document& present, QWidget* parent = nullptr);

    void choose(const QString& generator);
    void setShape(int ranks, int microbatches);
    /// The plan on show; none while it is being made or when it can't be made.
    const std::optional<Plan>& plan() const { return m_plan; }
    QString sentence() const;
    /// What the method does not look at where microbatches differ; empty where it looks at all.
    QString leftOut() const;
    LengthsFields& lengths();

Q_SIGNALS:
    /// A preview has come, or a reason why there is none.
    void previewed();
    /// The plan shall replace the present one, or open in a window of its own.
    void accepted(const Plan& plan, bool inNewWindow);

protected:
    /// Enter in a field does what the default button says, with what the fields say now.
    void keyPressEvent(QKeyEvent* event) override;

private:
    void buildList(QWidget* parent);
    QWidget* buildPreview();
    const Generator* generator() const;
    void changed();
    void startPreview();
    void showPreview(const Result<Plan>& made, const std::optional<Bound>& bound);
    void showNumbers();
    void finish(bool inNewWindow);

    const Document& m_present;
    Document m_preview;
    Selection m_selection;
    TimeRange m_range;
    std::optional<Plan> m_plan;
    bool m_awaited = false; ///< Enter was pressed before the preview came
    QTimer m_wait;
    Latest m_latest;
    std::optional<Bound> m_bound;         ///< the lower bound for the plan on show
    const Generator* m_pairsOf = nullptr; ///< the one whose last order has overlapped pairs; null: none

    QListWidget* m_list;
    QLabel* m_about;
    GenerateFields* m_fields;
    Figure* m_iteration;
    Figure* m_bubble;
    Figure* m_idle;
    Figure* m_avoidable;
    Figure* m_memory;
    QLabel* m_sentence;
    QLabel* m_leftOut;
    QPushButton* m_replace;
    QPushButton* m_new;
};

} // namespace lanewright::app
