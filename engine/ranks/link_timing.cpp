// SPDX-License-Identifier: Apache-2.0
#include "engine/ranks/link_timing.h"

#include "engine/device/clock.h"
#include "engine/ranks/await_message.h"

#include <algorithm>
#include <set>

namespace lanewright::engine {

LinkTiming::LinkTiming(int rank, Inbox& inbox, Waiter& waiter) : m_rank(rank), m_inbox(&inbox), m_waiter(&waiter) {
    inbox.onEcho = [&inbox](const ControlMessage& message) {
        inbox.send(message.from, MessageKind::Echoed, packed(message.body));
    };
}

std::vector<LinkTrips> LinkTiming::measure(const std::vector<int>& peers, Bytes valueBytes) {
    std::vector<LinkTrips> links;
    links.reserve(peers.size());
    for (const int peer : peers)
        links.push_back({.from = m_rank, .to = peer, .valueBytes = valueBytes});
    forEachRound([&](bool isLarge, bool counts) {
        exchange(links, isLarge ? &LinkTrips::large : &LinkTrips::small, isLarge ? valueBytes : kSmallMessage, counts);
    });
    return links;
}

void LinkTiming::exchange(std::vector<LinkTrips>& links, std::vector<Time> LinkTrips::*trips, Bytes bytes, bool keep) {
    const Time start = now();
    for (const LinkTrips& link : links)
        m_inbox->send(link.to, MessageKind::Echo, packed(std::vector<std::byte>(static_cast<std::size_t>(bytes))));
    std::set<int> out;
    for (const LinkTrips& link : links)
        out.insert(link.to);
    while (!out.empty()) {
        const ControlMessage back = awaitMessage(*m_inbox, *m_waiter, MessageKind::Echoed, -1, [] {
            return say(phrase("engine", "it has waited for an answer while links were measured"));
        });
        const Time time = now() - start;
        const auto link = std::ranges::find(links, back.from, &LinkTrips::to);
        out.erase(back.from);
        if (keep && link != links.end())
            ((*link).*trips).push_back(time);
    }
}

std::vector<int> receiversIn(const Program& program) {
    std::set<int> receivers;
    for (const Instruction& instruction : program.code)
        if (instruction.act == Act::Send)
            receivers.insert(instruction.peer);
    return {receivers.begin(), receivers.end()};
}

} // namespace lanewright::engine
