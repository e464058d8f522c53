// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/accelerator/module.h"
#include "tests/engine/support/fake_device.h"

#include <deque>
#include <memory>
#include <mutex>
#include <vector>

namespace lanewright::engine::test {

/// The links between fake devices whose processes are threads of one process.
///
/// A send ends when its receive has taken what it sends straight from the sender's memory; now and then, drawn at
/// random, it puts it down and ends at once. Either goes in the order of sending. A receive of another size than what
/// was sent throws `std::logic_error`.
class FakeNetwork {
public:
    explicit FakeNetwork(std::uint64_t seed) : m_random(seed) {}

    /// One process's ends. `failAt`: the send or receive of the process, counted from 0, that is refused; −1: none.
    std::unique_ptr<DeviceLinks> join(FakeDevice& device, const LinkWish& wish, int failAt = -1);

private:
    friend class FakeLinks;

    struct Transfer {
        const std::byte* from = nullptr; ///< in the sender's memory
        std::vector<std::byte> copy = {};
        Bytes bytes = 0;
        bool isCopy = false;
        bool isTaken = false;
    };
    std::mutex m_mutex;
    std::uint64_t m_random;
    std::vector<std::deque<std::shared_ptr<Transfer>>> m_links; ///< what is on its way
};

} // namespace lanewright::engine::test
