// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/protocol/protocol.h"

#include <functional>

namespace lanewright::engine {

/// Collects what a rank measures and sends it away in batches, at least every 50 ms while a step runs.
class Recorder {
public:
    /// `send` takes what is in a batch and leaves one with room for the next. Without it (spans are not wanted) nothing
    /// is kept.
    Recorder(int rank, bool paced, std::function<void(SpansEvent&)> send);
    /// Lets a batch hold as much as one ever does.
    static void makeRoom(SpansEvent& batch);

    void beginStep(int step);
    /// While it holds, nothing is sent away, since what has been measured may turn out void.
    void hold(bool holds) { m_holds = holds; }
    /// The ops since the step began are void.
    void discard();
    /// Times count from the start of the series of steps. `virtualSpan` is kept in paced runs only. `live` is the most
    /// activations held.
    void span(const Span& wall, const Span& virtualSpan, Bytes live);
    void activity(const Activity& activity);

    /// Sends the batch if there is one and it is old enough to be worth it; `busy` when an op is due.
    void flushIfDue(bool busy);
    void flush();

private:
    bool m_paced;
    std::function<void(SpansEvent&)> m_send;
    SpansEvent m_batch;
    bool m_holds = false;
    Time m_since = 0; ///< when the batch was begun
};

} // namespace lanewright::engine
