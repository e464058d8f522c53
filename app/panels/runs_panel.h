// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/latest.h"
#include "app/run/run_store.h"
#include "app/widgets/qt_names.h"
#include "app/widgets/table_model.h"

#include <QWidget>

#include <functional>
#include <memory>
#include <vector>

namespace lanewright::app {

/// The runs of the schedule that are kept, newest first, with their settings.
class RunsModel : public TableModel {
    Q_OBJECT

public:
    enum Column { WhenColumn, HowColumn, StepsColumn, StepTimeColumn, PlanColumn, StateColumn, Columns };

    RunsModel(Document& document, RunStore& store, QObject* parent = nullptr);

protected:
    int rows() const override { return static_cast<int>(m_store.runs().size()); }
    int columns() const override { return Columns; }
    QString titleOf(int column) const override;
    QVariant cell(const QModelIndex& index, int role) const override;

private:
    void readOrder();
    QString cellText(const KeptRun& run, int column) const;

    Document& m_document;
    RunStore& m_store;
    QString m_order; ///< the order of the document
};

/// The list of runs: shows one again, lays some beside each other, saves one as a file, removes it.
class RunsPanel : public QWidget {
    Q_OBJECT

public:
    RunsPanel(Document& document, RunStore& store, QWidget* parent = nullptr);

    int count() const { return m_model->rowCount(); }
    /// Lays the run of the row over the plan; while a run goes on, nothing can.
    void showRun(int row);
    void setBusy(bool busy);

Q_SIGNALS:
    void chosen(const std::shared_ptr<const Run>& run);
    void compareRequested(const std::vector<std::shared_ptr<const Run>>& runs);
    void saveRequested(const std::shared_ptr<const Run>& run);
    void failed(const QString& sentence);
    void countChanged(int count);

protected:
    void showEvent(QShowEvent* event) override;

private:
    using Runs = std::vector<std::shared_ptr<const Run>>;
    void refresh();
    void enable();
    std::vector<int> selectedRows() const;
    /// Reads the runs of the rows on another thread, and hands them over.
    void read(const std::vector<int>& rows, std::function<void(const Runs&)> then);
    void removeSelected();

    RunStore& m_store;
    RunsModel* m_model;
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
