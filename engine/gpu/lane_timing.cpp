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
            links[{command.rank, list.commands[command.partner].rank}] = command.link;
    return links;
}

} // namespace

LaneTiming::LaneTiming(const RunRequest& request, Device& device, const DeviceLanes& lanes, const EnqueueList& list,
                       DeviceLinks* links, DeviceWait& wait)
    : m_device(&device), m_links(links), m_wait(&wait),
      m_valueBytes(Sizes{request.model}.boundary() * bytesOf(NumberKind::Float)) {
    addPaths(request, lanes, list);
}

void LaneTiming::addPaths(const RunRequest& request, const DeviceLanes& lanes, const EnqueueList& list) {
    const auto links = linksOf(list);
    for (int sender = 0; sender < static_cast<int>(request.programs.size()); ++sender)
        for (const int receiver : receiversIn(request.programs[sender])) {
            Path path{.sender = sender,
                      .receiver = receiver,
                      .from = findLane(lanes, sender),
                      .to = findLane(lanes, receiver)};
            if (path.from == nullptr && path.to == nullptr)
                continue;
            if (path.from == nullptr || path.to == nullptr) {
                // Where an activation goes, its gradient comes back.
                path.link = links.at({sender, receiver});
                path.back = links.at({receiver, sender});
            }
            path.start = m_device->makeEvent(true);
            path.there = m_device->makeEvent(false);
            path.end = m_device->makeEvent(true);
            m_paths.push_back(path);
        }
}

std::vector<LinkTrips> LaneTiming::measure() {
    std::vector<LinkTrips> trips;
    for (const Path& path : m_paths)
        if (path.from != nullptr)
            trips.push_back({.from = path.sender, .to = path.receiver, .valueBytes = m_valueBytes});
    forEachRound([&](bool isLarge, bool counts) {
        exchange(trips, isLarge ? &LinkTrips::large : &LinkTrips::small, isLarge ? m_valueBytes : kSmallMessage,
                 counts);
    });
    return trips;
}

/// Each process enqueues its ends in one order of all: first what goes there, then what comes back. Before that a value
/// goes over each link, so that no trip waits for the host at its other end.
void LaneTiming::exchange(std::vector<LinkTrips>& trips, std::vector<Time> LinkTrips::*into, Bytes bytes, bool keep) {
    for (const Path& path : m_paths)
        if (path.link >= 0)
            go(path, path.link, false, m_valueBytes);
    for (const Path& path : m_paths) {
        if (path.link < 0) {
            copyThereAndBack(path, bytes);
            continue;
        }
        if (path.from != nullptr)
            m_device->record(path.start, m_links->stream(path.link));
        go(path, path.link, false, bytes);
        if (path.to != nullptr)
            m_device->record(path.there, m_links->stream(path.link));
    }
    for (const Path& path : m_paths) {
        if (path.link < 0)
            continue;
        if (path.to != nullptr)
            m_device->wait(m_links->stream(path.back), path.there);
        go(path, path.back, true, bytes);
        m_device->record(path.end, m_links->stream(path.back));
    }
    auto trip = trips.begin();
    for (const Path& path : m_paths) {
        m_wait->until([&] { return m_device->isDone(path.end); });
        if (path.from == nullptr)
            continue;
        if (keep)
            ((*trip).*into).push_back(m_device->between(path.start, path.end));
        ++trip;
    }
}

/// What goes is not written, and what comes is not read: nobody needs what lies there, and both hold a value at least.
void LaneTiming::copyThereAndBack(const Path& path, Bytes bytes) {
    const void* const value = path.from->memory.gradient.data;
    void* const here = path.from->memory.wide.data;
    void* const there = path.to->memory.wide.data;
    m_device->record(path.start, path.from->send());
    m_device->copy(path.from->send(), there, value, bytes);
    m_device->record(path.there, path.from->send());
    m_device->wait(path.to->send(), path.there);
    m_device->copy(path.to->send(), here, there, bytes);
    m_device->record(path.end, path.to->send());
}

/// This process's end of a path over a link.
void LaneTiming::go(const Path& path, int link, bool isBack, Bytes bytes) {
    const DeviceLane& lane = path.from != nullptr ? *path.from : *path.to;
    if ((path.from != nullptr) != isBack)
        m_links->send(link, lane.memory.gradient.data, bytes);
    else
        m_links->receive(link, lane.memory.wide.data, bytes);
}

} // namespace lanewright::engine
