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
    /// Something to choose beside the actions, made from what was typed.
    struct Offer {
        QString text;
        std::function<void()> run;
    };
    using Offers = std::function<std::vector<Offer>(const QString& typed)>;

    CommandPalette(const ActionRegistry& actions, Offers offers, QWidget* parent);

    QLineEdit* line() { return m_line; }
    /// Runs what the marked line says, and closes.
    void accept();

private:
    bool eventFilter(QObject* watched, QEvent* event) override;

    void fill();

    const ActionRegistry& m_actions;
    Offers m_offers;
    std::vector<Offer> m_present;
    QLineEdit* m_line;
    QListWidget* m_list;
};

} // namespace lanewright::app
