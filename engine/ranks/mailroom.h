// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/protocol/protocol.h"

#include "engine/channel/channel.h"
#include "engine/channel/packer.h"

#include <functional>
#include <vector>

namespace lanewright::engine {

/// Opens a rank's letters: what can be dealt with at once is, the rest is kept until somebody asks for its kind.
class Mailroom {
public:
    explicit Mailroom(Channel& channel) : m_channel(&channel) { m_kept.reserve(64); }

    /// @name What is dealt with at once
    /// @{
    std::function<void(SpansEvent&)> onSpans = [](SpansEvent&) {};
    std::function<void(KernelsEvent)> onKernels = [](const KernelsEvent&) {};
    std::function<void(const FailedEvent&)> onFailure = [](const FailedEvent&) {};
    std::function<void(int from, const std::string& what)> onStuck = [](int, const std::string&) {};
    std::function<void(const Letter&)> onEcho = [](const Letter&) {};
    std::function<void(int from)> onRelieved = [](int) {};
    std::function<void()> onAsk = [] {};
    std::function<void(int from, const Letter& letter)> onAnswer = [](int, const Letter&) {};
    std::function<void(const Letter&)> onBegun = [](const Letter&) {};
    std::function<void(const Letter&)> onStepEnd = [](const Letter&) {};
    /// @}

    /// Opens all that has come; false when there was nothing.
    bool open();
    /// True when a letter of the kind lies here.
    bool has(LetterKind kind) const;
    /// Takes the first letter of the kind, from anybody or from one rank.
    std::optional<Letter> take(LetterKind kind, int from = -1);

    /// Sends the batch to rank 0 and empties it.
    void tellSpans(SpansEvent& batch);
    void tell(int peer, LetterKind kind, Packer letter) { m_channel->tell(peer, kind, letter.take()); }
    /// To all ranks but the own one.
    void tellAll(LetterKind kind, const Packer& letter);

private:
    bool dealWith(const Letter& letter);

    Channel* m_channel;
    std::vector<Letter> m_kept;
    SpansEvent m_spans; ///< room for spans that come
};

/// @name Events as letters
/// @{
Packer packed(const SpansEvent& event, std::vector<std::byte> paper = {});
void spansFrom(const Letter& letter, SpansEvent& into);
Packer packed(const KernelsEvent& event);
KernelsEvent kernelsFrom(const Letter& letter);
Packer packed(const FailedEvent& event);
FailedEvent failureFrom(const Letter& letter);
/// @}

} // namespace lanewright::engine
