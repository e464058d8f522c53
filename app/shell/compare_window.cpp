// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/compare_window.h"

#include "app/document/comparable.h"
#include "app/document/plain_text.h"
#include "app/frame/help_window.h"
#include "app/frame/style_sheet.h"
#include "app/panels/compare_heading.h"
#include "app/plots/pareto_plot.h"
#include "app/shell/file_actions.h"
#include "app/shell/session.h"
#include "app/timeline/timeline_view.h"
#include "app/widgets/controls.h"
#include "app/widgets/layouts.h"
#include "app/widgets/window_parts.h"
#include "core/base/mapped.h"

#include <QCloseEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QScrollArea>
#include <QShortcut>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <optional>

namespace lanewright::app {
namespace {

constexpr int kRulerHeight = 26;
constexpr int kLaneHeight = 40;
constexpr int kMostHeight = 420;

} // namespace

CompareWindow::CompareWindow(Session& session, QWidget* parent)
    : QWidget(parent, Qt::Window), m_session(session), m_list(new QWidget(this)),
      m_add(makeButton({}, this, this, &CompareWindow::openFiles)),
      m_fit(makeButton({}, this, this, &CompareWindow::fitAll)),
      m_nothing(named(makeParagraph(nullptr, {}, this), "compareSays")),
      m_layout(makeColumn(m_list, {.between = 0}, {m_nothing, freeRoom()})), m_plot(new ParetoPlot(this)) {
    updateText();
    setWindowIcon(programIcon());
    setAttribute(Qt::WA_DeleteOnClose);
    takeDroppedFiles(*this, [this](const QStringList& paths) { addFiles(paths); });
    bindKeys();
    resize(1400, 900);
    m_nothing->setAlignment(Qt::AlignCenter);
    m_nothing->setMinimumHeight(m_nothing->fontMetrics().height());
    auto* area = named(new QScrollArea(this), {.spoken = tr("Compared schedules")});
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setWidget(m_list);
    makeColumn(
        this, {.between = 0},
        {makeRow({.margins = {16, 10, 16, 10}, .between = 8}, {m_add, m_fit, freeRoom()}), {area, 3}, {m_plot, 1}});
    refresh();
    connect(m_plot, &ParetoPlot::chosen, this, [this, area](int point) {
        const Row& row = *m_rows[m_pointRows[point]];
        area->ensureWidgetVisible(row.widget);
        row.lanes->setFocus();
    });
}

void CompareWindow::bindKeys() {
    const auto bind = [this](const char* keys, auto&& run) {
        connect(new QShortcut(QKeySequence(QLatin1String(keys)), this), &QShortcut::activated, this, run);
    };
    bind("Ctrl+W", [this] { close(); });
    bind("Ctrl+Q", [this] { m_session.quit(); });
    bind("Ctrl+O", [this] { openFiles(); });
    bind("Ctrl+0", [this] { fitAll(); });
    bind("F1", [this] { HelpWindow::open({}, QStringLiteral("desktop"), this); });
}

CompareWindow::~CompareWindow() {
    // The lanes speak to their documents until their end.
    for (const auto& row : m_rows)
        delete row->widget;
}

void CompareWindow::updateText() {
    setWindowTitle(tr("Compare — Lanewright"));
    m_add->setText(tr("Add files …"));
    m_add->setToolTip(tr("Ctrl+O; Ctrl+W or Esc closes the comparison, F1 is help."));
    m_fit->setText(tr("Fit all"));
    m_fit->setToolTip(tr("Ctrl+0"));
}

void CompareWindow::retranslate() {
    updateText();
    for (const auto& row : m_rows) {
        row->document.disconnect(this);
        row->selection.disconnect(this);
        row->range.disconnect(this);
        delete row->widget;
        buildRow(*row);
    }
    refresh();
}

Result<Done> CompareWindow::addFile(const QString& path) {
    auto row = std::make_unique<Row>();
    if (Result<Done> opened = row->document.open(path); !opened)
        return opened;
    row->name = plainLine(QFileInfo(path).fileName());
    row->file = QFileInfo(path).absoluteFilePath();
    addRow(std::move(row));
    return Done{};
}

void CompareWindow::add(const Plan& plan, const QString& name, std::shared_ptr<const Run> run) {
    auto row = std::make_unique<Row>();
    row->document.reset(plan);
    row->document.setRun(std::move(run));
    row->name = name;
    addRow(std::move(row));
}

void CompareWindow::addOnce(const Plan& plan, const QString& name) {
    if (std::ranges::none_of(m_rows,
                             [&](const auto& row) { return row->name == name && row->document.plan() == plan; }))
        add(plan, name);
}

void CompareWindow::addRow(std::unique_ptr<Row> row) {
    m_rows.push_back(std::move(row));
    buildRow(*m_rows.back());
    refresh();
    fitAll();
    m_session.save();
}

void CompareWindow::buildRow(Row& row) {
    row.widget = new QWidget(m_list);
    row.head = named(richLabel(row.widget), "compareHead");
    // What it says takes as many lines as it needs, so that nothing is wider than the window.
    row.head->setWordWrap(true);
    row.head->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Minimum);
    row.head->setMinimumHeight(row.head->fontMetrics().height()); // else what it would need in a narrow column
    auto* remove = named(new QToolButton(row.widget), {.role = "link", .tip = tr("Take it out of the comparison")});
    remove->setText(QStringLiteral("✕"));
    row.lanes = new TimelineView(row.document, row.selection, row.range, row.widget);
    makeColumn(row.widget, {.between = 0},
               {makeRow({.margins = {16, 6, 10, 4}}, {{row.head, 1}, {remove, 0, Qt::AlignTop}}), row.lanes});
    const int lanes = std::max(1, row.document.schedule().ranks());
    row.lanes->setFixedHeight(std::min(kMostHeight, kRulerHeight + lanes * kLaneHeight + 2));
    row.widget->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_layout->insertWidget(m_layout->count() - 1, row.widget);
    Row* self = &row;
    connect(remove, &QToolButton::clicked, this, [this, self] {
        const auto found = std::ranges::find(m_rows, self, [](const auto& each) { return each.get(); });
        this->remove(static_cast<int>(found - m_rows.begin()));
    });
    connect(&row.range, &TimeRange::changed, this, [this, self] { follow(*self); });
    connect(&row.selection, &Selection::changed, this, [this, self] {
        for (const auto& other : m_rows)
            if (other.get() != self && !self->selection.empty())
                other->selection.set(self->selection.ops(), self->selection.current());
    });
    connect(&row.document, &Document::changed, this, &CompareWindow::refresh);
    connect(&row.document, &Document::runChanged, this, &CompareWindow::refresh);
}

