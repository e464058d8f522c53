// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/lesson_list.h"

#include "app/document/plain_text.h"
#include "app/lesson/built_in_lessons.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

namespace lanewright::app {

LessonList::LessonList(int current, const std::vector<bool>& done, const std::optional<QString>& pupil, QWidget* parent)
    : QDialog(parent), m_list(new QListWidget(this)) {
    setWindowTitle(tr("Lessons"));
    resize(720, 620);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(24, 20, 24, 20);
    layout->setSpacing(14);
    auto* title = plainLabel(pupil ? tr("Answers of %1").arg(*pupil) : tr("Choose a lesson"), this);
    title->setProperty("role", QStringLiteral("title"));
    layout->addWidget(title);
    m_list->setObjectName(QStringLiteral("generators"));
    m_list->setWordWrap(true);
    m_list->setSpacing(2);
    m_list->setAccessibleName(tr("Lessons"));
    const std::vector<BuiltInLesson>& shelf = builtInLessons();
    for (std::size_t place = 0; place < shelf.size(); ++place) {
        const QString mark = done[place] ? QStringLiteral("   ✓") : QString();
        const LessonText words = localizedText(shelf[place].lesson);
        new QListWidgetItem(tr("%1.  %2\n%3", "number, title with a mark when it is done, task")
                                .arg(shelf[place].number)
                                .arg(QString::fromStdString(words.title) + mark, QString::fromStdString(words.task)),
                            m_list);
    }
    m_list->setCurrentRow(std::max(0, current));
    layout->addWidget(m_list, 1);
    auto* buttons = new QHBoxLayout;
    auto* file = new QPushButton(tr("Open a &file …"), this);
    file->setAutoDefault(false);
    auto* cancel = new QPushButton(tr("Cancel"), this);
    cancel->setAutoDefault(false);
    auto* start = new QPushButton(tr("&Begin"), this);
    start->setObjectName(QStringLiteral("primary"));
    start->setDefault(true);
    buttons->addWidget(file);
    buttons->addStretch(1);
    buttons->addWidget(cancel);
    buttons->addWidget(start);
    layout->addLayout(buttons);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(file, &QPushButton::clicked, this, [this] {
        reject();
        Q_EMIT fileRequested();
    });
    const auto take = [this] {
        if (m_list->currentRow() < 0)
            return;
        const int place = m_list->currentRow();
        accept();
        Q_EMIT chosen(place);
    };
    connect(start, &QPushButton::clicked, this, take);
    connect(m_list, &QListWidget::itemDoubleClicked, this, take);
    m_list->setFocus();
}

} // namespace lanewright::app
