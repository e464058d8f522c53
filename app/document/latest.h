// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/call_later.h"

#include <QCoreApplication>
#include <QThreadPool>

#include <memory>
#include <stop_token>
#include <utility>

namespace lanewright::app {

/// Work on a thread of the pool of which only the newest answer counts.
///
/// Lives on the thread of the application and belongs to whom the answers are for: they stop when it ends.
class Latest {
public:
    Latest() = default;
    ~Latest() { drop(); }
    Latest(const Latest&) = delete;
    Latest& operator=(const Latest&) = delete;

    /// Forgets what was asked before, runs `work(stop)` on another thread and then `then(answer)` on this one.
    void ask(auto work, auto then) {
        drop();
        m_stop = std::stop_source();
        QThreadPool::globalInstance()->start(
            [work = std::move(work), then = std::move(then), stop = m_stop.get_token()] {
                if (stop.stop_requested())
                    return;
                auto answer = std::make_shared<decltype(work(stop))>(work(stop));
                callLater(QCoreApplication::instance(), [stop, then, answer] {
                    if (!stop.stop_requested())
                        then(*answer);
                });
            });
    }
    void drop() { m_stop.request_stop(); }

private:
    std::stop_source m_stop;
};

} // namespace lanewright::app
