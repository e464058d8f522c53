// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/banner.h"
#include "core/base/result.h"

#include <QCoreApplication>
#include <QString>

#include <functional>
#include <initializer_list>
#include <vector>

namespace lanewright::app {

struct WindowPanels;

/// What a window says: a sentence in the status bar, and in the banner what nobody may miss.
class WindowWords {
    Q_DECLARE_TR_FUNCTIONS(WindowWords)

public:
    explicit WindowWords(const WindowPanels& panels) : m_panels(panels) {}

    void showHint(const QString& sentence) { showHintWhile(sentence, {}); }
    /// The same for one that goes when it holds no more; asked when document, run or playback change.
    void showHintWhile(const QString& sentence, std::function<bool()> holds);
    void dropStaleHint();
    /// What was asked for was written there; `more` follows that sentence.
    void showWritten(const QString& path, const QString& more = {});
    /// The same where somebody looks for the file next: in the banner, with the way to its folder.
    void showSaved(const QString& path);
    /// It could not be.
    void showNotWritten(const QString& path, const Error& error);
    static QString notWritten(const QString& path, const Error& error);
    /// A sentence of what could not be done, with what can be done instead.
    void showProblem(const QString& sentence, const std::vector<Banner::Choice>& choices = {});
    /// Takes back what the banner says of any of these.
    void withdraw(std::initializer_list<Banner::About> abouts);

private:
    const WindowPanels& m_panels;
    std::function<bool()> m_hintHolds; ///< none: the sentence stays until there is another
};

} // namespace lanewright::app
