// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/gpu/device_clock.h"
#include "engine/gpu/device_executor.h"
#include "engine/ranks/recorder.h"

#include <functional>
#include <vector>

namespace lanewright::engine {

/// Follows a process's part of a step on its device: reads the times of blocks and transfers as soon as they are done,
/// and reports them.
class DeviceTimeline {
public:
    /// `say` takes what is in a batch and leaves an empty one.
    DeviceTimeline(const RunRequest& request, const DeviceExecutor& executor, const DeviceLanes& lanes, Device& device,
                   DeviceClock& clock, std::function<void(SpansEvent&)> say);

    /// Called once per step for each rank of the process, with when its first block starts; the largest time for a rank
    /// without any.
    std::function<void(int step, Time at)> onBegin = [](int, Time) {};

    /// Times count from `origin` on the host's clock.
    void restart(Time origin) { m_origin = origin; }
    void beginStep(int step);
    /// Only the early part of the step was enqueued, and in vain: reports its blocks as discarded.
    void beginVoid(int step);
    /// The step of the last `beginVoid` was enqueued anew, whole.
    void beginAgain();
    /// Follows a whole step, or only its early part, without saying anything.
    void beginQuietly(int step, bool isWhole);
    /// The step that is followed.
    int step() const { return m_step; }
    /// Reports what has been done since the last call; true when there was something. Never waits.
    bool poll();
    /// True when all that is followed has been reported.
    bool isWhole() const { return m_runsLeft == 0 && m_transfersLeft == 0; }
    /// True when there is no more left than a block to a rank.
    bool isEnding() const { return m_runsLeft <= m_lines.size(); }
    /// The number of the run that is first in the list among those of the process that are not done; −1: none.
    int earliest() const;
    /// The optimizer of a rank took this long.
    void optimizer(int rank, Event start, Event end);
    /// When an event that is done took place, counted from the origin.
    Time when(Event event) const { return m_clock->when(event) - m_origin; }
    /// What ran in a step, if that is the one that the log traces; all of it is done.
    std::vector<KernelLane> kernels(KernelLog& log, int step) const {
        return log.end(
            step, [this](Event event) { return when(event); }, m_origin);
    }
    void flush(bool all);

private:
    /// What of a rank has not been reported yet, in its order.
    struct Pending {
        std::vector<int> all = {};
        std::size_t early = 0; ///< how many of them are in the early part
        std::size_t count = 0; ///< that are followed
        std::size_t next = 0;
        Time end = 0; ///< when the last one ended

        bool isOver() const { return next == count; }
    };
    /// What is followed, and how it is reported.
    enum class Reading : unsigned char { Whole, Void, Quiet };
    /// A rank of the process.
    struct Line {
        int rank = 0;
        Recorder recorder;
        bool isBegun = false; ///< the step, which has been said
        Pending runs = {};
        Pending transfers = {}; ///< buffers of values that leave it
    };
    /// Whether the first that is pending has ended, whose mark `commandOf` knows; it is then reported by `report`.
    bool pollOne(Pending& pending, std::size_t& left, auto commandOf, auto report);
    void reportRun(Line& line, int run);
    void reportParts(Line& line, const BlockRun& run, const CommandMarks& marks);
    void reportWait(Line& line, const BlockRun& run, const Span& span);
    void reportTransfer(Line& line, int buffer);
    void open(int step);
    void rewind(Reading reading, bool isWhole);
    const CommandMarks& marksOf(int command) const { return m_executor->marks(m_step, command); }
    Line& lineOf(int rank);

    const DeviceExecutor* m_executor;
    const EnqueueList* m_list;
    Device* m_device;
    DeviceClock* m_clock;
    std::vector<Line> m_lines;
    std::size_t m_runsLeft = 0;
    std::size_t m_transfersLeft = 0;
    int m_step = 0;
    Reading m_reading = Reading::Whole;
    Time m_origin = 0;
};

} // namespace lanewright::engine
