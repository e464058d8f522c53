// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/lesson_list.h"

#include "app/document/translate.h"
#include "app/lesson/built_in_lessons.h"
#include "app/widgets/controls.h"
#include "app/widgets/layouts.h"
#include "core/lesson/lesson_facts.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QStringList>

#include <algorithm>
#include <string>
#include <vector>

namespace lanewright::app {
namespace {

/// Level, minutes and the lessons before it.
QString factsOf(const Lesson& lesson) {
    std::vector<std::string> needs;
    for (const BuiltInLesson& each : builtInLessons())
        if (std::ranges::find(lesson.needs, each.lesson.title) != lesson.needs.end())
            needs.push_back(localizedText(each.lesson).title);
    QStringList facts;
    for (const Message& fact : factsText(lesson, needs))
        facts << translated(fact);
    return facts.join(QStringLiteral(" · "));
}

QString lineOf(const BuiltInLesson& lesson, bool done) {
    const QString mark = done ? QStringLiteral("   ✓") : QString();
    const LessonText words = localizedText(lesson.lesson);
    return LessonList::tr("%1.  %2\n%3\n%4", "number, title with a mark when it is done, task, level and minutes")
        .arg(lesson.number)
        .arg(QString::fromStdString(words.title) + mark, QString::fromStdString(words.task), factsOf(lesson.lesson));
}

} // namespace

LessonList::LessonList(int current, const std::vector<bool>& done, const std::optional<QString>& pupil, QWidget* parent)
    : QDialog(parent), m_list(new QListWidget(this)) {
    setWindowTitle(tr("Lessons"));
    resize(720, 620);
    QLabel* title = makeLabel("title", pupil ? tr("Answers of %1").arg(*pupil) : tr("Choose a lesson"), this);
    named(m_list, {.name = "generators", .spoken = tr("Lessons")});
    m_list->setWordWrap(true);
    m_list->setSpacing(2);
    const std::vector<BuiltInLesson>& shelf = builtInLessons();
    for (std::size_t place = 0; place < shelf.size(); ++place)
        new QListWidgetItem(lineOf(shelf[place], done[place]), m_list);
    m_list->setCurrentRow(std::max(0, current));
    const auto take = [this] {
        if (m_list->currentRow() < 0)
            return;
        const int place = m_list->currentRow();
        accept();
        Q_EMIT chosen(place);
    };
    QPushButton* file = makeButton(tr("Open a &file …"), this, this, [this] {
        reject();
        Q_EMIT fileRequested();
    });
    QPushButton* cancel = makeButton(tr("Cancel"), this, this, &QDialog::reject);
    for (QPushButton* button : {file, cancel})
        button->setAutoDefault(false);
    QPushButton* start = named(makeButton(tr("&Begin"), this, this, take), "primary");
    start->setDefault(true);
    makeColumn(this, {.margins = {24, 20, 24, 20}, .between = 14},
               {title, {m_list, 1}, makeRow({}, {file, freeRoom(), cancel, start})});
    connect(m_list, &QListWidget::itemDoubleClicked, this, take);
    m_list->setFocus();
}

} // namespace lanewright::app
