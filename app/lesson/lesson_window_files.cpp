// SPDX-License-Identifier: GPL-3.0-or-later
// What the classroom opens and saves: lessons, answers, handouts.
#include "app/document/opening.h"
#include "app/document/plain_text.h"
#include "app/document/translate_error.h"
#include "app/lesson/built_in_lessons.h"
#include "app/lesson/handout.h"
#include "app/lesson/lesson_window.h"
#include "core/io/files.h"
#include "core/lesson/answer_json.h"
#include "core/lesson/lesson_json.h"
#include "core/lesson/setting.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QLineEdit>
#include <QMessageBox>

#include <algorithm>
#include <memory>

namespace lanewright::app {
namespace {

constexpr QLatin1String kAnswersEnding{"lwanswers"};

Error noAnswerYet() { return Error{say(phrase("refusal", "there is no answer yet: nothing was done in any lesson"))}; }

/// A name as that of a file: what parts folders becomes a dash.
QString fileNameOf(QString name) {
    for (const char each : {'/', '\\', ':'})
        name.replace(QLatin1Char(each), QLatin1Char('-'));
    return name;
}

} // namespace

bool LessonWindow::isLessonFile(const QString& path) {
    return QFileInfo(path).suffix() == QLatin1String("lwlesson") || isAnswersFile(path);
}

bool LessonWindow::isAnswersFile(const QString& path) { return QFileInfo(path).suffix() == kAnswersEnding; }

Result<Done> LessonWindow::open(const QString& fileOrName) {
    if (const int place = builtInIndexOf(fileOrName); place >= 0) {
        openLesson(place);
        return Done{};
    }
    const QString file = QFileInfo(fileOrName).absoluteFilePath();
    const Opening opening(file);
    if (isAnswersFile(file))
        return openAnswers(file);
    const Result<Lesson> lesson = lanewright::openLesson(fileOrName.toStdString());
    if (!lesson)
        return lesson.error();
    if (const Result<Attempt> start = startOf(*lesson); !start)
        return Error{say(phrase("refusal", "the start can't be made: %1"), start.error().message)};
    begin(*lesson, -1, file);
    return Done{};
}

void LessonWindow::openWithDialog() {
    const QString file =
        QFileDialog::getOpenFileName(this, tr("Open a lesson"), {}, tr("Lessons and answers (*.lwlesson *.lwanswers)"));
    if (file.isEmpty())
        return;
    if (isAnswersFile(file))
        Q_EMIT answersRequested(file);
    else if (const Result<Done> opened = open(file); !opened)
        refuse(file, opened.error());
}

void LessonWindow::refuse(const QString& file, const Error& why) {
    refused(
        tr("%1: %2", "a file and what is wrong with it").arg(plainLine(QFileInfo(file).fileName()), translated(why)));
}

std::optional<QString> LessonWindow::askName() {
    if (m_pupil)
        return m_pupil;
    bool given = false;
    const QString name =
        QInputDialog::getText(this, tr("Your name"), tr("So that your teacher knows whose answer it is:"),
                              QLineEdit::Normal, LessonProgress::studentName(), &given);
    if (!given)
        return {};
    LessonProgress::setStudentName(name.trimmed());
    return name.trimmed();
}

Result<Done> LessonWindow::saveAnswer(const QString& file, const QString& by) const {
    const Answer answer{
        .lesson = m_written.title, .by = by.toStdString(), .attempt = m_session.attempt(), .help = m_session.used()};
    return writeFile(file.toStdString(), answerToJson(answer));
}

Result<Done> LessonWindow::saveAnswers(const QString& file, const QString& by) {
    leaveLesson();
    const std::vector<Answer> answers = answersOf(m_left);
    if (answers.empty())
        return noAnswerYet();
    return writeFile(file.toStdString(), answersToJson(by.toStdString(), answers));
}

Result<Done> LessonWindow::openAnswers(const QString& file) {
    const Result<std::string> text = readFile(file.toStdString(), {.waitsForPipes = false});
    if (!text)
        return text.error();
    const Result<std::vector<Answer>> answers = answersFromJson(*text);
    if (!answers)
        return answers.error();
    if (answers->empty())
        return Error{say(phrase("refusal", "the file holds no answer"))};
    OpenedAnswers known = leftOf(*answers, m_file, m_written);
    LeftLessons& theirs = known.left;
    if (theirs.empty() && !known.refused.empty())
        return known.refused.front();
    if (theirs.empty())
        return Error{say(phrase("refusal", "none of these answers is to a lesson that the program knows"))};
    const QString first = theirs.contains(lessonSource()) ? lessonSource() : theirs.begin()->first;
    const QString by = plainLine(QString::fromStdString(answers->front().by)).trimmed();
    m_left.clear();
    setPupil(by.isEmpty() ? plainLine(QFileInfo(file).completeBaseName()) : by);
    m_session.restart();
    if (first != lessonSource())
        if (Result<Done> opened = open(first); !opened)
            return opened;
    setLeft(std::move(theirs));
    if (!known.refused.empty())
        refuse(file, known.refused.front());
    return Done{};
}

void LessonWindow::saveAs() {
    const std::optional<QString> by = askName();
    if (!by)
        return;
    const QString start = QFileInfo(lessonSource()).completeBaseName() + QStringLiteral(".lwsched");
    const QString file = QFileDialog::getSaveFileName(this, tr("Save my schedule"), start, tr("Schedules (*.lwsched)"));
    if (!file.isEmpty())
        reportSaved(saveAnswer(file, *by), tr("Your schedule"), file);
}

bool LessonWindow::saveAllAs() {
    leaveLesson();
    if (answersOf(m_left).empty()) {
        report(noAnswerYet());
        return false;
    }
    const std::optional<QString> by = askName();
    if (!by)
        return false;
    const QString start = (by->isEmpty() ? tr("answers") : fileNameOf(*by)) + QStringLiteral(".lwanswers");
    const QString file = QFileDialog::getSaveFileName(this, tr("Save my answers"), start, tr("Answers (*.lwanswers)"));
    if (file.isEmpty())
        return false;
    const Result<Done> saved = saveAnswers(file, *by);
    reportSaved(saved, tr("%n answer(s)", nullptr, static_cast<int>(answersOf(m_left).size())), file);
    if (saved && m_pupil)
        m_asOpened = m_left;
    return bool(saved);
}

bool LessonWindow::hasChangedAnswers() {
    if (!m_pupil)
        return false;
    leaveLesson();
    const auto differs = [](const LessonSession::Progress& a, const LessonSession::Progress& b) {
        const bool same =
            a.board == b.board || (a.board && b.board && a.board->schedule == b.board->schedule &&
                                   a.board->costs == b.board->costs && a.board->memory == b.board->memory);
        return !same || a.optimizer != b.optimizer;
    };
    return std::ranges::any_of(m_left, [&](const auto& each) {
        const auto opened = m_asOpened.find(each.first);
        return opened == m_asOpened.end() ? each.second.board != nullptr : differs(each.second, opened->second);
    });
}

bool LessonWindow::mayClose() {
    if ((m_comesBack && m_comesBack()) || !hasChangedAnswers())
        return true;
    const std::unique_ptr<QMessageBox> box(
        plainBox(QMessageBox::Warning, "saveQuestion", tr("Save changes?"),
                 tr("The answers of %1 have changes that are not saved.").arg(*m_pupil), {},
                 QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, this));
    box->setDefaultButton(QMessageBox::Save);
    const int answer = box->exec();
    if (answer == QMessageBox::Save)
        return saveAllAs();
    if (answer != QMessageBox::Discard)
        return false;
    // The last window comes back with the next start, as the file has it.
    if (!m_asOpened.empty()) {
        m_session.restart();
        setLeft(LeftLessons(m_asOpened));
    }
    return true;
}

void LessonWindow::saveHandout() {
    const QString start = QFileInfo(lessonSource()).completeBaseName() + QStringLiteral(".pdf");
    const QString file = QFileDialog::getSaveFileName(this, tr("Handout"), start, tr("Documents (*.pdf)"));
    if (!file.isEmpty())
        reportSaved(writeHandout(m_session.lesson(), file), tr("The handout"), file);
}

void LessonWindow::reportSaved(const Result<Done>& done, const QString& what, const QString& file) {
    if (!done)
        return report(done);
    m_notice = tr("%1: saved in %2.", "what, and a file").arg(what, plainLine(QDir::toNativeSeparators(file)));
    m_isRefusal = false;
    refreshCard();
}

} // namespace lanewright::app
