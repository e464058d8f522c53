// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/protocol/protocol.h"

#include "engine/device/failure.h"

#include <utility>

namespace lanewright::engine {

/// The run has failed on another process, which has told this one.
class FailedElsewhere : public Failure {
public:
    explicit FailedElsewhere(FailedEvent event) : Failure(event.reason), m_event(std::move(event)) {}
    const FailedEvent& event() const { return m_event; }

private:
    FailedEvent m_event;
};

} // namespace lanewright::engine
