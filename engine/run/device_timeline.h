// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/device_clock.h"
#include "engine/run/device_executor.h"
#include "engine/run/recorder.h"
#include "engine/run/step_ledger.h"

#include <vector>

namespace lanewright::engine {

/// Follows a step on a device: reads the times of blocks and copies as soon as these are done, and says them.
class DeviceTimeline {
public:
    DeviceTimeline(const RunRequest& request, const DeviceExecutor& executor, Device& device, DeviceClock& clock,
                   StepLedger& ledger);

    /// Times count from `origin` on the host's clock.
    void restart(Time origin) { m_origin = origin; }
    void beginStep(int step);
    /// Says what has been done since the last call; true when there was something. Never waits.
    bool look();
    /// True when all blocks and copies of the step have been said.
    bool isWhole() const { return m_turnsLeft + m_copiesLeft == 0; }
    /// The block that is first in the order among those that are not done.
    const Turn* earliest() const;
    /// The optimizer of a rank took this long.
    void optimizer(int rank, Event start, Event end);
    /// When an event that is done took place, counted from the origin.
    Time when(Event event) const { return m_clock->when(event) - m_origin; }
    void flush(bool all);

private:
    void sayTurn(std::size_t turn);
    void sayParts(const Turn& turn, const TurnMarks& marks);
    void sayWait(const Turn& turn, const Span& span);
    void sayCopy(std::size_t handover);
    bool lookAtRank(std::size_t rank);
    bool lookAtCopies(std::size_t rank);
    Recorder& recorderOf(int rank) { return m_recorders[static_cast<std::size_t>(rank)]; }

    /// What of a rank has not been said yet, in its order.
    struct Pending {
        std::vector<std::size_t> all = {};
        std::size_t next = 0;
        Time end = 0; ///< of the last
    };
    const DeviceExecutor* m_executor;
    Device* m_device;
    DeviceClock* m_clock;
    StepLedger* m_ledger;
    std::vector<Recorder> m_recorders; ///< by rank
    std::vector<Pending> m_turns;      ///< by rank
    std::vector<Pending> m_copies;     ///< by sending rank
    std::size_t m_turnsLeft = 0;
    std::size_t m_copiesLeft = 0;
    int m_step = 0;
    Time m_origin = 0;
};

} // namespace lanewright::engine
