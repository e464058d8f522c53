// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/runs_panel.h"

#include "app/document/plain_text.h"
#include "app/widgets/controls.h"
#include "app/widgets/layouts.h"
#include "app/widgets/panel_text.h"
#include "app/widgets/table_model.h"
#include "app/widgets/tables.h"
#include "core/base/mapped.h"
#include "core/io/files.h"
#include "core/io/run_json.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QStackedLayout>
#include <QTableView>

#include <algorithm>
#include <utility>

namespace lanewright::app {
namespace {

using Runs = std::vector<std::shared_ptr<const Run>>;

Result<Runs> readRuns(const std::vector<QString>& files) {
    Runs runs;
    for (const QString& file : files) {
        const Result<std::string> text = readFile(file.toStdString(), {.waitsForPipes = false});
        if (!text)
            return text.error();
        Result<Run> run = runFromJson(*text);
        if (!run)
            return run.error();
        runs.push_back(std::make_shared<const Run>(*std::move(run)));
    }
    return runs;
}

QString howOf(const KeptRun& run) {
    QStringList words{run.backend};
    if (run.layers > 0)
        words << RunsPanel::tr("GPT %1 × %2").arg(run.layers).arg(run.width);
    if (run.paced)
        words << RunsPanel::tr("paced");
    if (run.precision == Precision::Bf16)
        words << RunsPanel::tr("bf16");
    if (run.threads > 1)
        words << RunsPanel::tr("%1 threads each").arg(run.threads);
    if (run.optimizer == OptimizerMode::PostValidated)
        words << RunsPanel::tr("post-validated");
    return words.join(QStringLiteral(" · "));
}

/// The runs of the schedule that are kept, newest first, with their settings.
class RunsModel : public TableModel {
    Q_DECLARE_TR_FUNCTIONS(lanewright::app::RunsModel)

public:
    using enum RunsPanel::Column;

    RunsModel(Document& document, RunStore& store, QObject* parent)
        : TableModel(parent, {{WhenColumn, tr("when")},
                              {HowColumn, tr("how")},
                              {StepsColumn, tr("steps")},
                              {StepTimeColumn, tr("makespan", "of the step that stands for a run")},
                              {PlanColumn, tr("to its plan")},
                              {StateColumn, tr("remarks")}}),
          m_document(document), m_store(store) {
        connect(&m_store, &RunStore::changed, this, [this] {
            beginResetModel();
            endResetModel();
        });
        connect(&m_document, &Document::changed, this, &RunsModel::readOrder);
        readOrder();
    }

private:
    int rows() const override { return static_cast<int>(m_store.runs().size()); }

    QVariant cell(const QModelIndex& index, int role) const override {
        if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
            return {};
        const QString word = cellText(m_store.runs()[index.row()], index.column());
        return role == Qt::ToolTipRole ? plainTip(word) : word;
    }

    void readOrder() {
        if (m_store.runs().empty() && !m_order.isEmpty())
            return;
        m_order = orderKey(m_document.schedule());
        if (rowCount() > 0)
            Q_EMIT dataChanged(index(0, StateColumn), index(rowCount() - 1, StateColumn));
    }

    QString cellText(const KeptRun& run, int column) const {
        switch (column) {
        case WhenColumn: return QLocale().toString(run.began.toLocalTime(), QLocale::ShortFormat);
        case HowColumn: return howOf(run);
        case StepsColumn: return QString::number(run.steps);
        case StepTimeColumn: return run.measured > 0 ? fixedTimeWithUnit(run.measured, run.unit) : QStringLiteral("–");
        case PlanColumn: return run.measured > 0 ? changeOf(run.planned, run.measured) : QString();
        case StateColumn: break;
        default: return {};
        }
        QStringList words;
        if (run.partial)
            words << tr("cut short");
        if (run.lossLost >= 0)
            words << tr("loss is no number, first in step %1").arg(run.lossLost);
        if (run.order != m_order)
            words << tr("another order");
        return words.join(QStringLiteral(" · "));
    }

