// SPDX-License-Identifier: Apache-2.0
#include "engine/gpu/kernel_log.h"

#include "core/base/mapped.h"

#include "engine/accelerator/kernel_trace.h"

#include <algorithm>
#include <limits>
#include <map>

namespace lanewright::engine {

namespace {

/// When a block ran.
struct Window {
    Time start = 0;
    Time end = 0;
};

/// What to add to the kernels' times so that all lie in their windows, the least there is; where none does it for all,
/// that which splits the difference.
Time offsetInto(const std::vector<Window>& windows, const std::vector<TracedKernel>& kernels) {
    Time least = std::numeric_limits<Time>::min();
    Time most = std::numeric_limits<Time>::max();
    for (const TracedKernel& kernel : kernels) {
        const Window& window = windows[kernel.mark];
        least = std::max(least, window.start - kernel.start);
        most = std::min(most, window.end - kernel.end);
    }
    if (least > most)
        return most + (least - most) / 2;
    return std::clamp<Time>(0, least, most);
}

/// Adds a kernel to the lane of its rank, which holds each name once.
class Lanes {
public:
    explicit Lanes(const std::vector<std::string>& names) : m_names(&names) {}

    KernelLane& of(int rank) {
        const auto found = std::ranges::find(m_lanes, rank, &KernelLane::rank);
        return found == m_lanes.end() ? m_lanes.emplace_back(KernelLane{.rank = rank}) : *found;
    }
    void add(int rank, int name, Kernel kernel) {
        KernelLane& lane = of(rank);
        const auto [found, isNew] = m_places.try_emplace({rank, name}, static_cast<int>(lane.names.size()));
        if (isNew)
            lane.names.push_back((*m_names)[name]);
        kernel.name = found->second;
        lane.kernels.push_back(kernel);
    }
    std::vector<KernelLane> take() {
        for (KernelLane& lane : m_lanes)
            std::ranges::stable_sort(lane.kernels, {}, &Kernel::start);
        return std::move(m_lanes);
    }

private:
    const std::vector<std::string>* m_names;
    std::map<std::pair<int, int>, int> m_places; ///< by rank and name: its place in the rank's names
    std::vector<KernelLane> m_lanes;
};

/// So that no line that tells of them grows too long for whoever reads it.
std::vector<KernelLane> inPieces(const std::vector<KernelLane>& lanes) {
    std::vector<KernelLane> pieces;
    for (const KernelLane& lane : lanes)
        for (std::size_t at = 0; at == 0 || at < lane.kernels.size(); at += KernelLog::kMost) {
            const auto first = lane.kernels.begin() + static_cast<std::ptrdiff_t>(at);
            const auto count = static_cast<std::ptrdiff_t>(std::min(KernelLog::kMost, lane.kernels.size() - at));
            pieces.push_back({.rank = lane.rank,
                              .names = lane.names,
                              .kernels = {first, first + count},
                              .leftOut = at == 0 ? lane.leftOut : 0});
        }
    return pieces;
}

} // namespace

void KernelLog::begin(int step) {
    if (m_trace == nullptr || step != m_step)
        return;
    if (m_isOn)
        m_trace->end();
    m_places.clear();
    m_trace->begin();
    m_isOn = true;
}

void KernelLog::enter(const std::string& name, const KernelPlace& place) {
    m_device->enter(name.c_str());
    if (!m_isOn)
        return;
    m_trace->enter(static_cast<int>(m_places.size()));
    m_places.push_back(place);
}

void KernelLog::leave() {
    if (m_isOn)
        m_trace->leave();
    m_device->leave();
}

std::vector<KernelLane> KernelLog::end(int step, const std::function<Time(Event)>& when, Time origin) {
    if (!m_isOn || step != m_step)
        return {};
    m_isOn = false;
    KernelTraces traces = m_trace->end();
    const std::vector<Window> windows = mapped(
        m_places, [&](const KernelPlace& place) { return Window{.start = when(place.start), .end = when(place.end)}; });
    for (TracedKernel& kernel : traces.kernels) {
        kernel.start -= origin;
        kernel.end -= origin;
    }
    const Time offset = offsetInto(windows, traces.kernels);
    Lanes lanes(traces.names);
    for (const TracedKernel& kernel : traces.kernels) {
        const auto mark = static_cast<std::size_t>(kernel.mark);
        const Window& window = windows[mark];
        const auto put = [&](Time time) {
            return std::clamp(time + offset, window.start, std::max(window.start, window.end));
        };
        lanes.add(m_places[mark].rank, kernel.name,
                  {.op = m_places[mark].op, .start = put(kernel.start), .end = put(kernel.end)});
    }
    if (traces.leftOut > 0 && !m_places.empty())
        lanes.of(m_places.front().rank).leftOut = traces.leftOut;
    return inPieces(lanes.take());
}

} // namespace lanewright::engine
