// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/device_lane.h"
#include "engine/run/device_order.h"

#include <memory>
#include <vector>

namespace lanewright::engine {

/// The marks of a block, and what was held while it ran.
struct TurnMarks {
    Event start, end; ///< timed
    /// Of an overlapped pair, timed too: its forward, which begins beside the backward on a stream of its own, and the
    /// end of its backward.
    Event forwardStart, forward, backward;
    Bytes live = 0; ///< the most activations of the rank during the block
};

/// Enqueues whole steps of all ranks that live on a device, in one order, without waiting for anything.
///
/// A block's stream waits for the marks of what it needs: the block that made a value, or the value's copy; and, before
/// it writes where another value lay, for that one's last reader. Blocks of one rank follow each other on its stream.
class DeviceExecutor {
public:
    DeviceExecutor(const RunRequest& request, Device& device, std::vector<std::unique_ptr<DeviceLane>>& lanes);

    /// The blocks of a step, up to the sums of the gradients; twins add theirs.
    void enqueue();

    const DeviceOrder& order() const { return m_order; }
    const TurnMarks& marks(std::size_t turn) const { return m_marks[turn]; }
    /// @name The copy of a handover
    /// @{
    Event copyStart(std::size_t handover) const { return m_copies[handover].start; }
    Event copyEnd(std::size_t handover) const { return m_copies[handover].end; }
    /// @}

private:
    struct CopyMarks {
        Event start, end;
    };
    void run(const Turn& turn, TurnMarks& marks);
    void awaitInputs(const Turn& turn, Stream stream);
    void awaitRooms(const Turn& turn, Stream stream);
    void awaitUse(const LastUse& use, int rank, Stream stream);
    void runOps(const Turn& turn, DeviceLane& lane, TurnMarks& marks);
    void runPair(const Turn& turn, DeviceLane& lane, TurnMarks& marks);
    void runOp(const Op& op, DeviceLane& lane, Stream stream);
    void sendCopies(const Turn& turn, const TurnMarks& marks);
    void addTwins();
    Matrix inputOf(const Value& value) const;
    Matrix outputOf(const Value& value) const;
    const Handover& handoverOf(const Value& value) const;
    Matrix piece(int number) const;

    const RunRequest* m_request;
    Device* m_device;
    std::vector<std::unique_ptr<DeviceLane>>* m_lanes;
    DeviceOrder m_order;
    std::int64_t m_rows, m_cols;
    DeviceMemory m_source;
    Buffer m_pieces;                 ///< memory for values
    std::vector<TurnMarks> m_marks;  ///< by turn
    std::vector<CopyMarks> m_copies; ///< by handover
    std::vector<Event> m_laneEnds;   ///< by rank
};

} // namespace lanewright::engine
