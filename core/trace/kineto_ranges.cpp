// SPDX-License-Identifier: Apache-2.0
#include "core/trace/kineto_ranges.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>

namespace lanewright {

namespace {

/// So many launches are looked up at a time, or a sixteenth of them where they are more: each share reads all kernels.
constexpr std::size_t kJoined = 1U << 16;
constexpr std::size_t kMostShares = 16;

void grow(Extent& extent, Time start, Time end) {
    extent.start = extent.start == kUnknownTime ? start : std::min(extent.start, start);
    extent.end = extent.end == kUnknownTime ? end : std::max(extent.end, end);
}

/// The place of the range that holds the time.
std::optional<std::size_t> rangeAt(const std::vector<KinetoRange>& ranges, Time time) {
    const auto behind = std::ranges::upper_bound(ranges, time, {}, &KinetoRange::start);
    if (behind == ranges.begin() || time >= std::prev(behind)->end)
        return {};
    return static_cast<std::size_t>(std::prev(behind) - ranges.begin());
}

/// What the operators of the schedule's thread tell: a backward begins with the first of autograd's.
void readOperators(const std::vector<KinetoRange>& ranges, const KinetoFile& file,
                   std::vector<RangeContent>& contents) {
    const auto forEach = [&](const auto& take) {
        file.operators.forEach([&](const PackedRecords<4>::Record& record) {
            const auto [thread, start, end, isAutograd] = record;
            if (thread != ranges.front().thread)
                return;
            if (const auto at = rangeAt(ranges, start))
                take(contents[*at], ranges[*at], Extent{.start = start, .end = end}, isAutograd != 0);
        });
    };
    forEach([](RangeContent& content, const KinetoRange& range, const Extent& ran, bool isAutograd) {
        grow(content.compute, ran.start, range.end);
        if (isAutograd)
            grow(content.parts[1], ran.start, range.end);
    });
    forEach([](RangeContent& content, const KinetoRange&, const Extent& ran, bool isAutograd) {
        if (!isAutograd && (content.parts[1].start == kUnknownTime || ran.start < content.parts[1].start))
            grow(content.parts[0], content.compute.start, ran.end);
    });
}

/// A launch that lies in a range.
struct Launch {
    std::int64_t correlation = 0;
    Time start = 0;
    std::size_t range = 0;
    bool isOwn = false; ///< runs on the range's thread
};

/// How long each stream was busy with what a range launched.
struct StreamUse {
    std::int64_t stream = 0;
    Time busy = 0;
    Extent extent = kNoExtent;
};

class KernelJoin {
public:
    KernelJoin(const std::vector<KinetoRange>& ranges, const KinetoFile& file, std::vector<RangeContent>& contents)
        : m_ranges(&ranges), m_file(&file), m_contents(&contents), m_uses(ranges.size()) {}

    /// Launches and kernels are told to meet by their numbers; a share of the numbers at a time.
    void join(const std::stop_token& stop) {
        const std::uint64_t shares = std::min(1 + m_file->launches.size() / kJoined, kMostShares);
        for (std::uint64_t share = 0; share < shares && !stop.stop_requested(); ++share) {
            const auto isIn = [&](std::int64_t number) { return static_cast<std::uint64_t>(number) % shares == share; };
            takeLaunches(isIn);
            m_file->kernels.forEach([&](const PackedRecords<5>::Record& kernel) {
                if (isIn(kernel[0]))
                    take(kernel);
            });
        }
        for (std::size_t at = 0; at < m_uses.size(); ++at)
            if (const auto most = std::ranges::max_element(m_uses[at], {}, &StreamUse::busy); most != m_uses[at].end())
                (*m_contents)[at].compute = most->extent;
    }

private:
    template <typename IsIn>
    void takeLaunches(const IsIn& isIn) {
        m_launches.clear();
        m_file->launches.forEach([&](const PackedRecords<3>::Record& record) {
            const auto [correlation, start, thread] = record;
            if (!isIn(correlation))
                return;
            if (const auto at = rangeAt(*m_ranges, start))
                m_launches.push_back({.correlation = correlation,
                                      .start = start,
                                      .range = *at,
                                      .isOwn = thread == (*m_ranges)[*at].thread});
        });
        std::ranges::sort(m_launches, {}, &Launch::correlation);
    }

    void take(const PackedRecords<5>::Record& kernel) {
        const auto [correlation, start, end, stream, isMessage] = kernel;
        for (const Launch& launch : std::ranges::equal_range(m_launches, correlation, {}, &Launch::correlation)) {
            RangeContent& content = (*m_contents)[launch.range];
            grow(content.kernels, start, end);
            if (isMessage != 0)
                continue;
            if (content.launched == kUnknownTime || launch.start < content.launched)
                content.launched = launch.start;
            grow(content.parts[launch.isOwn ? 0 : 1], start, end);
            StreamUse& use = useOf(launch.range, stream);
            grow(use.extent, start, end);
            use.busy += std::max<Time>(1, end - start);
        }
    }

    /// Streams by their places, so that of two that were busy as long the first counts.
    StreamUse& useOf(std::size_t range, std::int64_t stream) {
        std::vector<StreamUse>& uses = m_uses[range];
        const auto at = std::ranges::lower_bound(uses, stream, {}, &StreamUse::stream);
        return at != uses.end() && at->stream == stream ? *at : *uses.insert(at, {.stream = stream});
    }

    const std::vector<KinetoRange>* m_ranges;
    const KinetoFile* m_file;
    std::vector<RangeContent>* m_contents;
    std::vector<std::vector<StreamUse>> m_uses;
    std::vector<Launch> m_launches = {};
};

} // namespace

std::vector<KinetoRange> scheduleRanges(std::vector<KinetoRange> all) {
    std::map<int, int> counts;
    for (const KinetoRange& range : all)
        ++counts[range.thread];
    const auto most = std::ranges::max_element(counts, {}, [](const auto& each) { return each.second; });
    std::erase_if(all, [&](const KinetoRange& range) { return range.thread != most->first; });
    std::ranges::stable_sort(all, [](const KinetoRange& a, const KinetoRange& b) {
        return a.start != b.start ? a.start < b.start : a.end > b.end;
    });
    std::vector<KinetoRange> outer;
    for (KinetoRange& range : all)
        if (outer.empty() || range.start >= outer.back().end)
            outer.push_back(std::move(range));
    return outer;
}

std::vector<RangeContent> contentOf(const std::vector<KinetoRange>& ranges, const KinetoFile& file,
                                    const std::stop_token& stop) {
    std::vector<RangeContent> contents(ranges.size());
    if (ranges.empty())
        return contents;
    if (file.kernels.empty())
        readOperators(ranges, file, contents);
    else
        KernelJoin{ranges, file, contents}.join(stop);
    return contents;
}

} // namespace lanewright
