// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dialogs/import_dialog.h"

#include "app/document/plain_text.h"
#include "app/document/translate.h"
#include "app/widgets/chooser.h"
#include "app/widgets/controls.h"
#include "app/widgets/layouts.h"
#include "app/widgets/panel_text.h"
#include "core/open/open_file.h"
#include "core/trace/trace_formats.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QGridLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lanewright::app {
namespace {

constexpr int kWidth = 620;
constexpr int kNoteLines = 3;
constexpr int kAllReplicas = -2;
constexpr int kSlowest = -1;

/// `16 to 838`, or the only one.
QString stepsText(const Run& run) {
    const int first = run.steps.front().step;
    const int last = run.steps.back().step;
    return first == last ? ImportDialog::tr("number %1", "of a step").arg(first)
                         : ImportDialog::tr("%1 to %2", "numbers of steps").arg(first).arg(last);
}

QString formatText(const ImportReport& report) {
    const TraceFormat* format = traceFormatOf(report.format);
    return ImportDialog::tr("%1, %2", "a format, and how many files")
        .arg(format ? translated(format->title) : toQt(report.format),
             counted(report.files, ImportDialog::tr("file"), ImportDialog::tr("files")));
}

QString clocksText(const ImportReport& report, TimeUnit unit) {
    const QString bound = timeWithUnit(report.clockBound, unit, 3);
    return report.clocksMoved
               ? ImportDialog::tr("moved until every value arrives after it was made; within %1").arg(bound)
               : ImportDialog::tr("agree as they are, within %1").arg(bound);
}

} // namespace

ImportPreview previewOf(const TracesRead& traces, const ImportOptions& options) {
    Result<ImportedRun> imported = runOf(TracedJob(traces.job), options);
    if (!imported)
        return {.error = imported.error()};
    imported->report.files = traces.files;
    return {.content = std::make_shared<const FileContent>(contentOf(std::move(imported->run))),
            .report = std::move(imported->report)};
}

ImportDialog::ImportDialog(std::shared_ptr<const TracesRead> traces, const ImportPreview& all,
                           std::shared_ptr<const Plan> present, QWidget* parent)
    : QDialog(parent), m_traces(std::move(traces)), m_first(new QSpinBox(this)), m_last(new QSpinBox(this)),
      m_replica(makeChooser(12, this)), m_plan(makeChooser(20, this)), m_notes(new QPlainTextEdit(this)),
      m_notesTitle(makeLabel("section", tr("What was not"), this)), m_sentence(makeFailure(this)) {
    setWindowTitle(tr("Open traces"));
    setObjectName(QStringLiteral("importDialog"));
    setMinimumWidth(kWidth);
    QGridLayout* facts = makeFacts();
    m_notes->setReadOnly(true);
    m_notes->setTabChangesFocus(true);
    m_notes->setAccessibleName(m_notesTitle->text());
    m_notes->setFixedHeight(kNoteLines * m_notes->fontMetrics().lineSpacing() + 16);
    if (present && !present->isProblem())
        m_plans.push_back(std::move(present));
    QWidget* choices = makeChoices();
    const auto [buttons, open] = makeDialogButtons(tr("Open"), this);
    m_open = open;
    connect(buttons, &QDialogButtonBox::accepted, this, &ImportDialog::finish);
    makeColumn(this, {.margins = kDialogMargins, .between = 10},
               {makeLabel("section", tr("What was recognised"), this), facts, m_notesTitle, m_notes,
                makeLabel("section", tr("What to take"), this), choices, m_sentence, freeRoom(), buttons});
    show(all);
}

QGridLayout* ImportDialog::makeFacts() {
    QGridLayout* grid = makeGrid(nullptr, {.across = 20, .down = 6});
    grid->setColumnStretch(1, 1);
    const auto add = [this, grid](const char* key, const QString& name) {
        const int row = grid->rowCount();
        grid->addWidget(makeLabel("caption", name, this), row, 0, Qt::AlignTop);
        grid->addWidget(named(selectable(plainLabel(this)), {.name = key, .spoken = name}), row, 1);
    };
    add("format", tr("Format"));
    add("pipeline", tr("Pipeline"));
    add("order", tr("Order"));
    add("replicas", tr("Replicas"));
    add("steps", tr("Steps"));
    add("clocks", tr("Clocks"));
    return grid;
}

