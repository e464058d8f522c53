// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/make_lesson_dialog.h"

#include "app/document/numbers.h"
#include "app/document/translate.h"
#include "app/widgets/controls.h"
#include "app/widgets/layouts.h"
#include "app/widgets/panel_text.h"
#include "core/simulate/metrics.h"
#include "core/simulate/simulate.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>

#include <algorithm>
#include <utility>

namespace lanewright::app {
namespace {

/// The goals that the schedule reaches, as a task.
QString taskFor(const Plan& plan) {
    const Metrics metrics = measure(plan, simulate(plan.schedule, plan.costs));
    const Bytes peak = metrics.peakMemory.empty() ? 0 : std::ranges::max(metrics.peakMemory);
    return MakeLessonDialog::tr("Build a schedule that ends at %1 and holds no more than %2 on any rank.",
                                "a time and an amount of memory")
        .arg(timeWithUnit(metrics.makespan, plan.timeUnit),
             translated(numberText(GoalKind::PeakMemory, static_cast<double>(peak), plan)));
}

} // namespace

MakeLessonDialog::MakeLessonDialog(Plan plan, QWidget* parent)
    : QDialog(parent), m_plan(std::move(plan)), m_title(new QLineEdit(this)), m_task(new QPlainTextEdit(this)),
      m_empty(new QRadioButton(tr("an &empty board, with all ops in the tray"), this)),
      m_shuffled(new QRadioButton(tr("the same blocks &shuffled, to be put in order"), this)),
      m_sentence(makeFailure(this)) {
    setWindowTitle(tr("Make a lesson of this schedule"));
    setObjectName(QStringLiteral("makeLessonDialog"));
    QLabel* words = makeParagraph("body",
                                  tr("The schedule becomes the answer, its makespan and its peak memory become the "
                                     "goals. Hints and text can be added with any editor; the file says where."),
                                  this);
    named(m_title, "title")->setText(translatedTitle(m_plan.title));
    named(m_task, "task")->setTabChangesFocus(true);
    m_task->setMaximumHeight(6 * m_task->fontMetrics().lineSpacing());
    m_task->setPlainText(taskFor(m_plan));
    named(m_empty, "empty")->setChecked(true);
    named(m_shuffled, "shuffled");
    auto* form = new QFormLayout;
    form->addRow(tr("&Title"), m_title);
    form->addRow(tr("T&ask"), m_task);
    form->addRow(tr("Students begin with"), m_empty);
    form->addRow(QString(), m_shuffled);
    const auto [buttons, save] = makeDialogButtons(tr("Save …"), this, QDialogButtonBox::ActionRole);
    makeColumn(this, {.margins = kDialogMargins, .between = 14}, {words, form, m_sentence, buttons});
    const auto enable = [this, save = save] {
        save->setEnabled(!m_title->text().trimmed().isEmpty() && !m_task->toPlainText().trimmed().isEmpty());
    };
    whenChanged({m_title}, this, enable);
    connect(m_task, &QPlainTextEdit::textChanged, this, enable);
    connect(save, &QPushButton::clicked, this, &MakeLessonDialog::make);
    enable();
}

LessonRequest MakeLessonDialog::request() const {
    return {.title = m_title->text().trimmed().toStdString(),
            .task = m_task->toPlainText().simplified().toStdString(),
            .start = m_shuffled->isChecked() ? LessonStart::Shuffled : LessonStart::Empty};
}

QString MakeLessonDialog::sentence() const { return m_sentence->text(); }

void MakeLessonDialog::make() {
    const Result<Lesson> lesson = lessonOf(m_plan, request());
    showWords(*m_sentence, lesson ? QString() : sentenceOf(lesson.error()));
    if (!lesson)
        return;
    Q_EMIT made(*lesson);
    accept();
}

} // namespace lanewright::app
