// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/findings_panel.h"

#include "app/document/document.h"
#include "app/document/numbers.h"
#include "app/document/plain_text.h"
#include "app/document/selection.h"
#include "app/document/translate.h"
#include "app/lanes/theme.h"
#include "app/widgets/controls.h"
#include "app/widgets/panel_text.h"
#include "app/widgets/table_model.h"
#include "app/widgets/tables.h"
#include "core/check/approvals.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QInputDialog>
#include <QLabel>
#include <QMenu>
#include <QStackedLayout>
#include <QTableView>

#include <utility>

namespace lanewright::app {
namespace {

constexpr int kCellMargins = 34; ///< pixels beside the words of a cell

} // namespace

/// The findings of the document's plan as a table.
class FindingsModel : public TableModel {
    Q_DECLARE_TR_FUNCTIONS(lanewright::app::FindingsModel)

public:
    using enum FindingsPanel::Column;

    FindingsModel(Document& document, QObject* parent)
        : TableModel(parent, {{SeverityColumn, tr("severity")},
                              {CodeColumn, tr("code")},
                              {WhereColumn, tr("where")},
                              {FixColumn, {}},
                              {SentenceColumn, tr("what is wrong")}}),
          m_document(document) {
        const auto read = [this] {
            beginResetModel();
            m_findings = m_document.analysis().findings;
            m_approved = m_document.plan().approved;
            endResetModel();
        };
        connect(&m_document, &Document::changed, this, [this, read] {
            if (m_findings != m_document.analysis().findings || m_approved != m_document.plan().approved)
                read();
        });
        read();
    }

    const Finding& finding(int row) const { return m_findings[row]; }

    /// What stands in the column of fixes.
    static QString fixText() { return tr("fix ▾"); }

private:
    int rows() const override { return static_cast<int>(m_findings.size()); }
    QVariant cell(const QModelIndex& index, int role) const override {
        const Finding& each = finding(index.row());
        if (role == Qt::DisplayRole)
            return cellText(each, index.column());
        if (role == Qt::ToolTipRole)
            return index.column() == FixColumn && hasFixes(each.code)
                       ? tr("What would remove this; a double-click does the best of it")
                       : plainTip(tr("%1 (%2)", "a finding and its code")
                                      .arg(cellText(each, SentenceColumn), toQt(each.code)));
        if (role == Qt::ForegroundRole && index.column() == FixColumn)
            return currentTheme().accent;
        if (role == Qt::ForegroundRole && index.column() == SeverityColumn) {
            const Theme& theme = currentTheme();
            switch (each.severity) {
            case Severity::Error: return theme.violation;
            case Severity::Warning: return theme.warning;
            case Severity::Note: return theme.mutedText;
            }
        }
        return {};
    }

    QString cellText(const Finding& finding, int column) const {
        switch (column) {
        case SeverityColumn: return severityText(finding.severity);
        case CodeColumn: return toQt(finding.code);
        case SentenceColumn: return sentence(finding);
        case FixColumn: return hasFixes(finding.code) ? fixText() : QString();
        case WhereColumn: break;
        default: return {};
        }
        QStringList where;
        if (finding.op)
            where << opText(*finding.op, m_document.plan());
        if (finding.rank >= 0)
            where << tr("rank %1").arg(finding.rank);
        return where.join(QStringLiteral(" · "));
    }

    /// With what the file says of it.
    QString sentence(const Finding& finding) const {
        const Approval* const approval = approvalOf(m_document.plan(), finding);
        if (approval == nullptr)
            return translated(finding.message);
        return approval->why.empty() ? tr("%1 (approved)", "a finding").arg(translated(finding.message))
                                     : tr("%1 (approved: %2)", "a finding and the reason")
                                           .arg(translated(finding.message), toQt(approval->why));
    }

    Document& m_document;
    std::vector<Finding> m_findings;
    std::vector<Approval> m_approved;
};

FindingsPanel::FindingsPanel(Document& document, Selection& selection, QWidget* parent)
    : QWidget(parent), m_document(document), m_selection(selection), m_model(new FindingsModel(document, this)),
      m_table(named(makeTable(m_model, this), {.name = "findings", .spoken = tr("Findings")})),
      m_nothing(makeEmptySign({}, this)) {
    auto* layout = new QStackedLayout(this);
    layout->addWidget(m_table);
    layout->addWidget(m_nothing);
    m_table->setColumnWidth(SeverityColumn, 90);
    // Codes are for scripts; who looks for one finds it in the tooltip.
    m_table->setColumnHidden(CodeColumn, true);
    m_table->setColumnWidth(WhereColumn, 130);
    m_table->setColumnWidth(FixColumn,
                            m_table->fontMetrics().horizontalAdvance(FindingsModel::fixText()) + kCellMargins);
    m_table->horizontalHeader()->setStretchLastSection(true);
    connect(m_table, &QTableView::clicked, this, &FindingsPanel::jump);
    connect(m_table, &QTableView::activated, this, &FindingsPanel::jump);
    connect(m_table, &QTableView::clicked, this, [this](const QModelIndex& index) {
        if (index.column() == FixColumn && hasFixes(m_model->finding(index.row()).code))
            showFixes(index.row());
    });
    connect(m_table, &QTableView::doubleClicked, this,
            [this](const QModelIndex& index) { applyFirstFix(index.row()); });
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_table, &QTableView::customContextMenuRequested, this, [this](const QPoint& at) {
        if (const QModelIndex index = m_table->indexAt(at); index.isValid())
            showFixes(index.row());
    });
    connect(m_model, &QAbstractItemModel::modelReset, this, &FindingsPanel::refresh);
    connect(&m_document, &Document::changed, this, &FindingsPanel::refresh);
    refresh();
}

