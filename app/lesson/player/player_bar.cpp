// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/player/player_bar.h"

#include "app/lanes/theme.h"
#include "app/lesson/lesson_parts.h"
#include "app/lesson/player/player.h"
#include "app/lesson/player/player_icons.h"
#include "app/widgets/action_registry.h"
#include "app/widgets/controls.h"
#include "app/widgets/layouts.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <initializer_list>

namespace lanewright::app {
namespace {

/// How much higher the card is where lines are short.
constexpr double kTallCard = 1.1;

/// On one line.
QLabel* makeLine(const QString& words, bool bold, QWidget* parent) {
    QLabel* label = makeText(words, type::kText, bold, parent);
    label->setWordWrap(false);
    return label;
}

} // namespace

QToolButton* makeLessonButton(QAction* action, QWidget* parent) {
    auto* button = named(new QToolButton(parent), {.role = "lesson", .spoken = action->iconText()});
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setFocusPolicy(Qt::TabFocus);
    setTypePixels(*button, type::kText);
    return button;
}

PlayerBar::PlayerBar(const ActionRegistry& actions, QWidget* parent)
    : QFrame(parent), m_actions(actions), m_card(new SentenceCard(this)),
      m_help(named(makeLine(tr("Help"), true, this), {.tone = "muted"})) {
    setObjectName(QStringLiteral("lessonBottom"));
    m_row = makeRow({}, {m_help});
    for (const char* id : {"help.check", "help.ready", "help.coach"})
        m_row->addWidget(makeLessonButton(m_actions.at(id), this));
    m_row->addStretch(1);
    addPlayer();
    makeColumn(this, {}, {m_card, m_row});
}

void PlayerBar::addPlayer() {
    const auto addSign = [this](const char* id) {
        QToolButton* button = makeLessonButton(m_actions.at(id), this);
        button->setToolButtonStyle(Qt::ToolButtonIconOnly);
        m_row->addWidget(button);
        return button;
    };
    addSign("play.rewind");
    for (const char* id : {"play.back", "play.toggle", "play.step"}) {
        m_wordyButtons.push_back(addSign(id));
        m_wordyButtons.back()->setProperty("wordy", true);
    }
    m_row->addSpacing(8);
    addSign("play.slower");
    m_speed = makeLine({}, false, this);
    m_speed->setAlignment(Qt::AlignCenter);
    m_row->addWidget(m_speed);
    addSign("play.faster");
}

void PlayerBar::setSize(const ClassroomSize& size) {
    m_isBrief = size.brief;
    const int edge = size.pixels(24);
    layout()->setContentsMargins(edge, size.pixels(12), edge, size.pixels(20));
    layout()->setSpacing(size.pixels(14));
    for (QToolButton* button : findChildren<QToolButton*>())
        button->setIconSize({size.pixels(18), size.pixels(18)});
    for (QToolButton* button : m_wordyButtons)
        button->setToolButtonStyle(size.brief ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
    m_help->setVisible(!size.brief);
    scaleType(*this, size);
    m_card->setType(size.type, size.brief ? kTallCard : 1);
    m_speed->setMinimumWidth(m_speed->fontMetrics().horizontalAdvance(speedText(Player::kSlowest)));
}

int PlayerBar::wordyWidth(const ClassroomSize& size) {
    // Words are longer in one language than in another, so they are measured; and only once for a size of type.
    if (m_wordy.first == size.type)
        return m_wordy.second;
    setSize(size);
    const QMargins margins = layout()->contentsMargins();
    int width = margins.left() + margins.right() + (m_row->count() - 1) * m_row->spacing();
    for (int i = 0; i < m_row->count(); ++i) {
        const QLayoutItem& item = *m_row->itemAt(i);
        width += item.widget() ? std::max(item.widget()->minimumWidth(), item.widget()->sizeHint().width())
                               : item.minimumSize().width();
    }
    m_wordy = {size.type, width};
    return width;
}

QString PlayerBar::speedText(double speed) const {
    return m_isBrief ? tr("%1×", "speed").arg(speed) : tr("speed %1×").arg(speed);
}

void PlayerBar::show(const Player& player) {
    m_actions.at("play.toggle")->setText(player.playing() ? tr("&Pause") : tr("&Play"));
    m_speed->setText(speedText(player.speed()));
    refreshSigns(player.playing());
}

void PlayerBar::refreshSigns(bool playing) {
    const std::pair signs{&currentTheme(), playing};
    if (std::exchange(m_signs, signs) == signs)
        return;
    const std::initializer_list<std::pair<const char*, PlayerIcon>> all = {
        {"play.rewind", PlayerIcon::Rewind},
        {"play.back", PlayerIcon::Back},
        {"play.toggle", playing ? PlayerIcon::Pause : PlayerIcon::Play},
        {"play.step", PlayerIcon::Step},
        {"play.slower", PlayerIcon::Slower},
        {"play.faster", PlayerIcon::Faster}};
    for (const auto& [id, sign] : all)
        m_actions.at(id)->setIcon(playerIcon(sign));
}

} // namespace lanewright::app
