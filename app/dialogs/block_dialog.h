// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/document/latest.h"
#include "app/document/selection.h"
#include "app/lanes/time_range.h"
#include "app/widgets/qt_names.h"
#include "core/edit/block/building_block.h"

#include <QDialog>

#include <optional>

namespace lanewright::app {

class AmountSlider;
class Figure;
class TimelineView;

/// The building block of a schedule, drawn like any order, above the whole that it makes when it is repeated.
class BlockDialog : public QDialog {
    Q_OBJECT

public:
    /// Begins with the block that the order of `present` repeats, or with an empty one. The dialog must not outlive it.
    explicit BlockDialog(const Document& present, QWidget* parent = nullptr);

    /// The order on show; none while it is being made or where the block can't be repeated.
    const std::optional<Plan>& plan() const { return m_plan; }
    Time interval() const;

Q_SIGNALS:
    /// The plan shall replace the present one.
    void accepted(const Plan& plan, Time interval);

private:
    struct Whole {
        Result<Time> least = Error{};
        Time interval = 0;
        Result<Plan> plan = Error{};
    };

    /// The whole that a drawn block makes at an interval; none: at its least.
    static Whole makeWhole(const Plan& small, const Plan& whole, std::optional<Time> interval, bool squeezes);

    QWidget* buildChoices();
    QWidget* buildNumbers();
    void buildHistory();
    void changed();
    void show(const Whole& made);
    void showNumbers();
    void finish();

    const Document& m_present;
    Document m_block;
    Document m_preview;
    Selection m_selection;
    Selection m_none;
    TimeRange m_blockRange;
    TimeRange m_range;
    std::optional<Plan> m_plan = {};
    Latest m_latest;

    TimelineView* m_drawn;
    TimelineView* m_lanes;
    AmountSlider* m_interval = nullptr;
    QCheckBox* m_isLeast = nullptr;
    QCheckBox* m_squeezes = nullptr;
    QSpinBox* m_microbatches = nullptr;
    Figure* m_least = nullptr;
    Figure* m_period = nullptr;
    Figure* m_iteration = nullptr;
    Figure* m_bubble = nullptr;
    Figure* m_memory = nullptr;
    QLabel* m_ranks = nullptr;
    QLabel* m_beginning = nullptr; ///< in the place of the whole, while there is none
    QLabel* m_sentence = nullptr;
    QPushButton* m_replace = nullptr;
};

} // namespace lanewright::app
