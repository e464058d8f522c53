// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/document/translate.h"
#include "app/document/variants.h"
#include "core/edit/history.h"

#include <QString>
#include <QUndoCommand>

#include <memory>
#include <optional>

namespace lanewright::app {

/// One step: the plan before and the plan after, and the states with a name where the step takes some or brings some.
/// A step that was merged back to where it began vanishes.
class SnapshotCommand : public QUndoCommand {
public:
    /// What the history says about a plan: its iteration time, or that it has none.
    struct Outcome {
        std::optional<Time> iteration = {}; ///< none of an order that is not whole
        bool stalls = false;
    };

    /// `analysis` of the plan after; null: not known yet.
    SnapshotCommand(Document& document, const QString& sentence, std::shared_ptr<const Plan> after,
                    std::shared_ptr<const Analysis> analysis, VariantStep variants, int mergeId);

    QString sentence() const { return translated(m_step.sentence); }

    int id() const override { return m_step.mergeId; }
    bool mergeWith(const QUndoCommand* other) override;
    void undo() override;
    void redo() override;

private:
    void show(const std::shared_ptr<const Plan>& plan);
    Outcome outcome() const;
    void describe();

    Document& m_document;
    HistoryStep m_step;
    std::shared_ptr<const Analysis> m_known; ///< what follows from it, until it is applied; null: to be computed
    VariantStep m_variants;
    Outcome m_outcomeBefore;
    Outcome m_outcomeAfter;
    bool m_done = false;
};

} // namespace lanewright::app