    Document& m_document;
    RunStore& m_store;
    QString m_order; ///< the order of the document
};

} // namespace

RunsPanel::RunsPanel(Document& document, RunStore& store, QWidget* parent)
    : QWidget(parent), m_store(store), m_model(new RunsModel(document, store, this)),
      m_nothing(makeEmptySign(tr("Runs of this schedule are kept here, with their settings."), this)),
      m_list(new QWidget(this)), m_stack(new QStackedLayout(this)) {
    m_show = named(makeButton(tr("Show"), m_list, this, [this] { showRun(selectedRows().front()); }),
                   {.tip = tr("Lay this run over the plan")});
    const auto compare = [this] { read(selectedRows(), [this](const Runs& runs) { Q_EMIT compareRequested(runs); }); };
    m_compare = named(makeButton(tr("Compare"), m_list, this, compare),
                      {.tip = tr("Lay the selected runs beside each other, each with the schedule that it ran")});
    m_save = makeButton(tr("Save as …"), m_list, this, [this] {
        read({selectedRows().front()}, [this](const Runs& runs) { Q_EMIT saveRequested(runs.front()); });
    });
    m_remove = makeButton(tr("Remove"), m_list, this, [this] {
        const std::vector<int> rows = selectedRows();
        for (auto row = rows.rbegin(); row != rows.rend(); ++row)
            m_store.remove(static_cast<std::size_t>(*row));
    });
    m_table = named(makeTable(m_model, m_list), {.name = "runs", .spoken = tr("Runs of this schedule")});
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setStretchLastSection(true);
    makeRow(m_list, {.margins = {0, 0, 12, 0}},
            {{m_table, 1},
             makeColumn({.margins = {0, 6, 0, 6}, .between = 4}, {m_show, m_compare, m_save, m_remove, freeRoom()})});
    m_stack->addWidget(m_list);
    m_stack->addWidget(m_nothing);
    connect(m_model, &QAbstractItemModel::modelReset, this, &RunsPanel::refresh);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &RunsPanel::enable);
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex& index) { showRun(index.row()); });
    refresh();
}

void RunsPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    // Another window on the same schedule may have run it.
    m_store.reload();
}

void RunsPanel::setBusy(bool busy) {
    m_busy = busy;
    enable();
}

void RunsPanel::refresh() {
    m_stack->setCurrentWidget(count() > 0 ? m_list : m_nothing);
    enable();
    Q_EMIT countChanged(count());
}

void RunsPanel::enable() {
    const std::size_t selected = selectedRows().size();
    m_show->setEnabled(selected == 1 && !m_busy);
    m_save->setEnabled(selected == 1);
    m_compare->setEnabled(selected > 0);
    m_remove->setEnabled(selected > 0 && !m_busy);
}

std::vector<int> RunsPanel::selectedRows() const {
    std::vector<int> rows = mapped(m_table->selectionModel()->selectedRows(), &QModelIndex::row);
    std::ranges::sort(rows);
    return rows;
}

void RunsPanel::read(const std::vector<int>& rows, std::function<void(const Runs&)> then) {
    const std::vector<QString> files = mapped(rows, [this](int row) { return m_store.runs()[row].file; });
    m_latest.ask([files](const std::stop_token&) { return readRuns(files); },
                 [this, then = std::move(then)](const Result<Runs>& runs) {
                     if (!runs)
                         Q_EMIT failed(tr("The run can't be read: %1").arg(sentenceOf(runs.error())));
                     else if (!runs->empty())
                         then(*runs);
                 });
}

int RunsPanel::count() const { return m_model->rowCount(); }

void RunsPanel::showRun(int row) {
    if (row >= 0 && row < count() && !m_busy)
        read({row}, [this](const Runs& runs) { Q_EMIT chosen(runs.front()); });
}

} // namespace lanewright::app
