// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/protocol/protocol.h"

#include "engine/accelerator/device.h"
#include "engine/ranks/mailroom.h"
#include "engine/ranks/seating.h"
#include "engine/ranks/waiter.h"

#include <string>
#include <vector>

namespace lanewright::engine {

/// A seat's part in choosing the algorithms of products: all seats compute by the same, and whoever goes on from a
/// state computes as the run that saved it. They lie beside the state, in `products.txt`, as `Device::timeProducts`
/// says them. All seats make each call; a failure throws `Failure`.
class ProductChooser {
public:
    /// `times`: the quickest are to be found. What seat 0 wants counts.
    ProductChooser(const RunRequest& request, Device& device, const Seating& seating, int seat, bool times,
                   Mailroom& mailroom, Waiter& waiter);

    /// From here on products are computed by what lies beside the state that training goes on from.
    void adoptKept();
    /// Those that were computed since, by the quickest from here on. `stream` has nothing to do. False when that is not
    /// wanted.
    bool adoptQuickest(Stream stream);
    /// Seat 0 puts them beside the state that was saved, where there may be those of another training.
    void keep() const;

private:
    Letter await(int from);
    void adopt(const std::string& choices);
    std::string gather(const std::string& own);

    const RunRequest* m_request;
    Device* m_device;
    const Seating* m_seating;
    int m_seat;
    bool m_times;
    Mailroom* m_mailroom;
    Waiter* m_waiter;
    std::string m_choices; ///< that are in force; empty: none
};

/// What several seats found, in the order of the seats: of each product the first line there is.
std::string mergeChoices(const std::vector<std::string>& choices);

} // namespace lanewright::engine
