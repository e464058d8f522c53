// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/make_lesson_dialog.h"

#include "app/document/numbers.h"
#include "app/document/plain_text.h"
#include "app/document/translate.h"
#include "app/lesson/lesson_text.h"
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
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lanewright::app {

MakeLessonDialog::MakeLessonDialog(Plan plan, QWidget* parent)
    : QDialog(parent), m_plan(std::move(plan)), m_title(new QLineEdit(this)), m_task(new QPlainTextEdit(this)),
      m_empty(new QRadioButton(tr("an &empty board, with all ops in the tray"), this)),
      m_shuffled(new QRadioButton(tr("the same blocks &shuffled, to be put in order"), this)),
      m_sentence(plainLabel(this)) {
    setWindowTitle(tr("Make a lesson of this schedule"));
    setObjectName(QStringLiteral("makeLessonDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* words = plainLabel(tr("The schedule becomes the answer, its makespan and its peak memory become the goals. "
                                "Hints and text can be added with any editor; the file says where."),
                             this);
    words->setProperty("role", QStringLiteral("body"));
    words->setWordWrap(true);
    m_title->setObjectName(QStringLiteral("title"));
    m_title->setText(translatedTitle(m_plan.title));
    m_task->setObjectName(QStringLiteral("task"));
    m_task->setTabChangesFocus(true);
    m_task->setMaximumHeight(6 * m_task->fontMetrics().lineSpacing());
    const Metrics metrics = measure(m_plan, simulate(m_plan.schedule, m_plan.costs));
    const Bytes peak = metrics.peakMemory.empty() ? 0 : std::ranges::max(metrics.peakMemory);
    m_task->setPlainText(
        tr("Build a schedule that ends at %1 and holds no more than %2 on any rank.", "a time and an amount of memory")
            .arg(timeWithUnit(metrics.makespan, m_plan.timeUnit),
                 numberText(GoalKind::PeakMemory, static_cast<double>(peak), m_plan)));
    m_empty->setObjectName(QStringLiteral("empty"));
    m_shuffled->setObjectName(QStringLiteral("shuffled"));
    m_empty->setChecked(true);
    m_sentence->setProperty("role", QStringLiteral("failure"));
    m_sentence->setWordWrap(true);
    m_sentence->hide();
    auto* form = new QFormLayout;
    form->addRow(tr("&Title"), m_title);
    form->addRow(tr("T&ask"), m_task);
    form->addRow(tr("Students begin with"), m_empty);
    form->addRow(QString(), m_shuffled);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    auto* save = new QPushButton(tr("Save …"), buttons);
    save->setObjectName(QStringLiteral("primary"));
    save->setDefault(true);
    buttons->addButton(save, QDialogButtonBox::ActionRole);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 18, 20, 16);
    layout->setSpacing(14);
    layout->addWidget(words);
    layout->addLayout(form);
    layout->addWidget(m_sentence);
    layout->addWidget(buttons);
    const auto enable = [this, save] {
        save->setEnabled(!m_title->text().trimmed().isEmpty() && !m_task->toPlainText().trimmed().isEmpty());
    };
    connect(m_title, &QLineEdit::textChanged, this, enable);
    connect(m_task, &QPlainTextEdit::textChanged, this, enable);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
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
    m_sentence->setText(lesson ? QString() : sentenceOf(lesson.error()));
    m_sentence->setVisible(!lesson);
    if (!lesson)
        return;
    Q_EMIT made(*lesson);
    accept();
}

} // namespace lanewright::app
