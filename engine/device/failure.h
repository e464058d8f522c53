// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/base/result.h"

#include <stdexcept>
#include <utility>

/// The end of a run that can't go on. A failure on any rank ends all ranks.
namespace lanewright::engine {

/// Why a run can't go on, in one sentence. Thrown where that is found out, and caught once, by the loop of the rank or
/// process (`runLane`, `runDeviceProcess`), which tells the parent and ends all others.
class Failure : public std::runtime_error {
public:
    explicit Failure(Message reason, bool mayTalk = true)
        : std::runtime_error(reason.text()), m_reason(std::move(reason)), m_mayTalk(mayTalk) {}

    /// What `what()` says in English.
    const Message& reason() const { return m_reason; }
    /// False when the links between the processes are what failed.
    bool mayTalk() const { return m_mayTalk; }

private:
    Message m_reason;
    bool m_mayTalk;
};

/// A device has too little memory: the sentence names what was asked for and what was left.
class OutOfMemory : public Failure {
public:
    using Failure::Failure;
};

/// `reason` with the source line that saw it.
Message withPlace(const Message& reason, const char* file, int line);
/// The error's sentence with the place that it speaks of, where it has one.
Message withPlace(const Error& error);

} // namespace lanewright::engine
