// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/recovery.h"

#include "app/document/plain_text.h"
#include "app/frame/autosave.h"
#include "app/lesson/lesson_window.h"
#include "app/shell/main_window.h"
#include "app/shell/session.h"

#include <QPushButton>

#include <algorithm>
#include <memory>
#include <vector>

namespace lanewright::app {
namespace {

enum class Answer { Recover, Discard, Later };

Answer ask(const QString& sentence, const std::vector<Autosave::Leftover>& leftovers) {
    QStringList names;
    for (const Autosave::Leftover& each : leftovers)
        names << QStringLiteral("%1 (%2)").arg(each.title,
                                               each.saved.toLocalTime().toString(QStringLiteral("yyyy-MM-dd HH:mm")));
    const std::unique_ptr<QMessageBox> box(plainBox(QMessageBox::Question, "recoverQuestion",
                                                    MainWindow::tr("Recover edits?"), sentence,
                                                    names.join(QLatin1Char('\n')), QMessageBox::NoButton, nullptr));
    const QPushButton* recover = addNamed(*box, "recover", MainWindow::tr("Recover"), QMessageBox::AcceptRole);
    const QPushButton* discard = addNamed(*box, "discard", MainWindow::tr("Discard"), QMessageBox::DestructiveRole);
    addNamed(*box, "later", MainWindow::tr("Ask later"), QMessageBox::RejectRole);
    box->exec();
    return box->clickedButton() == recover   ? Answer::Recover
           : box->clickedButton() == discard ? Answer::Discard
                                             : Answer::Later;
}

void open(Session& session, const Autosave::Leftover& leftover) {
    if (LessonWindow* lesson = leftover.lesson ? session.classrooms().recover(leftover) : nullptr)
        return lesson->show();
    auto* window = new MainWindow(session);
    window->files().recover(leftover);
    window->show();
}

/// Says whether it opened a window.
bool offer(Session& session, const QString& sentence, const std::vector<Autosave::Leftover>& leftovers) {
    if (leftovers.empty())
        return false;
    const Answer answer = ask(sentence, leftovers);
    if (answer == Answer::Discard)
        std::ranges::for_each(leftovers, &Autosave::discard);
    if (answer == Answer::Recover)
        std::ranges::for_each(leftovers, [&](const Autosave::Leftover& each) { open(session, each); });
    return answer == Answer::Recover;
}

} // namespace

bool offerRecovery(Session& session, const QStringList& suspects) {
    std::vector<Autosave::Leftover> sound = Autosave::leftovers();
    const auto rest = std::ranges::stable_partition(
        sound, [&](const Autosave::Leftover& each) { return !suspects.contains(each.file); });
    const std::vector<Autosave::Leftover> doubtful(rest.begin(), rest.end());
    sound.erase(rest.begin(), rest.end());
    const bool opened = offer(session, MainWindow::tr("Lanewright ended before these edits were saved:"), sound);
    return offer(session, MainWindow::tr("Lanewright ended while it recovered these edits. Try it again?"), doubtful) ||
           opened;
}

} // namespace lanewright::app
