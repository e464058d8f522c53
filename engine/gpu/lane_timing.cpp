// SPDX-License-Identifier: Apache-2.0
#include "engine/gpu/lane_timing.h"

#include "engine/ranks/link_timing.h"

#include <map>
#include <utility>

namespace lanewright::engine {

namespace {

/// The links that values go over, by the ranks of their ends.
std::map<std::pair<int, int>, int> linksOf(const EnqueueList& list) {
    std::map<std::pair<int, int>, int> links;
    for (const Command& command : list.commands)
        if (command.kind == CommandKind::Send && command.buffer >= 0)
            links[{command.rank, list.commands[static_cast<std::size_t>(command.partner)].rank}] = command.link;
    return links;
}

} // namespace

LaneTiming::LaneTiming(const RunRequest& request, Device& device, const DeviceLanes& lanes, const EnqueueList& list,
                       DeviceLinks* links, DeviceWait& wait)
    : m_device(&device), m_links(links), m_wait(&wait),
      m_valueBytes(Sizes{request.model}.boundary() * bytesOf(NumberKind::Float)) {
    addWays(request, lanes, list);
}

void LaneTiming::addWays(const RunRequest& request, const DeviceLanes& lanes, const EnqueueList& list) {
    const auto links = linksOf(list);
    for (int sender = 0; sender < static_cast<int>(request.programs.size()); ++sender)
        for (const int receiver : receiversIn(request.programs[static_cast<std::size_t>(sender)])) {
            Way way{.sender = sender,
                    .receiver = receiver,
                    .from = findLane(lanes, sender),
                    .to = findLane(lanes, receiver)};
            if (way.from == nullptr && way.to == nullptr)
                continue;
            if (way.from == nullptr || way.to == nullptr) {
                // Where an activation goes, its gradient comes back.
                way.link = links.at({sender, receiver});
                way.back = links.at({receiver, sender});
            }
            way.start = m_device->makeEvent(true);
            way.there = m_device->makeEvent(false);
            way.end = m_device->makeEvent(true);
            m_ways.push_back(way);
        }
}

std::vector<LinkTrips> LaneTiming::measure() {
    std::vector<LinkTrips> trips;
    for (const Way& way : m_ways)
        if (way.from != nullptr)
            trips.push_back({.from = way.sender, .to = way.receiver, .valueBytes = m_valueBytes});
    forEachRound([&](bool isLarge, bool counts) {
        exchange(trips, isLarge ? &LinkTrips::large : &LinkTrips::small, isLarge ? m_valueBytes : kSmallMessage,
                 counts);
    });
    return trips;
}

/// Each process enqueues its ends in one order of all: first what goes there, then what comes back. Before that a value
/// goes over each link, so that no trip waits for the host at its other end.
void LaneTiming::exchange(std::vector<LinkTrips>& trips, std::vector<Time> LinkTrips::*into, Bytes bytes, bool keep) {
    for (const Way& way : m_ways)
        if (way.link >= 0)
            go(way, way.link, false, m_valueBytes);
    for (const Way& way : m_ways) {
        if (way.link < 0) {
            copyThereAndBack(way, bytes);
            continue;
        }
        if (way.from != nullptr)
            m_device->record(way.start, m_links->stream(way.link));
        go(way, way.link, false, bytes);
        if (way.to != nullptr)
            m_device->record(way.there, m_links->stream(way.link));
    }
    for (const Way& way : m_ways) {
        if (way.link < 0)
            continue;
        if (way.to != nullptr)
            m_device->wait(m_links->stream(way.back), way.there);
        go(way, way.back, true, bytes);
        m_device->record(way.end, m_links->stream(way.back));
    }
    auto trip = trips.begin();
    for (const Way& way : m_ways) {
        m_wait->until([&] { return m_device->isDone(way.end); });
        if (way.from == nullptr)
            continue;
        if (keep)
            ((*trip).*into).push_back(m_device->between(way.start, way.end));
        ++trip;
    }
}

/// What goes is not written, and what comes is not read: nobody needs what lies there, and both hold a value at least.
void LaneTiming::copyThereAndBack(const Way& way, Bytes bytes) {
    const void* const value = way.from->memory.gradient.data;
    void* const here = way.from->memory.wide.data;
    void* const there = way.to->memory.wide.data;
    m_device->record(way.start, way.from->send());
    m_device->copy(way.from->send(), there, value, bytes);
    m_device->record(way.there, way.from->send());
    m_device->wait(way.to->send(), way.there);
    m_device->copy(way.to->send(), here, there, bytes);
    m_device->record(way.end, way.to->send());
}

/// This process's end of a way over a link.
void LaneTiming::go(const Way& way, int link, bool isBack, Bytes bytes) {
    const DeviceLane& lane = way.from != nullptr ? *way.from : *way.to;
    if ((way.from != nullptr) != isBack)
        m_links->send(link, lane.memory.gradient.data, bytes);
    else
        m_links->receive(link, lane.memory.wide.data, bytes);
}

} // namespace lanewright::engine
