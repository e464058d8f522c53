// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/qt_names.h"
#include "core/lesson/lesson.h"
#include "core/lesson/made/made_lesson.h"

#include <QString>
#include <QWidget>

#include <map>
#include <string>

namespace lanewright::app {

/// What a lesson says, in each language that the program speaks: one of them at a time is in the fields.
class LessonWordsFields : public QWidget {
    Q_OBJECT

public:
    explicit LessonWordsFields(const Message& title, QWidget* parent = nullptr);

    /// Where more rows may stand below the words.
    QFormLayout& form() { return *m_form; }
    /// The task where nobody types one.
    void setTask(const Message& task);
    /// Puts the words into a request. Those of the desktop's language are the lesson's own, where it has a title there;
    /// of others what was typed.
    void fill(LessonRequest& request) const;

Q_SIGNALS:
    void changed();

private:
    QPlainTextEdit* addText(const char* name, const QString& label, const QString& tip, int lines);
    LessonText typed() const;
    void showLanguage();
    /// With the task that is said where none was typed.
    LessonText withTask(const std::string& language) const;

    std::map<std::string, LessonText> m_words; ///< by language; the one on show as it was when it came
    std::string m_shown;
    Message m_usual; ///< the task where nobody types one
    QFormLayout* m_form;
    QComboBox* m_language;
    QLineEdit* m_title;
    QPlainTextEdit* m_task;
    QPlainTextEdit* m_text;
    QPlainTextEdit* m_hints;
    QLineEdit* m_learnt;
};

} // namespace lanewright::app
