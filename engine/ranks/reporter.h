// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/protocol/protocol.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace lanewright::engine {

/// Hands events to the parent on a thread of its own, so that a slow reader never holds up the training.
///
/// Events leave in the order in which they came. When more than `kMostSpans` spans wait, further spans are dropped and
/// counted; all other events always leave.
class Reporter {
public:
    static constexpr std::size_t kMostSpans = 1'000'000;

    /// `sink` is called on the reporter's thread.
    explicit Reporter(std::function<void(const lanewright::Event&)> sink);
    /// Waits until everything has left.
    ~Reporter();
    Reporter(const Reporter&) = delete;
    Reporter& operator=(const Reporter&) = delete;

    void post(lanewright::Event event);
    /// Takes what is in the batch and leaves an empty one that has room. O(1), and without new memory while there are
    /// empty ones in stock.
    void postSpans(SpansEvent& batch);
    /// Lays in empty batches.
    void stock(int batches);
    /// Waits until all that was posted has left, at most that long.
    void flush(Time most);
    /// The first failure of a run is reported and everything after it is not. False when there was one already.
    bool postFailure(FailedEvent event);
    std::size_t dropped() const;

private:
    void loop();
    bool takeSpans(SpansEvent& batch);
    void recycle();

    std::function<void(const lanewright::Event&)> m_sink;
    mutable std::mutex m_mutex;
    std::condition_variable m_wake;
    std::condition_variable m_empty;
    std::vector<lanewright::Event> m_events;
    std::vector<lanewright::Event> m_leaving; ///< the writing thread's own
    std::vector<SpansEvent> m_blanks;
    std::size_t m_waitingSpans = 0;
    std::size_t m_dropped = 0;
    bool m_busy = false;
    bool m_failed = false;
    bool m_ending = false;
    std::thread m_thread;
};

/// Says a failure on standard output without anybody's help: for ranks without a reporter, and when all else fails. The
/// line end in front closes a line that another rank may have begun.
void sayAlone(const FailedEvent& event);

/// Reports the failure, by a reporter where there is one and else alone, and ends the process.
[[noreturn]] void endProcessBy(const FailedEvent& event, Reporter* reporter);

/// Says that the system gives no further thread, and ends the process: those that have started would wait for ever for
/// those that can't.
[[noreturn]] void endWithoutThreads(const std::system_error& error);

} // namespace lanewright::engine
