// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/compare_window.h"

#include "app/document/comparable.h"
#include "app/document/first_plan.h"
#include "app/document/plain_text.h"
#include "app/document/translate.h"
#include "app/frame/help_window.h"
#include "app/frame/style_sheet.h"
#include "app/lanes/op_legend.h"
#include "app/panels/compare_heading.h"
#include "app/panels/comparison_model.h"
#include "app/plots/pareto_plot.h"
#include "app/shell/file_actions.h"
#include "app/shell/present/plan_line.h"
#include "app/shell/session.h"
#include "app/timeline/timeline_view.h"
#include "app/widgets/controls.h"
#include "app/widgets/layouts.h"
#include "app/widgets/panel_text.h"
#include "app/widgets/tables.h"
#include "app/widgets/window_parts.h"
#include "core/base/mapped.h"
#include "core/model/title.h"
#include "core/picture/block_name.h"

#include <QCloseEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QScrollArea>
#include <QScrollBar>
#include <QShortcut>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWheelEvent>

#include <algorithm>
#include <optional>

namespace lanewright::app {
namespace {

constexpr int kRulerHeight = 26;
constexpr int kLaneHeight = 40;
constexpr int kLowestRowLane = 16;
constexpr int kHigherLane = 8;
constexpr int kLettersOfTitle = 32;
constexpr int kMostHeight = 420;

} // namespace

CompareWindow::CompareWindow(Session& session, QWidget* parent)
    : QWidget(parent, Qt::Window), m_session(session), m_list(new QWidget(this)),
      m_add(makeButton({}, this, this, &CompareWindow::openFiles)),
      m_fit(makeButton({}, this, this, &CompareWindow::fitAll)),
      m_save(makeButton({}, this, this, [this] { saveNumbers(askWhere(tr("Save the numbers"), this)); })),
      m_line(named(new PlanLine(this), "planLine")), m_legend(new OpLegend(this)),
      m_area(named(new QScrollArea(this), {.spoken = tr("Compared schedules")})),
      m_nothing(named(makeParagraph(nullptr, {}, this), "compareSays")),
      m_layout(makeColumn(m_list, {.between = 0}, {m_nothing, freeRoom()})),
      m_numbers(new ComparisonModel(kLettersOfTitle, this)),
      m_table(named(makeTable(m_numbers, this), "compareNumbers")), m_plot(new ParetoPlot(this)) {
    updateText();
    setWindowIcon(programIcon());
    setAttribute(Qt::WA_DeleteOnClose);
    takeDroppedFiles(*this, [this](const QStringList& paths) { addFiles(paths); });
    bindKeys();
    resize(1400, 900);
    m_nothing->setAlignment(Qt::AlignCenter);
    m_nothing->setMinimumHeight(m_nothing->fontMetrics().height());
    m_area->setWidgetResizable(true);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setWidget(m_list);
    m_area->viewport()->installEventFilter(this);
    m_list->installEventFilter(this);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    makeColumn(
        this, {.between = 0},
        {makeRow({.margins = {16, 10, 16, 10}, .between = 8}, {m_add, wide(m_line), m_fit, m_save, gap(16), m_legend}),
         {m_area, 3},
         makeRow({.margins = {16, 0, 0, 0}, .between = 16}, {wide(m_table, 3), wide(m_plot, 2)})});
    refresh();
    connect(m_plot, &ParetoPlot::chosen, this, [this](int point) {
        const Row& row = *m_rows[m_pointRows[point]];
        m_area->ensureWidgetVisible(row.widget);
        row.lanes->setFocus();
    });
    connect(m_line, &PlanLine::chosen, this, &CompareWindow::addOffer);
    connect(m_line, &PlanLine::refused, this, [this](const QString& sentence) {
        m_sentences = {sentence};
        refresh();
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
    bind("F11", [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); });
    const auto laneHeight = [this] { return m_rows.empty() ? kLaneHeight : m_rows.front()->lanes->laneHeight(); };
    bind("Ctrl+Shift+Up", [this, laneHeight] { changeLaneHeight(laneHeight() + kHigherLane); });
    bind("Ctrl+Shift+Down", [this, laneHeight] { changeLaneHeight(laneHeight() - kHigherLane); });
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
    m_save->setText(tr("CSV"));
    giveNames(*m_save, {.spoken = tr("Save the numbers"),
                        .tip = tr("The table below as CSV, for a spreadsheet, or as Markdown.")});
    giveNames(*m_table, {.spoken = tr("Numbers")});
    m_line->retranslate();
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
    row->title = translatedTitle(row->document.plan().title);
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

void CompareWindow::addOffer(const PlanOffer& offer) {
    m_sentences.clear();
    const Plan base = m_rows.empty() ? firstPlan() : m_rows.front()->document.plan();
    m_latest.ask([offer, base](const std::stop_token&) { return offeredPlan(offer, base, base.schedule.microbatches); },
                 [this, offer](const Result<Plan>& plan) {
                     if (plan)
                         return add(*plan, plan->title.empty() ? offer.title : translatedTitle(plan->title), offer.run);
                     m_sentences = {QStringLiteral("%1: %2").arg(offer.title, translated(plan.error().message))};
                     refresh();
                 });
}

void CompareWindow::addRow(std::unique_ptr<Row> row) {
    if (row->title.isEmpty())
        row->title = row->name;
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
    row.lanes->viewport()->installEventFilter(this);
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

void CompareWindow::fitRows() {
    int around = 0;
    int lanes = 0;
    for (const auto& row : m_rows) {
        const QLayoutItem& heading = *row->widget->layout()->itemAt(0);
        around +=
            kRulerHeight + 2 +
            (heading.hasHeightForWidth() ? heading.heightForWidth(row->widget->width()) : heading.sizeHint().height());
        lanes += std::max(1, row->document.schedule().ranks());
    }
    const int room = (m_area->viewport()->height() - around) / std::max(1, lanes);
    const int height = m_laneHeight > 0 ? m_laneHeight : std::clamp(room, kLowestRowLane, kLaneHeight);
    for (const auto& row : m_rows) {
        row->lanes->setLaneHeight(height);
        const int all = std::max(1, row->document.schedule().ranks()) * row->lanes->laneHeight();
        row->lanes->setFixedHeight(std::min(kMostHeight, kRulerHeight + all + 2));
    }
}

void CompareWindow::changeLaneHeight(int pixels) {
    m_laneHeight = std::max(1, pixels);
    fitRows();
}

/// The wheel zooms lanes that have nothing to scroll, and makes all rows higher or lower together.
bool CompareWindow::eventFilter(QObject* watched, QEvent* event) {
    const bool isOtherRoom = event->type() == QEvent::Resize && watched == m_area->viewport();
    if (isOtherRoom || (event->type() == QEvent::LayoutRequest && watched == m_list))
        fitRows();
    if (event->type() != QEvent::Wheel)
        return QWidget::eventFilter(watched, event);
    const auto row = std::ranges::find(m_rows, watched, [](const auto& each) { return each->lanes->viewport(); });
    if (row == m_rows.end())
        return false;
    const auto& wheel = static_cast<const QWheelEvent&>(*event);
    if (wheel.modifiers() == (Qt::ControlModifier | Qt::ShiftModifier)) {
        changeLaneHeight((*row)->lanes->laneHeight() + (wheel.angleDelta().y() > 0 ? kHigherLane : -kHigherLane));
        return true;
    }
    if (wheel.modifiers() != Qt::NoModifier || (*row)->lanes->verticalScrollBar()->maximum() > 0 ||
        wheel.angleDelta().y() == 0)
        return false;
    QWheelEvent zoom(wheel.position(), wheel.globalPosition(), wheel.pixelDelta(), wheel.angleDelta(), wheel.buttons(),
                     Qt::ControlModifier, wheel.phase(), wheel.inverted());
    QApplication::sendEvent(watched, &zoom);
    return true;
}

void CompareWindow::saveNumbers(const QString& path) {
    if (path.isEmpty())
        return;
    m_sentences = {saveTable(*m_numbers, path)};
    refresh();
}

void CompareWindow::refresh() {
    m_nothing->setText(m_sentences.isEmpty() ? tr("Add plans and runs, or drop their files here.")
                                             : m_sentences.join(QLatin1Char('\n')));
    m_nothing->setVisible(m_rows.empty() || !m_sentences.isEmpty());
    // The axis of each row reaches as far as the longest one; they show the same stretch before and after.
    const Time end = std::max<Time>(1, mostOf(m_rows, [](const auto& row) { return row->lanes->contentEnd(); }));
    const QScopedValueRollback<bool> follows(m_follows, true);
    for (const auto& row : m_rows)
        row->lanes->setLeastEnd(end);
    std::vector<ComparedNumbers> columns;
    std::vector<OpKind> kinds;
    const QStringList titles = shortTitles();
    for (const auto& row : m_rows) {
        const QString file = row->file.isEmpty() ? row->title : row->name;
        row->head->setText(compareHeading(row->title, file, row->document, m_rows.front()->document));
        columns.push_back({titles[static_cast<qsizetype>(columns.size())], comparedNumbers(row->document)});
        for (const OpKind kind : kindsIn(row->document.schedule()))
            if (std::ranges::find(kinds, kind) == kinds.end())
                kinds.push_back(kind);
    }
    std::ranges::sort(kinds);
    m_legend->setKinds(kinds);
    m_numbers->show(std::move(columns));
    showPoints();
    fitRows();
}

QStringList CompareWindow::shortTitles() const {
    QStringList names;
    for (const auto& row : m_rows) {
        const Message& title = row->document.plan().title;
        const bool isOwn = translatedTitle(title) == row->title;
        names << (isOwn ? translatedTitle(title::nameOf(title)) : row->title);
    }
    QStringList titles = names;
    for (qsizetype i = 0; i < names.size(); ++i)
        if (names.count(names[i]) > 1)
            titles[i] = m_rows[static_cast<std::size_t>(i)]->title;
    return titles;
}

void CompareWindow::showPoints() {
    const QStringList titles = shortTitles();
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
        points.push_back(
            {titles[static_cast<qsizetype>(i)], *takes, isMeasuredWhole(document), !document.analysis().valid});
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
    m_sentences.clear();
    for (const QString& path : paths)
        if (const Result<Done> done = addFile(path); !done)
            m_sentences << FileActions::cannotOpen(plainLine(QFileInfo(path).fileName()), done.error());
    refresh();
}

} // namespace lanewright::app
