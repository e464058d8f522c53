// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/accelerator/links.h"
#include "engine/gpu/device_lane.h"
#include "engine/gpu/enqueue_list.h"
#include "engine/gpu/kernel_log.h"

#include <memory>
#include <set>
#include <vector>

namespace lanewright::engine {

/// The lanes of a seat, by their ranks.
using DeviceLanes = std::vector<std::unique_ptr<DeviceLane>>;

/// The lane of a rank; null where that is on another seat.
DeviceLane* findLane(const DeviceLanes& lanes, int rank);

/// The marks of an entry, and of a block what was held while it ran.
struct EntryMarks {
    Event start, end; ///< timed
    /// Of an overlapped pair, timed too: its forward, which begins beside the backward on a stream of its own, and the
    /// end of its backward.
    Event forwardStart, forward, backward;
    Bytes live = 0; ///< the most activations of the rank during the block
};

/// Enqueues a seat's part of steps in the one order of all seats, without waiting for anything.
///
/// Each entry goes into its stream, behind the marks of the entries that it waits for. Two steps that follow each other
/// have marks of their own where the prefix of one may be enqueued while the other goes on.
class DeviceExecutor {
public:
    /// `order`, `lanes`, `links` and `log` outlive this; `links` is null where all ranks share the seat.
    DeviceExecutor(const RunRequest& request, Device& device, DeviceLanes& lanes, const DeviceOrder& order, int seat,
                   DeviceLinks* links, KernelLog& log);

    /// The order's prefix, with which a step begins. `overlaps`: the step before may still go on.
    void enqueuePrefix(int step, bool overlaps);
    /// All the rest of a step, up to the sums of the gradients over all copies of a stage. The prefix was enqueued; the
    /// step before has ended, and nobody needs its gradients any more.
    void enqueueRest(int step);
    /// True when all of a step's prefix has run, also what brings values that nobody has read yet. Never waits.
    bool hasRunPrefix(int step) const;
    /// The prefix that was enqueued last has run, in vain, and is to be enqueued anew: gives back what it holds.
    void forgetPrefix();

    const DeviceOrder& order() const { return *m_order; }
    /// Of an entry of this seat, in a step; kept until the step after the next.
    const EntryMarks& marks(int step, int entry) const { return m_marks[setOf(step)][static_cast<std::size_t>(entry)]; }

private:
    using StepMarks = std::vector<EntryMarks>; ///< by entry; of other seats none
    std::size_t setOf(int step) const { return static_cast<std::size_t>(step) % m_marks.size(); }
    void makeMarks(const Entry& entry, EntryMarks& marks);
    void enqueue(int step, int from, int to, bool overlaps);
    Stream streamOf(const Entry& entry);
    void begin();
    void end(int step);
    void perform(const Entry& entry, EntryMarks& marks, Stream stream);
    void runOps(const Turn& turn, DeviceLane& lane, EntryMarks& marks);
    void runPair(const Turn& turn, DeviceLane& lane, EntryMarks& marks);
    void runOp(const Op& op, DeviceLane& lane, Stream stream);
    void copyValue(const Entry& entry, Stream stream);
    void sumUp(const Entry& entry, Stream stream);
    Matrix inputOf(const Value& value) const;
    Matrix outputOf(const Value& value) const;
    const Handover& handoverOf(const Value& value) const;
    /// What a transfer takes from here, or brings here.
    Matrix partOf(const Entry& entry);
    Matrix piece(int number) const;
    Matrix pieceOf(const Hop& hop, int direction);
    Matrix scratchOf(int rank, const Hop& hop);
    /// Of a rank on this seat.
    DeviceLane& lane(int rank) { return *findLane(*m_lanes, rank); }

    const RunRequest* m_request;
    Device* m_device;
    DeviceLanes* m_lanes;
    const DeviceOrder* m_order;
    DeviceLinks* m_links;
    KernelLog* m_log;
    int m_seat;
    std::int64_t m_rows, m_cols;
    DeviceMemory m_source;
    Buffer m_pieces;                ///< memory for values
    std::vector<Buffer> m_scratch;  ///< by rank: for gradients that come in
    std::vector<StepMarks> m_marks; ///< steps take them in turns
    std::set<int> m_firstLinks;     ///< that gradients leave by which nothing was added to
    std::vector<Event> m_begun;     ///< by lane: its gradients are ready to be written
};

} // namespace lanewright::engine
