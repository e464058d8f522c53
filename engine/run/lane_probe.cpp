// SPDX-License-Identifier: Apache-2.0
#include "engine/run/lane_probe.h"

#include "engine/run/link_probe.h"

namespace lanewright::engine {

LaneProbe::LaneProbe(const RunRequest& request, Device& device, const DeviceLanes& lanes, DeviceWait& wait)
    : m_device(&device), m_wait(&wait), m_valueBytes(Sizes{request.model}.boundary() * bytesOf(NumberKind::Float)) {
    for (const auto& from : lanes)
        for (const int peer : receiversIn(request.programs[static_cast<std::size_t>(from->rank)]))
            if (DeviceLane* const to = findLane(lanes, peer))
                m_links.push_back(
                    {from.get(), to, device.makeEvent(true), device.makeEvent(false), device.makeEvent(true)});
}

std::vector<LinkTrips> LaneProbe::measure() {
    std::vector<LinkTrips> trips;
    trips.reserve(m_links.size());
    for (const Link& link : m_links)
        trips.push_back({.from = link.from->rank, .to = link.to->rank, .valueBytes = m_valueBytes});
    forEachRound([&](bool isLarge, bool counts) {
        exchange(trips, isLarge ? &LinkTrips::large : &LinkTrips::small, isLarge ? m_valueBytes : kSmallLetter, counts);
    });
    return trips;
}

void LaneProbe::exchange(std::vector<LinkTrips>& trips, std::vector<Time> LinkTrips::*into, Bytes bytes, bool keep) {
    for (const Link& link : m_links) {
        // All of them hold a value at least, and nobody needs what lies there.
        const void* const value = link.from->memory.gradient.data;
        void* const here = link.from->memory.wide.data;
        void* const there = link.to->memory.wide.data;
        m_device->record(link.start, link.from->send);
        m_device->copy(link.from->send, there, value, bytes);
        m_device->record(link.there, link.from->send);
        m_device->wait(link.to->send, link.there);
        m_device->copy(link.to->send, here, there, bytes);
        m_device->record(link.back, link.to->send);
    }
    for (std::size_t at = 0; at < m_links.size(); ++at) {
        m_wait->until([&] { return m_device->isDone(m_links[at].back); });
        if (keep)
            (trips[at].*into).push_back(m_device->between(m_links[at].start, m_links[at].back));
    }
}

} // namespace lanewright::engine
