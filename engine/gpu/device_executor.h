// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/program/enqueue_list.h"
#include "engine/accelerator/links.h"
#include "engine/gpu/device_lane.h"
#include "engine/gpu/kernel_log.h"

#include <memory>
#include <set>
#include <vector>

namespace lanewright::engine {

/// The lanes of a process, by their ranks.
using DeviceLanes = std::vector<std::unique_ptr<DeviceLane>>;

/// The lane of a rank; null where that is on another process.
DeviceLane* findLane(const DeviceLanes& lanes, int rank);

/// The marks of a command, and what a block held while it ran.
struct CommandMarks {
    Event start, end; ///< timed
    /// An overlapped pair has more, timed too: its forward, which begins beside the backward on a stream of its own,
    /// and the end of its backward.
    Event forwardStart, forward, backward;
    Bytes live = 0; ///< the most activations of the rank during the block
};

/// Enqueues a process's commands of steps, in the order of the list, without waiting for anything.
///
/// Each command goes into its stream, behind the marks of the commands that it waits for. Two steps that follow each
/// other have marks of their own where the early part of one may be enqueued while the other goes on.
class DeviceExecutor {
public:
    /// `lanes`, `list`, `links` and `log` outlive this; `links` is null where all ranks share the process.
    DeviceExecutor(const RunRequest& request, Device& device, DeviceLanes& lanes, const EnqueueList& list, int process,
                   DeviceLinks* links, KernelLog& log);

    /// Enqueues the list's early part, with which a step begins. `overlaps`: the step before may still go on.
    void enqueueEarly(int step, bool overlaps);
    /// Enqueues the rest of a step, up to the sums of the gradients over all copies of a stage. The early part was
    /// enqueued; the step before has ended, and nobody needs its gradients any more.
    void enqueueRest(int step);
    /// True when all of a step's early part has run, also what brings values that nobody has read yet. Never waits.
    bool hasRunEarly(int step) const;
    /// The early part that was enqueued last has run, in vain, and is to be enqueued anew: gives back what it holds.
    void forgetEarly();

    const EnqueueList& list() const { return *m_list; }
    /// The marks of a command of this process, in a step; kept until the step after the next.
    const CommandMarks& marks(int step, int command) const { return m_marks[setOf(step)][command]; }

private:
    using StepMarks = std::vector<CommandMarks>; ///< by command; empty for other processes
    std::size_t setOf(int step) const { return static_cast<std::size_t>(step) % m_marks.size(); }
    void makeMarks(const Command& command, CommandMarks& marks);
    void enqueue(int step, int from, int to, bool overlaps);
    Stream streamOf(const Command& command);
    void begin();
    void end(int step);
    void perform(const Command& command, CommandMarks& marks, Stream stream);
    void runOps(const BlockRun& run, DeviceLane& lane, CommandMarks& marks);
    void runPair(const BlockRun& run, DeviceLane& lane, CommandMarks& marks);
    void runOp(const Op& op, DeviceLane& lane, Stream stream);
    void copyValue(const Command& command, Stream stream);
    void sumUp(const Command& command, Stream stream);
    Matrix inputOf(const Value& value) const;
    Matrix outputOf(const Value& value) const;
    const ValueBuffer& bufferOf(const Value& value) const;
    /// What a transfer takes from here, or brings here.
    Matrix partOf(const Command& command);
    /// One of the pieces of the memory for values, as the value of the microbatch lies there.
    Matrix piece(int number, int microbatch) const;
    Matrix pieceOf(const ReduceStep& reduceStep, int direction);
    Matrix scratchOf(int rank, const ReduceStep& reduceStep);
    /// The lane of a rank on this process.
    DeviceLane& lane(int rank) { return *findLane(*m_lanes, rank); }

    const RunRequest* m_request;
    Device* m_device;
    DeviceLanes* m_lanes;
    const EnqueueList* m_list;
    DeviceLinks* m_links;
    KernelLog* m_log;
    int m_process;
    std::vector<std::int64_t> m_rows; ///< for the values of each microbatch
    std::int64_t m_mostRows, m_cols;  ///< that a piece has room for
    DeviceMemory m_source;
    Buffer m_pieces;                ///< memory for values
    std::vector<Buffer> m_scratch;  ///< by rank: for gradients that come in
    std::vector<StepMarks> m_marks; ///< steps take them in turns
    std::set<int> m_firstLinks;     ///< those by which gradients leave that nothing was added to
    std::vector<Event> m_begun;     ///< by lane: its gradients are ready to be written
};

} // namespace lanewright::engine
