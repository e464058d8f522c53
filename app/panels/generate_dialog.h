// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/document/selection.h"
#include "app/timeline/time_range.h"
#include "core/base/result.h"
#include "core/generate/catalogue.h"

#include <QDialog>
#include <QTimer>

#include <optional>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QListWidget;
class QPushButton;
class QSpinBox;

namespace lanewright {

class Figure;

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

Q_SIGNALS:
    /// A preview has come, or a reason why there is none.
    void previewed();
    /// The plan shall replace the present one, or open in a window of its own.
    void accepted(const Plan& plan, bool inNewWindow);

private:
    void buildList(QWidget* parent);
    QWidget* buildFields();
    QWidget* buildPreview();
    void fillFrom(const Plan& plan);
    Result<Plan> problem() const;
    void changed();
    void startPreview();
    void showPreview(const Result<Plan>& made);
    void showNumbers();
    void finish(bool inNewWindow);

    const Document& m_present;
    Document m_preview;
    Selection m_selection;
    TimeRange m_range;
    std::optional<Plan> m_plan;
    QTimer m_wait;
    int m_newest = 0; ///< number of the latest preview asked for: only it is shown

    QListWidget* m_list;
    QLabel* m_about;
    QCheckBox* m_ownCosts;
    QWidget* m_equal;
    QSpinBox* m_ranks;
    QSpinBox* m_microbatches;
    QSpinBox* m_chunks;
    QComboBox* m_unit;
    QDoubleSpinBox* m_forward;
    QDoubleSpinBox* m_backward;
    QDoubleSpinBox* m_weight;
    QDoubleSpinBox* m_transfer;
    QCheckBox* m_limited;
    QDoubleSpinBox* m_limit;
    Figure* m_makespan;
    Figure* m_bubble;
    Figure* m_idle;
    Figure* m_memory;
    QLabel* m_sentence;
    QPushButton* m_replace;
    QPushButton* m_new;
};

} // namespace lanewright
