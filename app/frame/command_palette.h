// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/qt_names.h"

#include <QFrame>

#include <functional>
#include <optional>
#include <vector>

namespace lanewright::app {

class ActionRegistry;

/// How well a pattern fits a text when its letters need only come in their order: higher is better, none where they do
/// not. Letters at the starts of words and letters that follow each other count more.
std::optional<int> fuzzyScore(const QString& pattern, const QString& text);

/// A line in which a person types a few letters of a command, and the commands they may mean, with their keys. Closes
/// as soon as one is chosen.
class CommandPalette : public QFrame {
    Q_OBJECT

public:
    /// A line of the list, and what it does when it is chosen.
    struct Entry {
        QString text;
        std::function<void()> run;
        QString keys = {};
        bool enabled = true; ///< else it is shown, but can't be chosen
    };
    /// What there is to choose beside the actions, made from what was typed.
    using Offers = std::function<std::vector<Entry>(const QString& typed)>;

    CommandPalette(const ActionRegistry& actions, Offers offers, QWidget* parent);

    QLineEdit* line() { return m_line; }
    /// Runs what the marked line says, and closes.
    void accept();

private:
    bool eventFilter(QObject* watched, QEvent* event) override;

    /// Offers first, then the actions that fit, the best fit first; with nothing typed all actions in their order.
    std::vector<Entry> entriesFor(const QString& typed) const;
    void fill();
    void fitHeight();

    const ActionRegistry& m_actions;
    Offers m_offers;
    std::vector<Entry> m_entries; ///< by their rows in the list
    QLineEdit* m_line;
    QListWidget* m_list;
};

} // namespace lanewright::app
