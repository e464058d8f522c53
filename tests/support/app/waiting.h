// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractEventDispatcher>
#include <QCoreApplication>
#include <QTest>
#include <QThreadPool>

#include <functional>

/// How tests of the desktop wait: for what must come, never for a time.
namespace lanewright::app {

constexpr int kLimitMs = 120'000; ///< no busy machine takes so long

/// Lets the event loop run until `done`, at most `limitMs`. Says whether it came.
inline bool waitUntil(const std::function<bool()>& done, int limitMs = kLimitMs) {
    return QTest::qWaitFor(done, limitMs);
}

/// Lets the event loop run until it has nothing left to do: what was posted is handled, and what that posted, with
/// layouts, paints and deletions. What has not come then comes by a timer or from another thread, if at all.
inline void settle() {
    constexpr int kRounds = 1000; // a timer that is due whenever it is looked at ends, too
    bool busy = true;
    for (int round = 0; busy && round < kRounds; ++round) {
        busy = QAbstractEventDispatcher::instance()->processEvents(QEventLoop::AllEvents);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
}

/// Lets all work on other threads end that the pool has, and handles its answers: what it brings has come then.
inline void finishWork() {
    QThreadPool::globalInstance()->waitForDone(kLimitMs);
    settle();
}

/// Lets the event loop run until a timer of so long has ended. Timers end in their order however busy the machine is:
/// one that was started before, and is shorter by a tenth, has ended, too.
inline void outlast(int ms) { QTest::qWait(ms); }

} // namespace lanewright::app
