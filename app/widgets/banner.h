// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/qt_names.h"

#include <QFrame>
#include <QLabel>

#include <functional>

namespace lanewright::app {

/// A line above the lanes that says something that must not be missed, with what can be done about it.
class Banner : public QFrame {
    Q_OBJECT

public:
    explicit Banner(QWidget* parent = nullptr);

    struct Choice {
        QString words;
        std::function<void()> run;
    };
    /// What a sentence is about, so that it can be withdrawn when it is true no more.
    enum class About {
        Anything, ///< it stays until it is closed
        File,     ///< what is open, and its file
        Saving,   ///< the schedule could not be saved
        Writing,  ///< something else could not be written
        Run,      ///< the last run
        Variants, ///< those that do not fit the schedule
        Problem,  ///< anything else that was asked for and could not be done
    };
    /// Replaces what the banner says. It always offers to be closed.
    void say(const QString& sentence, const std::vector<Choice>& choices = {}, About about = About::Anything);
    /// Says in calm colours that a file was written, and offers to show it in its folder. Where nothing shows folders,
    /// its path goes to the clipboard.
    void sayWritten(const QString& sentence, const QString& path, About about = About::Anything);
    /// Hides the banner if it speaks of that.
    void withdraw(About about);
    QString sentence() const { return isHidden() ? QString() : m_words->text(); }

private:
    void fill(const QString& sentence, const std::vector<Choice>& choices, About about, const char* tone);

    QLabel* m_words;
    QHBoxLayout* m_choices;
    About m_about = About::Anything;
};

} // namespace lanewright::app