QWidget* ImportDialog::makeChoices() {
    auto* box = new QWidget(this);
    named(m_first, {.name = "firstStep", .spoken = tr("First step")});
    named(m_last, {.name = "lastStep", .spoken = tr("Last step")});
    named(m_replica, {.name = "replicaChoice", .spoken = tr("Replicas")});
    withChoices(m_replica, {{tr("all, the slowest is shown"), kAllReplicas}, {tr("the slowest alone"), kSlowest}});
    named(m_plan, {.name = "planChoice",
                   .spoken = tr("Plan"),
                   .tip = tr("The schedule that the job was told to run: it is held against what ran.")});
    m_plan->addItem(tr("none: the order that ran"));
    if (!m_plans.empty()) {
        const QString title = translatedTitle(m_plans.front()->title);
        m_plan->addItem(title.isEmpty() ? tr("the schedule in this window")
                                        : tr("the schedule in this window: %1").arg(title));
    }
    m_plan->addItem(tr("that of a file …"));
    auto* to = plainLabel(tr("to", "from step … to step …"), box);
    QFormLayout* form = makeForm(box, {.across = 20});
    addRow(*form, tr("&Steps"), makeRow({.between = 8}, {m_first, to, m_last, freeRoom()}), m_first);
    form->addRow(tr("&Replicas"), m_replica);
    form->addRow(tr("&Plan"), m_plan);
    whenChanged({m_first, m_last, m_replica}, this, &ImportDialog::changed);
    connect(m_plan, &QComboBox::activated, this, &ImportDialog::choosePlan);
    return box;
}

void ImportDialog::choosePlan(int index) {
    if (index < m_plan->count() - 1) {
        m_planShown = index;
        return changed();
    }
    m_plan->setCurrentIndex(m_planShown);
    const QString path = QFileDialog::getOpenFileName(this, tr("The plan of the job"), {},
                                                      tr("Schedules (*.lwsched *.csv);;All files (*)"));
    if (!path.isEmpty())
        usePlanOf(path);
}

void ImportDialog::usePlanOf(const QString& path) {
    Result<Plan> plan = openPlan(path.toStdString());
    if (!plan)
        return showWords(*m_sentence, tr("%1: %2").arg(QFileInfo(path).fileName(), sentenceOf(plan.error())));
    m_plans.push_back(std::make_shared<const Plan>(*std::move(plan)));
    m_planShown = static_cast<int>(m_plans.size());
    m_plan->insertItem(m_planShown, plainLine(QFileInfo(path).fileName()));
    m_plan->setCurrentIndex(m_planShown);
    changed();
}

ImportDialog::Choices ImportDialog::choices() const {
    return {m_first->value(), m_last->value(), chosen<int>(m_replica), m_planShown};
}

ImportOptions ImportDialog::options() const {
    ImportOptions options;
    if (m_offered) {
        options.firstStep = m_first->value();
        options.endStep = std::max(m_first->value(), m_last->value());
        if (options.endStep < std::numeric_limits<int>::max())
            ++options.endStep;
        const int replica = chosen<int>(m_replica);
        options.replicas = replica == kAllReplicas ? ImportOptions::Replicas::All
                           : replica == kSlowest   ? ImportOptions::Replicas::Slowest
                                                   : ImportOptions::Replicas::One;
        options.replica = std::max(0, replica);
    }
    if (m_planShown > 0)
        options.plan = *m_plans[static_cast<std::size_t>(m_planShown) - 1];
    return options;
}

