// SPDX-License-Identifier: Apache-2.0
#include "engine/ranks/link_timing.h"

#include "core/base/mapped.h"

#include "engine/device/clock.h"

#include <algorithm>
#include <set>

namespace lanewright::engine {

namespace {

/// Sends one message of that size to each peer and waits until all are back; `keep`: notes how long each took.
void exchange(Inbox& inbox, std::vector<LinkTrips>& links, std::vector<Time> LinkTrips::*trips, Bytes bytes,
              bool keep) {
    const Time start = now();
    std::set<int> out;
    for (const LinkTrips& link : links) {
        inbox.send(link.to, MessageKind::Echo, packed(std::vector<std::byte>(static_cast<std::size_t>(bytes))));
        out.insert(link.to);
    }
    while (!out.empty()) {
        const auto back = inbox.await(MessageKind::Echoed, -1, [] {
            return say(phrase("engine", "it has waited for an answer while links were measured"));
        });
        const Time time = now() - start;
        const auto link = std::ranges::find(links, back.from, &LinkTrips::to);
        out.erase(back.from);
        if (keep && link != links.end())
            ((*link).*trips).push_back(time);
    }
}

} // namespace

std::vector<LinkTrips> measureLinks(Inbox& inbox, int rank, const std::vector<int>& peers, Bytes valueBytes) {
    std::vector<LinkTrips> links =
        mapped(peers, [&](int peer) { return LinkTrips{.from = rank, .to = peer, .valueBytes = valueBytes}; });
    forEachRound([&](bool isLarge, bool counts) {
        exchange(inbox, links, isLarge ? &LinkTrips::large : &LinkTrips::small, isLarge ? valueBytes : kSmallMessage,
                 counts);
    });
    return links;
}

std::vector<int> receiversIn(const Program& program) {
    std::set<int> receivers;
    for (const Instruction& instruction : program.code)
        if (instruction.act == Act::Send)
            receivers.insert(instruction.peer);
    return {receivers.begin(), receivers.end()};
}

} // namespace lanewright::engine
