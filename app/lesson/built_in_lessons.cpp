// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/built_in_lessons.h"

#include "app/document/translate.h"
#include "core/base/mapped.h"
#include "core/lesson/shelf.h"

#include <QSettings>

#include <algorithm>

namespace lanewright::app {
namespace {

std::vector<BuiltInLesson> loadShelf() {
    return mapped(lessonShelf(), [](const ShelfLesson& own) {
        return BuiltInLesson{QString::fromStdString(own.name), own.number, own.lesson};
    });
}

/// A file of its own beside the settings.
struct ProgressStore : QSettings {
    ProgressStore() : QSettings(IniFormat, UserScope, QStringLiteral("lanewright"), QStringLiteral("lessons")) {}
};

const QString kDone = QStringLiteral("done");
const QString kName = QStringLiteral("name");

} // namespace

const std::vector<BuiltInLesson>& builtInLessons() {
    static const std::vector<BuiltInLesson> shelf = loadShelf();
    return shelf;
}

LessonText localizedText(const Lesson& lesson) { return textIn(lesson, currentLanguage().toStdString()); }

int builtInIndexOf(const QString& nameOrNumber) {
    const ShelfLesson* const own = shelfLesson(nameOrNumber.toStdString());
    return own == nullptr ? -1 : static_cast<int>(own - lessonShelf().data());
}

QString builtInList() {
    qsizetype widest = 0;
    for (const BuiltInLesson& each : builtInLessons())
        widest = std::max(widest, each.name.size());
    QString text;
    for (const BuiltInLesson& each : builtInLessons())
        text += QStringLiteral("%1  %2  %3\n")
                    .arg(each.number, 4)
                    .arg(each.name, static_cast<int>(-widest))
                    .arg(QString::fromStdString(each.lesson.title));
    return text;
}

bool Student::isDone(const QString& name) { return ProgressStore().value(kDone).toStringList().contains(name); }

void Student::setDone(const QString& name) {
    ProgressStore store;
    QStringList done = store.value(kDone).toStringList();
    if (done.contains(name))
        return;
    done << name;
    store.setValue(kDone, done);
}

void Student::forget() {
    ProgressStore store;
    store.remove(kDone);
}

QString Student::name() { return ProgressStore().value(kName).toString(); }

void Student::setName(const QString& name) { ProgressStore().setValue(kName, name); }

} // namespace lanewright::app
