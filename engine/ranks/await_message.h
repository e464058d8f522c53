// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/ranks/inbox.h"
#include "engine/ranks/waiter.h"

#include <optional>
#include <utility>

namespace lanewright::engine {

/// Waits for a message of the kind from one rank or, where `from` is −1, from anybody. `what` says in words what for,
/// as for `Waiter::until`.
template <typename What>
ControlMessage awaitMessage(Inbox& inbox, Waiter& waiter, MessageKind kind, int from, What what) {
    std::optional<ControlMessage> message;
    waiter.until(
        [&] {
            message = inbox.take(kind, from);
            return message.has_value();
        },
        what);
    return *std::move(message);
}

} // namespace lanewright::engine
