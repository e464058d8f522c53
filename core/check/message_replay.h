// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/check/transport.h"
#include "core/model/op.h"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace lanewright {

/// What a rank does next, as far as messages hold it up.
struct MessageStep {
    enum class Kind : std::uint8_t {
        Op,       ///< starts when what it needs has come
        Send,     ///< issued at once; ends as the transport has it
        Receive,  ///< issued at once
        SendWait, ///< the rank stands still until the send has ended
    };
    Kind kind = Kind::Op;
    int peer = -1;                       ///< Send, Receive: the rank at the other end
    int message = -1;                    ///< Send, Receive, SendWait: its number, the same on both ranks
    std::array<int, 2> needs = {-1, -1}; ///< Op: the messages that must have come; −1: none
    int batch = -1;                      ///< Send, Receive: neighbours of one number are issued as one; −1: alone
};

/// The steps of all ranks, each in its order. Whoever has them in another form gives them one at a time, since there
/// may be many millions.
struct MessageOrder {
    std::vector<int> steps = {};                            ///< how many each rank has
    int messages = 0;                                       ///< they are numbered from 0
    std::function<MessageStep(int rank, int step)> at = {}; ///< each message has one send and one receive
};

/// How an order goes over one transport.
struct HangVerdict {
    Transport transport = {};
    Message hang = {};         ///< where and why it hangs; empty: it comes to its end
    int rank = -1;             ///< one that stands for ever
    int step = -1;             ///< where in its order
    std::optional<Op> op = {}; ///< which that rank runs, or has run last, where it stands; for the caller to say

    bool runs() const { return hang.empty(); }
};

/// Plays all ranks over the transport; `message` is as in `TransportQuestion`, `text` says what a step is. O(steps)
/// time where no batch is large.
HangVerdict verdictOn(const Transport& transport, const MessageOrder& order, Bytes message,
                      const std::function<Message(int rank, int step)>& text);

} // namespace lanewright
