// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/lesson_files.h"

#include "app/document/plain_text.h"
#include "app/lesson/built_in_lessons.h"
#include "app/lesson/handout.h"
#include "app/lesson/handout_dialog.h"
#include "app/lesson/lesson_window.h"
#include "app/widgets/banner.h"
#include "core/io/files.h"
#include "core/lesson/answer_json.h"
#include "core/lesson/setting.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QLineEdit>
#include <QMessageBox>

#include <memory>

namespace lanewright::app {
namespace {

Error noAnswerYet() { return Error{say(phrase("refusal", "there is no answer yet: nothing was done in any lesson"))}; }

/// A name as that of a file: what parts folders becomes a dash.
QString fileNameOf(QString name) {
    for (const char each : {'/', '\\', ':'})
        name.replace(QLatin1Char(each), QLatin1Char('-'));
    return name;
}

} // namespace

bool isLessonFile(const QString& path) {
    return QFileInfo(path).suffix() == QLatin1String("lwlesson") || isAnswersFile(path);
}

bool isAnswersFile(const QString& path) { return QFileInfo(path).suffix() == QLatin1String("lwanswers"); }

// ---------------------------------------------------------------------------------------------- without questions

Result<Done> LessonFiles::saveAnswer(const QString& file, const QString& by) const {
    const LessonWork& work = m_window.session().work();
    const Answer answer{
        .lesson = m_window.written().title, .by = by.toStdString(), .attempt = work.attempt(), .help = work.used()};
    return writeFile(file.toStdString(), answerToJson(answer));
}

Result<Done> LessonFiles::saveAnswers(const QString& file, const QString& by) {
    const std::vector<Answer> answers = answersOf(m_window.book().left());
    if (answers.empty())
        return noAnswerYet();
    return writeFile(file.toStdString(), answersToJson(by.toStdString(), answers));
}

Result<Done> LessonFiles::openAnswers(const QString& file) {
    const Result<std::string> text = readFile(file.toStdString(), {.waitsForPipes = false});
    if (!text)
        return text.error();
    const Result<std::vector<Answer>> answers = answersFromJson(*text);
    if (!answers)
        return answers.error();
    if (answers->empty())
        return Error{say(phrase("refusal", "the file holds no answer"))};
    OpenedAnswers known = leftOf(*answers, m_window.lessonFile(), m_window.written());
    if (known.left.empty() && !known.refused.empty())
        return known.refused.front();
    if (known.left.empty())
        return Error{say(phrase("refusal", "none of these answers is to a lesson that the program knows"))};
    const QString by = plainLine(QString::fromStdString(answers->front().by)).trimmed();
    const QString pupil = by.isEmpty() ? plainLine(QFileInfo(file).completeBaseName()) : by;
    if (Result<Done> opened = m_window.showPupil(pupil, std::move(known.left)); !opened)
        return opened;
    if (!known.refused.empty())
        m_window.refuse(file, known.refused.front());
    return Done{};
}

// ---------------------------------------------------------------------------------------------- with them

void LessonFiles::openWithDialog() {
    const QString file = QFileDialog::getOpenFileName(&m_window, tr("Open a lesson"), {},
                                                      tr("Lessons and answers (*.lwlesson *.lwanswers)"));
    if (file.isEmpty())
        return;
    if (isAnswersFile(file))
        Q_EMIT m_window.answersRequested(file);
    else if (const Result<Done> opened = m_window.open(file); !opened)
        m_window.refuse(file, opened.error());
}

std::optional<QString> LessonFiles::askName() {
    if (m_window.pupil())
        return m_window.pupil();
    bool given = false;
    const QString name =
        QInputDialog::getText(&m_window, tr("Your name"), tr("So that your teacher knows whose answer it is:"),
                              QLineEdit::Normal, Student::name(), &given);
    if (!given)
        return {};
    Student::setName(name.trimmed());
    return name.trimmed();
}

void LessonFiles::saveAs() {
    const std::optional<QString> by = askName();
    if (!by)
        return;
    const QString start = QFileInfo(m_window.lessonSource()).completeBaseName() + QStringLiteral(".lwsched");
    const QString file =
        QFileDialog::getSaveFileName(&m_window, tr("Save my schedule"), start, tr("Schedules (*.lwsched)"));
    if (!file.isEmpty())
        report(saveAnswer(file, *by), tr("Your schedule"), file);
}

bool LessonFiles::saveAllAs() {
    const int count = static_cast<int>(answersOf(m_window.book().left()).size());
    if (count == 0) {
        m_window.report(noAnswerYet());
        return false;
    }
    const std::optional<QString> by = askName();
    if (!by)
        return false;
    const QString start = (by->isEmpty() ? tr("answers") : fileNameOf(*by)) + QStringLiteral(".lwanswers");
    const QString file =
        QFileDialog::getSaveFileName(&m_window, tr("Save my answers"), start, tr("Answers (*.lwanswers)"));
    if (file.isEmpty())
        return false;
    const Result<Done> saved = saveAnswers(file, *by);
    report(saved, tr("%n answer(s)", nullptr, count), file);
    if (saved && m_window.pupil())
        m_window.book().setAsOpened();
    return bool(saved);
}

bool LessonFiles::mayClose() {
    const LessonBook& book = m_window.book();
    if (!book.hasChanged())
        return true;
    const std::unique_ptr<QMessageBox> box(
        plainBox(QMessageBox::Warning, "saveQuestion", tr("Save changes?"),
                 tr("The answers of %1 have changes that are not saved.").arg(*book.pupil()), {},
                 QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, &m_window));
    box->setDefaultButton(QMessageBox::Save);
    const int answer = box->exec();
    if (answer == QMessageBox::Save)
        return saveAllAs();
    // The last window comes back with the next start, as the file has it.
    if (answer == QMessageBox::Discard && !book.asOpened().empty()) {
        m_window.session().restart();
        m_window.setLeft(LeftLessons(book.asOpened()));
    }
    return answer == QMessageBox::Discard;
}

void LessonFiles::saveHandout() {
    const std::optional<Attempt> answer = bestAnswer();
    HandoutDialog dialog(answer.has_value(), &m_window);
    if (dialog.exec() != QDialog::Accepted)
        return;
    const QString start = QFileInfo(m_window.lessonSource()).completeBaseName() + QStringLiteral(".pdf");
    const QString file = QFileDialog::getSaveFileName(&m_window, tr("Handout"), start, tr("Documents (*.pdf)"));
    if (!file.isEmpty())
        report(writeHandout(m_window.session().lesson(), file, dialog.withAnswer() ? answer : std::nullopt,
                            dialog.paper()),
               tr("The handout"), file);
}

std::optional<Attempt> LessonFiles::bestAnswer() const {
    const LessonSession& session = m_window.session();
    if (const Result<Attempt> solution = solutionOf(session.lesson()))
        return *solution;
    return session.best() ? std::optional(session.best()->best) : std::nullopt;
}

void LessonFiles::report(const Result<Done>& done, const QString& what, const QString& file) {
    if (!done)
        return m_window.report(done);
    m_window.banner().sayWritten(
        tr("%1: saved in %2.", "what, and a file").arg(what, plainLine(QDir::toNativeSeparators(file))), file,
        Banner::About::File);
}

} // namespace lanewright::app
