// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/widgets/qt_names.h"
#include "core/base/result.h"
#include "core/generate/catalogue.h"

#include <QWidget>

#include <vector>

namespace lanewright::app {

class LengthsFields;

/// The problem to order and what else a generator lets choose. Only what the generator looks at is on show.
class GenerateFields : public QWidget {
    Q_OBJECT

public:
    /// `present` gives the first values, and the costs where those of the schedule are kept.
    explicit GenerateFields(const Document& present, QWidget* parent = nullptr);

    /// Shows what the generator takes. `pairs`: what it made last has overlapped pairs.
    void suit(const Generator& generator, bool pairs);
    /// Shows what an empty board takes, the placement among it.
    void suitBoard();

    /// Fails in words when a limit is no number or their count is not that of the ranks, and where lengths do not suit.
    Result<Plan> problem() const;
    /// The problem is made of the fields alone: nothing of the schedule that is open is kept.
    bool isFresh() const;
    /// What the generator that is on show takes; the rest as it comes.
    Choices choices() const;
    /// That of an empty board. Fails in words where what was typed is no placement.
    Result<Placement> placement() const;

Q_SIGNALS:
    void changed();

private:
    void buildProblem();
    QWidget* buildChoices();
    QDoubleSpinBox* makeTime();
    /// Puts a field with its label at a place of a grid of two.
    void place(QGridLayout& grid, int row, int column, const QString& name, QWidget* field);
    void setShown(QWidget* field, bool shown);
    void fillFrom(const Plan& plan);
    Result<Plan> equalStages() const;
    void refresh();

    /// The words of the placement that is chosen or typed.
    std::string placementWords() const;
    void showChunksOfBoard();

    const Document& m_present;
    bool m_takesObjective = false;
    bool m_takesGroup = false;
    std::vector<std::pair<QWidget*, QLabel*>> m_labels;
    QCheckBox* m_ownCosts;
    QWidget* m_equal;
    LengthsFields* m_lengths;
    QSpinBox* m_ranks;
    QSpinBox* m_microbatches;
    QSpinBox* m_chunks;
    QSpinBox* m_weightParts;
    QComboBox* m_unit;
    QDoubleSpinBox* m_forward;
    QDoubleSpinBox* m_backward;
    QDoubleSpinBox* m_weight;
    QDoubleSpinBox* m_transfer;
    QDoubleSpinBox* m_pair;
    QComboBox* m_placement;
    QComboBox* m_objective;
    QSpinBox* m_group;
    QLineEdit* m_limits;
};

} // namespace lanewright::app
