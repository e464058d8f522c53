// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lesson/classroom_size.h"
#include "app/widgets/qt_names.h"

#include <QFrame>

#include <utility>
#include <vector>

namespace lanewright::app {

class ActionRegistry;
class Player;
class SentenceCard;
struct Theme;

/// The foot of the classroom: a sentence, and below it the levels of help and the player. Its buttons show words where
/// there is room, else signs.
class PlayerBar : public QFrame {
    Q_OBJECT

public:
    PlayerBar(const ActionRegistry& actions, QWidget* parent);

    SentenceCard& card() { return *m_card; }
    /// What the bar needs in that size of type with all its words.
    int wordyWidth(const ClassroomSize& size);
    void setSize(const ClassroomSize& size);
    /// Shows whether it plays, and how fast.
    void show(const Player& player);

private:
    void addPlayer();
    void refreshSigns(bool playing);
    QString speedText(double speed) const;

    const ActionRegistry& m_actions;
    SentenceCard* m_card;
    QLabel* m_help;
    QLabel* m_speed = nullptr;
    QHBoxLayout* m_row = nullptr;
    std::vector<QToolButton*> m_wordyButtons;                 ///< that show words where there is room
    bool m_isBrief = false;                                   ///< there is none
    std::pair<double, int> m_wordy = {};                      ///< a size of type, and what words need in it
    std::pair<const Theme*, bool> m_signs = {nullptr, false}; ///< as drawn: in which theme, and whether it plays
};

/// A button of the classroom that shows an action's words.
QToolButton* makeLessonButton(QAction* action, QWidget* parent);

} // namespace lanewright::app