void CompareWindow::remove(int row) {
    const auto at = m_rows.begin() + row;
    delete (*at)->widget;
    m_rows.erase(at);
    refresh();
    m_session.save();
}

void CompareWindow::follow(Row& row) {
    if (m_follows)
        return;
    const QScopedValueRollback<bool> follows(m_follows, true);
    for (const auto& other : m_rows)
        if (other.get() != &row)
            other->range.set(row.range.start(), row.range.end());
}

void CompareWindow::fitAll() {
    const Time end = std::max<Time>(1, mostOf(m_rows, [](const auto& row) { return row->range.extentEnd(); }));
    for (const auto& row : m_rows)
        row->range.set(-end / 100, end + end / 20);
}

void CompareWindow::refresh() {
    m_nothing->setText(m_failures.isEmpty() ? tr("Add plans and runs, or drop their files here.")
                                            : m_failures.join(QLatin1Char('\n')));
    m_nothing->setVisible(m_rows.empty() || !m_failures.isEmpty());
    // The axis of each row reaches as far as the longest one; they show the same stretch before and after.
    const Time end = std::max<Time>(1, mostOf(m_rows, [](const auto& row) { return row->lanes->contentEnd(); }));
    const QScopedValueRollback<bool> follows(m_follows, true);
    for (const auto& row : m_rows)
        row->lanes->setLeastEnd(end);
    for (const auto& row : m_rows)
        row->head->setText(compareHeading(row->name, row->document, m_rows.front()->document));
    showPoints();
}

void CompareWindow::showPoints() {
    std::vector<ParetoPlot::Point> points;
    m_pointRows.clear();
    const Document* first = m_rows.empty() ? nullptr : &m_rows.front()->document;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const Document& document = m_rows[i]->document;
        // The axes are those of the first row.
        if (!areComparable(first->plan().timeUnit, document.plan().timeUnit) ||
            !areComparable(memoryUnitOf(*first), memoryUnitOf(document)))
            continue;
        const std::optional<TimeAndMemory> takes = placeOf(document);
        // It lacks a number; its heading says why.
        if (!takes)
            continue;
        points.push_back({m_rows[i]->name, *takes, isMeasuredWhole(document), !document.analysis().valid});
        m_pointRows.push_back(i);
    }
    m_plot->show(std::move(points), first ? first->plan().timeUnit : TimeUnit::Unit,
                 first ? memoryUnitOf(*first) : MemoryUnit::Unit);
}

CompareRecord CompareWindow::record() const {
    CompareRecord record{.geometry = saveGeometry()};
    for (const auto& row : m_rows) {
        ComparedRecord& each = record.rows.emplace_back(ComparedRecord{.name = row->name, .file = row->file});
        if (row->file.isEmpty() || row->document.modified())
            each.plan = row->document.sharedPlan();
        if (row->file.isEmpty())
            each.run = row->document.run();
    }
    if (!m_rows.empty()) {
        record.from = m_rows.front()->range.start();
        record.to = m_rows.front()->range.end();
    }
    return record;
}

CompareWindow* CompareWindow::openAgain(Session& session, const CompareRecord& record) {
    auto window = std::make_unique<CompareWindow>(session);
    for (const ComparedRecord& each : record.rows) {
        if (each.file.isEmpty() && each.plan)
            window->add(*each.plan, each.name, each.run);
        else if (!each.file.isEmpty() && window->addFile(each.file) && each.plan)
            window->m_rows.back()->document.apply(tr("What was tried before"), *each.plan, -1,
                                                  Document::Change::MadeAnew);
    }
    if (window->count() == 0)
        return nullptr;
    window->restoreGeometry(record.geometry);
    if (record.to > record.from)
        for (const auto& row : window->m_rows)
            row->range.set(record.from, record.to);
    return window.release();
}

void CompareWindow::closeEvent(QCloseEvent* event) {
    m_session.windowCloses(*this);
    QWidget::closeEvent(event);
}

void CompareWindow::keyPressEvent(QKeyEvent* event) {
    // Lanes that have something to give up take it first.
    if (event->key() == Qt::Key_Escape)
        close();
    else
        QWidget::keyPressEvent(event);
}

void CompareWindow::openFiles() {
    const QStringList paths = QFileDialog::getOpenFileNames(
        this, tr("Compare"), {}, tr("Schedules and runs (*.lwsched *.lwrun *.csv);;All files (*)"));
    addFiles(paths);
}

void CompareWindow::addFiles(const QStringList& paths) {
    m_failures.clear();
    for (const QString& path : paths)
        if (const Result<Done> done = addFile(path); !done)
            m_failures << FileActions::cannotOpen(plainLine(QFileInfo(path).fileName()), done.error());
    refresh();
}

} // namespace lanewright::app
