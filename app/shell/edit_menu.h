// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/frame/edit_actions.h"
#include "app/shell/window_part.h"
#include "app/widgets/qt_names.h"

namespace lanewright::app {

class BlockDialog;
class ReplicateDialog;

/// The edits that menus and keys offer, with the questions that they ask.
class EditMenu : public WindowPart {
    Q_OBJECT

public:
    explicit EditMenu(const WindowContext& context);

    void addActions();
    /// What can be done with the present selection and plan.
    void enableActions();

    /// Asks what the schedule is called.
    QInputDialog* askTitle();
    /// Opens the dialog that stands replicas of the pipeline side by side.
    ReplicateDialog* showReplicateDialog();
    /// Opens the dialog in which the building block of the order is drawn.
    BlockDialog* showBlockDialog();
    /// Asks whether the stage of the op shall live on another rank, and moves it there.
    void askToMoveStage(const Op& op, int toRank);

private:
    void addHistoryActions();
    /// Actions on blocks: where they stand, and how they are cut.
    void addBlockActions();
    /// Actions that make another pipeline, or other costs, of the whole plan.
    void addPipelineActions();
    /// Actions that take blocks out of the order, and place those that it lacks.
    void addTrayActions();
    /// Actions that choose many blocks, change their order at once, or carry it elsewhere.
    void addOrderActions();
    void addTableActions();
    void openPanel(QWidget* panel, QWidget& part);
    /// Asks by how many places the selected blocks move; the lanes show what would follow while it is typed.
    void askMoveBy();
    /// Says in the status bar why an edit could not be made.
    void report(const Result<Done>& done);

    EditActions m_edits;
};

} // namespace lanewright::app
