// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/latest.h"
#include "app/run/run_store.h"
#include "app/widgets/qt_names.h"

#include <QWidget>

#include <functional>
#include <memory>
#include <vector>

namespace lanewright::app {

class TableModel;

/// The list of runs: shows one again, lays some beside each other, saves one as a file, removes it.
class RunsPanel : public QWidget {
    Q_OBJECT

public:
    enum Column { WhenColumn, HowColumn, StepsColumn, StepTimeColumn, PlanColumn, StateColumn };

    RunsPanel(Document& document, RunStore& store, QWidget* parent = nullptr);

    int count() const;
    /// Lays the run of the row over the plan; while a run goes on, nothing can.
    void showRun(int row);
    void setBusy(bool busy);

Q_SIGNALS:
    void chosen(const std::shared_ptr<const Run>& run);
    void compareRequested(const std::vector<std::shared_ptr<const Run>>& runs);
    void saveRequested(const std::shared_ptr<const Run>& run);
    void failed(const QString& sentence);
    void countChanged(int count);

private:
    void showEvent(QShowEvent* event) override;

    using Runs = std::vector<std::shared_ptr<const Run>>;
    void refresh();
    void enable();
    std::vector<int> selectedRows() const;
    /// Reads the runs of the rows on another thread, and hands them over.
    void read(const std::vector<int>& rows, std::function<void(const Runs&)> then);

    RunStore& m_store;
    TableModel* m_model;
    QTableView* m_table;
    QLabel* m_nothing;
    QWidget* m_list;
    QStackedLayout* m_stack;
    QPushButton* m_show;
    QPushButton* m_compare;
    QPushButton* m_save;
    QPushButton* m_remove;
    bool m_busy = false;
    Latest m_latest;
};

} // namespace lanewright::app