void ImportDialog::changed() {
    // A spin box says its value at Enter, changed or not.
    if (m_asked == choices())
        return;
    m_asked = choices();
    m_made = {};
    m_isMade = false;
    m_opensWhenMade = false;
    showWords(*m_sentence, {});
    m_open->setEnabled(true);
    m_latest.ask(
        [traces = m_traces, options = options()](const std::stop_token&) { return previewOf(*traces, options); },
        [this](const ImportPreview& made) { show(made); });
}

void ImportDialog::show(const ImportPreview& made) {
    m_made = made;
    m_isMade = true;
    showWords(*m_sentence, made.content ? QString() : sentenceOf(made.error));
    m_open->setEnabled(made.content != nullptr);
    if (made.content) {
        if (!m_offered)
            offerAll();
        showFacts();
    }
    if (std::exchange(m_opensWhenMade, false))
        finish();
}

void ImportDialog::offerAll() {
    const Run& run = *m_made.content->run;
    int least = run.steps.front().step;
    int most = run.steps.back().step;
    std::vector<int> replicas;
    for (const ReplicaSteps& replica : replicaStepsOf(run)) {
        replicas.push_back(replica.replica);
        least = std::min(least, replica.steps->front().step);
        most = std::max(most, replica.steps->back().step);
    }
    const QSignalBlocker first(m_first);
    const QSignalBlocker last(m_last);
    const QSignalBlocker replica(m_replica);
    m_first->setRange(least, most);
    m_last->setRange(least, most);
    m_first->setValue(least);
    m_last->setValue(most);
    for (const int number : replicas)
        m_replica->addItem(tr("replica %1 alone").arg(number), number);
    m_first->setEnabled(least < most);
    m_last->setEnabled(least < most);
    m_replica->setEnabled(replicas.size() > 1);
    m_offered = true;
    m_asked = choices();
}

void ImportDialog::showFacts() {
    const Run& run = *m_made.content->run;
    const ImportReport& report = m_made.report;
    const Schedule& schedule = run.plan.schedule;
    const TimeUnit unit = run.plan.timeUnit;
    const auto set = [this](const char* key, const QString& words) { findChild<QLabel*>(key)->setText(words); };
    set("format", formatText(report));
    set("pipeline", tr("%1, %2, %3", "ranks, stages, microbatches")
                        .arg(counted(schedule.ranks(), tr("rank"), tr("ranks")),
                             counted(schedule.stages(), tr("stage"), tr("stages")),
                             counted(schedule.microbatches, tr("microbatch"), tr("microbatches"))));
    set("order", report.orderIsPlan ? tr("%1, the plan's").arg(translated(report.orderName))
                                    : tr("%1, as it ran").arg(translated(report.orderName)));
    set("replicas", report.replicas > 1 ? tr("%1, of which %2 is the slowest").arg(report.replicas).arg(run.replica)
                                        : QString::number(report.replicas));
    const Time median = extentOf(representativeStep(run)->wall).length();
    set("steps",
        tr("%1 (%2), median makespan %3").arg(report.steps).arg(stepsText(run), fixedTimeWithUnit(median, unit)));
    set("clocks", clocksText(report, TimeUnit::Ms));
    QStringList notes;
    if (report.stepsLeftOut > 0)
        notes << tr("Left out: %1 that not all ranks have whole, or that nobody asked for.")
                     .arg(counted(report.stepsLeftOut, tr("step of a replica"), tr("steps of replicas")));
    for (const Message& note : report.notes)
        notes << plainLine(translated(note));
    m_notes->setPlainText(notes.join(QLatin1Char('\n')));
    m_notes->setVisible(!notes.isEmpty());
    m_notesTitle->setText(notes.isEmpty() ? tr("All of it was recognised.") : tr("What was not"));
}

void ImportDialog::finish() {
    if (!m_isMade) {
        m_opensWhenMade = true;
        m_open->setEnabled(false);
        return;
    }
    if (!m_made.content)
        return;
    // Whoever listens may close the dialog.
    const std::shared_ptr<const FileContent> content = m_made.content;
    Q_EMIT accepted(*content);
    accept();
}

} // namespace lanewright::app
