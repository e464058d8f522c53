// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/lesson/player/player.h"
#include "app/timeline/playback_moment.h"
#include "app/timeline/timeline_view.h"
#include "core/explain/playback_query.h"
#include "core/lesson/lesson_words.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <optional>
#include <vector>

namespace lanewright::app {

/// Plays the plan of a document on its lanes: moves the cursor with the clock, says what each rank does and which wait
/// comes next. Takes the keys of playback from the lanes: Space plays and pauses, and while the cursor is shown Right
/// and Left step an event, Home goes to the beginning, Up and Down change the speed, and Escape puts the cursor away.
class Playback : public QObject {
    Q_OBJECT

public:
    Playback(Document& document, TimelineView& lanes, QObject* parent = nullptr);

    /// The cursor is shown.
    bool isActive() const { return m_active; }
    const Player& player() const { return m_player; }
    /// What comes next, in words; where nothing does, what is at present.
    const WaitText& waits() const { return m_waits; }
    /// It has something to say since it was played or moved last: neither the plan has changed nor anybody asked for
    /// something else since.
    bool speaks() const { return m_active && m_speaks; }
    /// Leaves the word to others until it is played or moved again.
    void rest() { m_speaks = false; }
    /// `t = 14.5`.
    QString label() const;

    void toggle();
    void stepForward();
    void stepBack() { move(&Player::stepBack); }
    void rewind() { move(&Player::rewind); }
    void faster();
    void slower();
    /// Shows the cursor at a time.
    void moveTo(Time time);
    /// Puts the cursor away.
    void close();

    /// Ops that no row holds and that could fill a wait.
    void setSpare(std::vector<Op> ops);
    /// No sweeping: the cursor rests on events and jumps from one to the next. Else as the desktop says.
    void setReducedMotion(bool reduced) { m_reduced = reduced; }

Q_SIGNALS:
    void changed();

private:
    bool eventFilter(QObject* watched, QEvent* event) override;

    void documentChanged();
    /// It is played or moved by hand.
    void begin();
    void move(void (Player::*how)());
    /// Reads the events of the present plan.
    void catchUp();
    void tick();
    void show();
    void refreshLanes();
    bool takeKey(int key);

    Document& m_document;
    TimelineView& m_lanes;
    Player m_player;
    bool m_isStale = true; ///< its events are of a plan that is gone
    QTimer m_timer;
    QElapsedTimer m_clock;
    bool m_active = false;
    bool m_speaks = false;
    bool m_reduced = false;
    bool m_spaceDown = false;             ///< and nothing has happened since
    std::optional<PlaybackQuery> m_query; ///< the moments of the document's plan; made when they are first needed
    std::vector<Op> m_spare;
    Time m_shownEvent = -1; ///< since when the words hold; negative: they do not
    Time m_shownUntil = 0;  ///< the next event, when they no longer do
    PlaybackMoment m_moment;
    WaitText m_waits;
};

/// Whether the desktop asks for less motion.
bool desktopReducesMotion();

} // namespace lanewright::app
