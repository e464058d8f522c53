// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/player/playback.h"

#include "app/document/numbers.h"
#include "app/document/translate.h"
#include "core/simulate/step_spread.h"

#include <QApplication>
#include <QKeyEvent>
#include <QStyle>

#include <algorithm>
#include <utility>

namespace lanewright::app {
namespace {

constexpr int kTickMs = 16;

/// A usual length of a block: the median.
Time beatOf(const Timeline& timeline) {
    std::vector<Time> lengths;
    for (const Lane& lane : timeline.lanes)
        for (const Span& span : lane)
            lengths.push_back(span.length());
    return std::max<Time>(1, spreadOf(std::move(lengths)).median);
}

} // namespace

bool desktopReducesMotion() { return QApplication::style()->styleHint(QStyle::SH_Widget_Animation_Duration) == 0; }

Playback::Playback(Document& document, TimelineView& lanes, QObject* parent)
    : QObject(parent), m_document(document), m_lanes(lanes), m_reduced(desktopReducesMotion()) {
    m_timer.setInterval(kTickMs);
    connect(&m_timer, &QTimer::timeout, this, &Playback::tick);
    connect(&m_document, &Document::changed, this, &Playback::documentChanged);
    m_lanes.installEventFilter(this);
    m_lanes.viewport()->installEventFilter(this);
    documentChanged();
}

QString Playback::label() const {
    return tr("t = %1").arg(timeWithUnit(m_player.now(), m_document.plan().timeUnit, 2));
}

void Playback::begin() {
    catchUp();
    m_speaks = true;
}

void Playback::toggle() {
    begin();
    m_player.toggle();
    m_active = m_active || m_player.playing();
    m_clock.restart();
    show();
}

void Playback::stepForward() {
    begin();
    // The first step shows the beginning, where the first blocks start.
    if (std::exchange(m_active, true))
        m_player.stepForward();
    show();
}

void Playback::move(void (Player::*how)()) {
    begin();
    m_active = true;
    (m_player.*how)();
    show();
}

void Playback::faster() {
    m_player.faster();
    show();
}

void Playback::slower() {
    m_player.slower();
    show();
}

void Playback::moveTo(Time time) {
    begin();
    m_active = true;
    m_player.pause();
    m_player.moveTo(time);
    show();
}

void Playback::close() {
    if (!m_active)
        return;
    m_player.pause();
    m_player.rewind();
    m_active = false;
    show();
}

void Playback::setSpare(std::vector<Op> ops) {
    m_spare = std::move(ops);
    m_shownEvent = -1;
    if (m_active)
        show();
}

void Playback::documentChanged() {
    m_query.reset();
    m_shownEvent = -1;
    m_isStale = true;
    m_speaks = false;
    // Nobody looks: every edit would pay for what a tap of Space asks for.
    if (m_active)
        catchUp();
    show();
}

void Playback::catchUp() {
    if (std::exchange(m_isStale, false))
        m_player.setEvents(eventsOf(m_document.timeline()), beatOf(m_document.timeline()));
}

void Playback::tick() {
    m_player.advance(static_cast<double>(m_clock.restart()) / 1000, m_reduced);
    show();
}

void Playback::show() {
    if (m_player.playing() != m_timer.isActive())
        m_player.playing() ? m_timer.start() : m_timer.stop();
    if (!m_active) {
        m_lanes.setPlayback(std::nullopt);
        Q_EMIT changed();
        return;
    }
    refreshLanes();
    m_moment.now = m_player.now();
    m_moment.label = label();
    m_lanes.setPlayback(m_moment);
    Q_EMIT changed();
}

void Playback::refreshLanes() {
    const Plan& plan = m_document.plan();
    const Timeline& timeline = m_document.timeline();
    if (!m_query)
        m_query.emplace(plan, timeline);
    // Between two events nobody does anything else.
    if (m_shownEvent >= 0 && m_player.now() >= m_shownEvent && m_player.now() < m_shownUntil)
        return;
    m_shownEvent = m_player.now();
    m_shownUntil = m_player.nextEvent();
    m_moment.lanes.clear();
    m_moment.lanes.reserve(timeline.lanes.size());
    std::vector<RankState> ranks;
    ranks.reserve(timeline.lanes.size());
    for (int rank = 0; rank < static_cast<int>(timeline.lanes.size()); ++rank) {
        const RankState& moment = ranks.emplace_back(m_query->of(rank, m_player.now()));
        m_moment.lanes.push_back(
            {translated(momentText(moment, plan)), moment.doing == Doing::Waits || moment.doing == Doing::Stalls});
    }
    const auto wait = m_query->nextWait(m_player.now(), m_spare);
    m_waits = wait ? waitText(*wait, plan) : presentText(ranks, plan);
}

bool Playback::takeKey(int key) {
    switch (key) {
    case Qt::Key_Right: stepForward(); return true;
    case Qt::Key_Left: stepBack(); return true;
    case Qt::Key_Home: rewind(); return true;
    case Qt::Key_Up: faster(); return true;
    case Qt::Key_Down: slower(); return true;
    case Qt::Key_Escape: close(); return true;
    default: return false;
    }
}

bool Playback::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress) {
        const auto* press = static_cast<QKeyEvent*>(event);
        if (press->key() == Qt::Key_Space && press->modifiers() == Qt::NoModifier)
            m_spaceDown = m_spaceDown || !press->isAutoRepeat();
        else
            m_spaceDown = false;
        if (m_active && press->modifiers() == Qt::NoModifier && takeKey(press->key()))
            return true;
    }
    if (event->type() == QEvent::KeyRelease) {
        // Space held while the mouse drags moves the view; tapped, it plays.
        const auto* release = static_cast<QKeyEvent*>(event);
        if (release->key() == Qt::Key_Space && !release->isAutoRepeat() && std::exchange(m_spaceDown, false) &&
            QApplication::mouseButtons() == Qt::NoButton)
            toggle();
    }
    if (event->type() == QEvent::MouseButtonPress)
        m_spaceDown = false;
    return QObject::eventFilter(watched, event);
}

} // namespace lanewright::app
