// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/window_words.h"

#include "app/document/plain_text.h"
#include "app/shell/window_panels.h"
#include "app/widgets/panel_text.h"

#include <QDir>
#include <QLabel>

#include <utility>

namespace lanewright::app {

void WindowWords::showHintWhile(const QString& sentence, std::function<bool()> holds) {
    m_hintHolds = std::move(holds);
    m_panels.hint->setText(plainLine(sentence));
    m_panels.hint->setToolTip(plainTip(m_panels.hint->text()));
}

void WindowWords::dropStaleHint() {
    if (m_hintHolds && !m_hintHolds())
        showHint({});
}

void WindowWords::showWritten(const QString& path, const QString& more) {
    m_panels.banner->withdraw(Banner::About::Writing);
    const QString written = tr("Wrote %1.").arg(QDir::toNativeSeparators(path));
    showHint(QStringList{written, more}.join(QLatin1Char(' ')).trimmed());
}

void WindowWords::showSaved(const QString& path) {
    m_panels.banner->sayWritten(tr("Wrote %1.").arg(QDir::toNativeSeparators(path)), path, Banner::About::Writing);
}

void WindowWords::showNotWritten(const QString& path, const Error& error) {
    m_panels.banner->say(notWritten(path, error), {}, Banner::About::Writing);
}

QString WindowWords::notWritten(const QString& path, const Error& error) {
    return tr("Not written: %1: %2").arg(QDir::toNativeSeparators(path), sentenceOf(error));
}

void WindowWords::showProblem(const QString& sentence, const std::vector<Banner::Choice>& choices) {
    // With something to choose it waits for an answer; else it goes with the next file that opens well.
    m_panels.banner->say(sentence, choices, choices.empty() ? Banner::About::Problem : Banner::About::Anything);
}

void WindowWords::withdraw(std::initializer_list<Banner::About> abouts) {
    for (const Banner::About about : abouts)
        m_panels.banner->withdraw(about);
}

} // namespace lanewright::app
