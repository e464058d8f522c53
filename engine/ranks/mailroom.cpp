// SPDX-License-Identifier: Apache-2.0
#include "engine/ranks/mailroom.h"

#include "engine/device/clock.h"
#include "engine/device/failure.h"

#include <algorithm>

namespace lanewright::engine {

bool Mailroom::open() {
    bool any = false;
    while (std::optional<Letter> letter = m_channel->heard()) {
        any = true;
        if (dealWith(*letter))
            m_channel->recycle(std::move(letter->body));
        else
            m_kept.push_back(*std::move(letter));
    }
    return any;
}

bool Mailroom::dealWith(const Letter& letter) {
    using enum LetterKind;
    switch (letter.kind) {
    case Ping: {
        const Time asked = Unpacker(letter.body).get<Time>();
        tell(letter.from, Pong, std::move(Packer().put(asked).put(now())));
        return true;
    }
    case Spans: {
        const Aside aside;
        spansFrom(letter, m_spans);
        onSpans(m_spans);
        return true;
    }
    case Kernels: onKernels(kernelsFrom(letter)); return true;
    case Failed: onFailure(failureFrom(letter)); return true;
    case Stuck: onStuck(letter.from, Unpacker(letter.body).text()); return true;
    case Echo: onEcho(letter); return true;
    case Relieved: onRelieved(letter.from); return true;
    case Ask: onAsk(); return true;
    case Answer: onAnswer(letter.from, letter); return true;
    case Begun: onBegun(letter); return true;
    case StepEnd: onStepEnd(letter); return true;
    case Introduction:
    case Roster:
    case Pong:
    case Echoed:
    case Trips:
    case Go:
    case Stop:
    case Key:
    case Choices:
    case Progress:
    case Want:
    case Given:
    case Served:
    case Forward:
    case Heard:
    case Norm:
    case Verdict:
    case Twin:
    case Weights:
    case Farewell: return false;
    }
    return false;
}

bool Mailroom::has(LetterKind kind) const { return std::ranges::find(m_kept, kind, &Letter::kind) != m_kept.end(); }

std::optional<Letter> Mailroom::take(LetterKind kind, int from) {
    const auto fits = [&](const Letter& letter) { return letter.kind == kind && (from < 0 || letter.from == from); };
    const auto found = std::ranges::find_if(m_kept, fits);
    if (found == m_kept.end())
        return {};
    Letter letter = std::move(*found);
    m_kept.erase(found);
    return letter;
}

void Mailroom::tellAll(LetterKind kind, const Packer& letter) {
    for (int peer = 0; peer < m_channel->ranks(); ++peer)
        if (peer != m_channel->rank())
            tell(peer, kind, letter);
}

void Mailroom::tellSpans(SpansEvent& batch) {
    const Aside aside;
    tell(0, LetterKind::Spans, packed(batch, m_channel->paper()));
    batch.wall.clear();
    batch.virtualTime.clear();
    batch.live.clear();
    batch.others.clear();
}

Packer packed(const SpansEvent& event, std::vector<std::byte> paper) {
    return std::move(Packer(std::move(paper))
                         .put(event.step)
                         .put(event.rank)
                         .put(event.wall)
                         .put(event.virtualTime)
                         .put(event.live)
                         .put(event.others));
}

void spansFrom(const Letter& letter, SpansEvent& into) {
    Unpacker unpacker(letter.body);
    into.step = unpacker.get<int>();
    into.rank = unpacker.get<int>();
    unpacker.list(into.wall);
    unpacker.list(into.virtualTime);
    unpacker.list(into.live);
    unpacker.list(into.others);
}

Packer packed(const KernelsEvent& event) {
    Packer packer;
    packer.put(event.step).put(event.lane.rank).put(event.lane.kernels).put(event.lane.leftOut);
    packer.put(event.lane.names.size());
    for (const std::string& name : event.lane.names)
        packer.put(name);
    return packer;
}

KernelsEvent kernelsFrom(const Letter& letter) {
    Unpacker unpacker(letter.body);
    KernelsEvent event{.step = unpacker.get<int>()};
    event.lane.rank = unpacker.get<int>();
    unpacker.list(event.lane.kernels);
    event.lane.leftOut = unpacker.get<std::int64_t>();
    const auto names = unpacker.get<std::size_t>();
    for (std::size_t name = 0; name < names; ++name)
        event.lane.names.push_back(unpacker.text());
    return event;
}

Packer packed(const FailedEvent& event) { return std::move(Packer().put(event.rank).put(event.op).put(event.reason)); }

FailedEvent failureFrom(const Letter& letter) {
    Unpacker unpacker(letter.body);
    FailedEvent event;
    event.rank = unpacker.get<int>();
    event.op = unpacker.get<std::optional<Op>>();
    event.reason = unpacker.text();
    return event;
}

} // namespace lanewright::engine