int FindingsPanel::count() const { return m_model->rowCount(); }

void FindingsPanel::step(int by) {
    if (count() == 0)
        return;
    const QModelIndex now = m_table->currentIndex();
    const int start = now.isValid() ? now.row() + by : by > 0 ? 0 : -1;
    const QModelIndex next = m_model->index((start % count() + count()) % count(), 0);
    m_table->setCurrentIndex(next);
    jump(next);
}

QString fixOutcome(const Fix& fix, const Document& document) {
    const Plan& plan = document.plan();
    QStringList words;
    if (!fix.runs)
        words << FindingsPanel::tr("stalls");
    else if (document.analysis().stalls.empty())
        words << timeChange(document.analysis().metrics.makespan, fix.makespan, plan.timeUnit);
    else
        words << timeWithUnit(fix.makespan, plan.timeUnit);
    if (fix.errorsLeft > 0)
        words << FindingsPanel::tr("%n more to fix", nullptr, fix.errorsLeft);
    return QStringLiteral("(%1)").arg(words.join(QStringLiteral(", ")));
}

void FindingsPanel::showFixes(int row) {
    if (row < 0 || row >= count())
        return;
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("fixes"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const bool hasAny = hasFixes(m_model->finding(row).code);
    if (!hasAny)
        Q_EMIT hint(tr("No single change removes this finding."));
    for (Fix& fix : hasAny ? fixesOf(m_document.plan(), m_model->finding(row)) : std::vector<Fix>{}) {
        QAction* action =
            menu->addAction(translated(fix.sentence) + QStringLiteral("  ") + fixOutcome(fix, m_document));
        connect(action, &QAction::triggered, this, [this, fix = std::move(fix)] { apply(fix); });
    }
    if (menu->isEmpty())
        menu->addAction(tr("No single change removes this"))->setEnabled(false);
    addApproval(*menu, row);
    const QRect cell = m_table->visualRect(m_model->index(row, FixColumn));
    menu->popup(m_table->viewport()->mapToGlobal(cell.bottomLeft()));
}

void FindingsPanel::addApproval(QMenu& menu, int row) {
    menu.addSeparator();
    if (isApproved(row)) {
        connect(menu.addAction(tr("Approved no more")), &QAction::triggered, this, [this, row] { withdraw(row); });
        return;
    }
    if (!canBeApproved(m_model->finding(row)))
        return;
    connect(menu.addAction(tr("I know, keep it…")), &QAction::triggered, this, [this, row] {
        bool isGiven = false;
        const QString why = QInputDialog::getText(this, tr("Keep this finding"), tr("Why it is as it should be:"),
                                                  QLineEdit::Normal, {}, &isGiven);
        if (isGiven)
            approve(row, why.trimmed());
    });
}

bool FindingsPanel::isApproved(int row) const {
    return approvalOf(m_document.plan(), m_model->finding(row)) != nullptr;
}

void FindingsPanel::approve(int row, const QString& why) {
    const Finding& finding = m_model->finding(row);
    Plan next = m_document.plan();
    next.approved.push_back({finding.code, whereOf(finding, next.costs.weightParts), why.toStdString()});
    m_document.apply(tr("Keep a finding"), std::move(next));
}

void FindingsPanel::withdraw(int row) {
    const Approval approval = *approvalOf(m_document.plan(), m_model->finding(row));
    Plan next = m_document.plan();
    std::erase(next.approved, approval);
    m_document.apply(tr("Keep a finding no more"), std::move(next));
}

void FindingsPanel::applyFirstFix(int row) {
    if (row < 0 || row >= count())
        return;
    const std::vector<Fix> fixes = fixesOf(m_document.plan(), m_model->finding(row));
    if (fixes.empty())
        Q_EMIT hint(tr("No single change removes this finding."));
    else
        apply(fixes.front());
}

int FindingsPanel::currentRow() const { return m_table->currentIndex().row(); }

void FindingsPanel::apply(const Fix& fix) { m_document.apply(translated(fix.sentence), Plan(fix.plan)); }

void FindingsPanel::jump(const QModelIndex& index) {
    if (index.isValid() && m_model->finding(index.row()).op)
        m_selection.reveal(*m_model->finding(index.row()).op);
}

void FindingsPanel::refresh() {
    auto* stack = static_cast<QStackedLayout*>(layout());
    stack->setCurrentWidget(count() > 0 ? static_cast<QWidget*>(m_table) : m_nothing);
    preview(nullptr);
    Q_EMIT countChanged(count());
}

void FindingsPanel::preview(const Analysis* analysis) {
    m_nothing->setText(
        analysis != nullptr && !analysis->findings.empty() ? tr("Once the change is made, its findings stand here.")
        : m_document.plan().isProblem()
            ? tr("This file has no order yet. Generate one to begin.")
            : tr("Nothing to say: every op is there, nothing deadlocks, memory stays within its limits."));
}

} // namespace lanewright::app
