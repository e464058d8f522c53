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

/// A path between two lanes, of which one may be on another process: null here.
struct Path {
    int sender = 0;
    int receiver = 0;
    DeviceLane* from = nullptr;
    DeviceLane* to = nullptr;
    int link = -1; ///< there; −1: both lanes are here
    int back = -1; ///< the link of the other direction
    Event start = {}, there = {}, end = {};
};

class LaneTiming {
public:
    LaneTiming(const RunRequest& request, Device& device, const DeviceLanes& lanes, const EnqueueList& list,
               DeviceLinks* links, DeviceWait& wait)
        : m_device(&device), m_links(links), m_wait(&wait),
          m_valueBytes(Sizes{request.model}.boundary() * bytesOf(NumberKind::Float)) {
        const auto linkOf = linksOf(list);
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
                    path.link = linkOf.at({sender, receiver});
                    path.back = linkOf.at({receiver, sender});
                }
                path.start = m_device->makeEvent(true);
                path.there = m_device->makeEvent(false);
                path.end = m_device->makeEvent(true);
                m_paths.push_back(path);
            }
    }

    std::vector<LinkTrips> measure() {
        std::vector<LinkTrips> trips;
        for (const Path& path : m_paths)
            if (path.from != nullptr)
                trips.push_back({.from = path.sender, .to = path.receiver, .valueBytes = m_valueBytes});
        forEachRound([&](bool isLarge, bool counts) {
            enqueue(isLarge ? m_valueBytes : kSmallMessage);
            const std::vector<Time> times = awaitTrips();
            for (std::size_t at = 0; counts && at < trips.size(); ++at)
                (isLarge ? trips[at].large : trips[at].small).push_back(times[at]);
        });
        return trips;
    }

private:
    /// Each process enqueues its ends in one order of all: first what goes there, then what comes back. Before that a
    /// value goes over each link, so that no trip waits for the host at its other end.
    void enqueue(Bytes bytes) {
        for (const Path& path : m_paths)
            if (path.link >= 0)
                go(path, path.link, false, m_valueBytes);
        for (const Path& path : m_paths) {
            if (path.link < 0)
                copyThereAndBack(path, bytes);
            else
                sendThere(path, bytes);
        }
        for (const Path& path : m_paths)
            if (path.link >= 0)
                sendBack(path, bytes);
    }

    /// How long the trips took that begin at lanes of this process, in the order of their paths, once all have ended.
    std::vector<Time> awaitTrips() {
        std::vector<Time> times;
        times.reserve(m_paths.size());
        for (const Path& path : m_paths) {
            m_wait->until([&] { return m_device->isDone(path.end); });
            if (path.from != nullptr)
                times.push_back(m_device->between(path.start, path.end));
        }
        return times;
    }

    void sendThere(const Path& path, Bytes bytes) {
        const Stream stream = m_links->stream(path.link);
        if (path.from != nullptr)
            m_device->record(path.start, stream);
        go(path, path.link, false, bytes);
        if (path.to != nullptr)
            m_device->record(path.there, stream);
    }

    void sendBack(const Path& path, Bytes bytes) {
        const Stream stream = m_links->stream(path.back);
        if (path.to != nullptr)
            m_device->wait(stream, path.there);
        go(path, path.back, true, bytes);
        m_device->record(path.end, stream);
    }

    /// What goes is not written, and what comes is not read: nobody needs what lies there, and both hold a value at
    /// least.
    void copyThereAndBack(const Path& path, Bytes bytes) {
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
    void go(const Path& path, int link, bool isBack, Bytes bytes) {
        const DeviceLane& lane = path.from != nullptr ? *path.from : *path.to;
        if ((path.from != nullptr) != isBack)
            m_links->send(link, lane.memory.gradient.data, bytes);
        else
            m_links->receive(link, lane.memory.wide.data, bytes);
    }

    Device* m_device;
    DeviceLinks* m_links;
    DeviceWait* m_wait;
    Bytes m_valueBytes;
    std::vector<Path> m_paths; ///< those with an end here, in one order on all processes
};

} // namespace

std::vector<LinkTrips> measureLanes(const RunRequest& request, Device& device, const DeviceLanes& lanes,
                                    const EnqueueList& list, DeviceLinks* links, DeviceWait& wait) {
    return LaneTiming(request, device, lanes, list, links, wait).measure();
}

} // namespace lanewright::engine
