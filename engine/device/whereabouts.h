// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/op.h"

#include <exception>
#include <optional>
#include <utility>

namespace lanewright::engine {

/// Whose work the calling thread is doing. A `Failure` leaves it as it was where it was thrown, so whoever catches it
/// can say where that was.
struct Whereabouts {
    int rank = -1;
    std::optional<Op> op = {};
};
Whereabouts& whereabouts();

/// While this lives, what the calling thread does is no part of the op that it is at.
class Aside {
public:
    Aside() : m_op(std::exchange(whereabouts().op, {})), m_failures(std::uncaught_exceptions()) {}
    ~Aside() {
        if (std::uncaught_exceptions() == m_failures)
            whereabouts().op = m_op;
    }
    Aside(const Aside&) = delete;
    Aside& operator=(const Aside&) = delete;

private:
    std::optional<Op> m_op;
    int m_failures; ///< under way when it began
};

} // namespace lanewright::engine
