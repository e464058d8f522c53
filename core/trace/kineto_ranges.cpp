// SPDX-License-Identifier: Apache-2.0
#include "core/trace/kineto_ranges.h"

#include "core/trace/pytorch_action.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace lanewright {

namespace {

/// So many launches are looked up at a time, or a sixteenth of them where they are more: each share reads all kernels.
constexpr std::size_t kJoined = 1U << 16;
constexpr std::size_t kMostShares = 16;
/// So long two kernels of a stream may run at once: one may let the next begin before it has ended.
constexpr Time kMostTogether = 100'000;
/// A kernel may go on behind the host's last event for so long, or so many times what the host recorded: no longer.
constexpr double kMostBehind = 1e9;
constexpr double kMostTimesBehind = 10;

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

/// What kind of range it is, and which one received the value of another rank that it needs.
struct RangeNeed {
    bool isBackward = false;
    bool computes = false;
    std::optional<std::size_t> received = {};
};

/// The op whose value an op needs of another rank, if it lies on one.
Op neededBy(const Op& op) {
    return op.kind == OpKind::F ? Op{.kind = OpKind::F, .stage = op.stage - 1, .microbatch = op.microbatch}
                                : Op{.kind = OpKind::B, .stage = op.stage + 1, .microbatch = op.microbatch};
}

std::vector<RangeNeed> needsOfRanges(const std::vector<KinetoRange>& ranges) {
    using enum PytorchAction::Kind;
    std::vector<RangeNeed> needs(ranges.size());
    std::map<Op, std::size_t> received; // the last time that the value of the op was
    for (std::size_t at = 0; at < ranges.size(); ++at) {
        const auto action = pytorchActionFrom(ranges[at].name);
        if (!action)
            continue;
        if (action->kind == Receive)
            received[action->op] = at;
        if (action->kind != Compute)
            continue;
        needs[at].computes = true;
        needs[at].isBackward = isBackward(action->op.kind);
        if (const auto found = received.find(neededBy(action->op));
            found != received.end() && action->op.kind != OpKind::W)
            needs[at].received = found->second;
    }
    return needs;
}

/// What the operators of the schedule's thread tell.
///
/// A range that needs a value of another rank holds the wait for it, of which the thread shows nothing. What gathers
/// parameters and casts them comes before, and what computes comes behind: so the wait is the longest break in front of
/// the first operator that computes, which for a backward is the first of autograd's.
class OperatorReader {
public:
    OperatorReader(const std::vector<KinetoRange>& ranges, const KinetoFile& file, std::vector<RangeContent>& contents)
        : m_ranges(&ranges), m_file(&file), m_contents(&contents), m_needs(needsOfRanges(ranges)),
          m_begun(ranges.size(), kUnknownTime), m_moves(ranges.size()) {
        m_anyReceived = std::ranges::any_of(m_needs, [](const RangeNeed& need) { return need.received.has_value(); });
    }

    void read() {
        forEach([&](std::size_t at, const Extent& ran, OperatorKind kind) {
            RangeContent& content = (*m_contents)[at];
            grow(content.compute, ran.start, (*m_ranges)[at].end);
            if (kind == OperatorKind::Autograd)
                grow(content.parts[1], ran.start, (*m_ranges)[at].end);
            const bool computes = m_needs[at].isBackward ? kind == OperatorKind::Autograd : kind != OperatorKind::Moves;
            if (computes && (m_begun[at] == kUnknownTime || ran.start < m_begun[at]))
                m_begun[at] = ran.start;
        });
        forEach([&](std::size_t at, const Extent& ran, OperatorKind) {
            if (mayWait(at) && ran.start < m_begun[at])
                m_moves[at].push_back(ran);
        });
        for (std::size_t at = 0; at < m_ranges->size(); ++at)
            if (!m_moves[at].empty())
                splitAtWait(at);
        forEach([&](std::size_t at, const Extent& ran, OperatorKind kind) {
            RangeContent& content = (*m_contents)[at];
            if (kind != OperatorKind::Autograd && ran.start >= content.compute.start &&
                (content.parts[1].start == kUnknownTime || ran.start < content.parts[1].start))
                grow(content.parts[0], content.compute.start, ran.end);
        });
    }

private:
    void forEach(const auto& take) const {
        m_file->operators.forEach([&](const PackedRecords<4>::Record& record) {
            const auto [thread, start, end, kind] = record;
            if (thread != m_ranges->front().thread)
                return;
            if (const auto at = rangeAt(*m_ranges, start))
                take(*at, Extent{.start = start, .end = end}, static_cast<OperatorKind>(kind));
        });
    }

    bool mayWait(std::size_t at) const {
        return m_needs[at].computes && m_begun[at] != kUnknownTime && (m_needs[at].received || !m_anyReceived);
    }

    void splitAtWait(std::size_t at) {
        std::vector<Extent>& moves = m_moves[at];
        std::ranges::sort(moves, {}, &Extent::start);
        const Time first = moves.front().start;
        moves.push_back({.start = m_begun[at], .end = m_begun[at]});
        Time done = (*m_ranges)[at].start;
        Extent wait{.start = done, .end = done};
        for (const Extent& move : moves) {
            if (move.start - done > wait.length())
                wait = {.start = done, .end = move.start};
            done = std::max(done, move.end);
        }
        RangeContent& content = (*m_contents)[at];
        content.compute.start = std::max(content.compute.start, wait.end);
        if (wait.start > first)
            content.before = {.start = first, .end = wait.start};
    }

    const std::vector<KinetoRange>* m_ranges;
    const KinetoFile* m_file;
    std::vector<RangeContent>* m_contents;
    std::vector<RangeNeed> m_needs;
    bool m_anyReceived = false;
    std::vector<Time> m_begun;                ///< by range: its first operator that computes
    std::vector<std::vector<Extent>> m_moves; ///< by range: operators in front of that
};

/// A launch that lies in a range.
struct Launch {
    std::int64_t correlation = 0;
    Time start = 0;
    std::size_t range = 0;
    bool isOwn = false; ///< runs on the range's thread
    std::int64_t kernels = 0;
};

/// How long each stream was busy with what a range launched.
struct StreamUse {
    int stream = 0;
    Time busy = 0;
    Extent extent = kNoExtent;
};

/// A kernel that computes, for a second look at it.
struct RangeKernel {
    std::size_t range = 0;
    KinetoKernel kernel = {};
};

/// By stream, in the order in which they ran.
using StreamKernels = std::map<int, std::vector<RangeKernel>>;

class KernelJoin {
public:
    KernelJoin(const std::vector<KinetoRange>& ranges, const KinetoFile& file, RangeContents& contents)
        : m_ranges(&ranges), m_file(&file), m_contents(&contents.ofRange), m_odd(&contents.odd), m_uses(ranges.size()),
          m_needs(needsOfRanges(ranges)) {}

    void join(const std::stop_token& stop) {
        forEach(stop, [&](Launch& launch, const KinetoKernel& kernel) { take(launch, kernel); });
        for (std::size_t at = 0; at < m_uses.size(); ++at) {
            const auto most = std::ranges::max_element(m_uses[at], {}, &StreamUse::busy);
            m_streams.push_back(most == m_uses[at].end() ? -1 : most->stream);
            if (most != m_uses[at].end())
                (*m_contents)[at].compute = most->extent;
        }
        remeasureDoubtful(stop);
    }

private:
    /// Launches and kernels are told to meet by their numbers; a share of the numbers at a time.
    void forEach(const std::stop_token& stop, const auto& take) {
        const std::size_t shares = std::min(m_file->launches.size() / kJoined + 1, kMostShares);
        for (std::size_t share = 0; share < shares && !stop.stop_requested(); ++share) {
            const auto isIn = [&](std::int64_t correlation) {
                return static_cast<std::uint64_t>(correlation) % shares == share;
            };
            takeLaunches(isIn);
            m_file->kernels.forEach([&](const KinetoKernel::Record& record) {
                const KinetoKernel kernel = KinetoKernel::from(record);
                if (isIn(kernel.correlation))
                    for (Launch& launch :
                         std::ranges::equal_range(m_launches, kernel.correlation, {}, &Launch::correlation))
                        take(launch, kernel);
            });
        }
    }

    void takeLaunches(const auto& isIn) {
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

    void take(Launch& launch, const KinetoKernel& kernel) {
        RangeContent& content = (*m_contents)[launch.range];
        if (++launch.kernels > m_odd->ofOneLaunch) {
            m_odd->ofOneLaunch = launch.kernels;
            if (m_odd->correlation != kernel.correlation || m_odd->name.empty())
                m_odd->name = m_file->kernelNames[kernel.name];
            m_odd->correlation = kernel.correlation;
            m_odd->range = launch.range;
        }
        grow(content.kernels, kernel.start, kernel.end);
        if (kernel.isMessage)
            return;
        if (content.launched == kUnknownTime || launch.start < content.launched)
            content.launched = launch.start;
        grow(content.parts[launch.isOwn ? 0 : 1], kernel.start, kernel.end);
        StreamUse& use = useOf(launch.range, kernel.stream);
        grow(use.extent, kernel.start, kernel.end);
        use.busy += std::max<Time>(1, kernel.end - kernel.start);
    }

    /// Streams by their places, so that of two that were busy as long the first counts.
    StreamUse& useOf(std::size_t range, int stream) {
        std::vector<StreamUse>& uses = m_uses[range];
        const auto at = std::ranges::lower_bound(uses, stream, {}, &StreamUse::stream);
        return at != uses.end() && at->stream == stream ? *at : *uses.insert(at, {.stream = stream});
    }

    /// Ranges whose own kernels must be looked at one by one: of which one lasts beyond the beginning of another
    /// range's on their stream, or of which some ran before a value had come that the range needs.
    std::set<std::size_t> inQuestion() const {
        std::set<std::size_t> ranges;
        std::vector<std::size_t> byStart;
        for (std::size_t at = 0; at < m_contents->size(); ++at)
            if ((*m_contents)[at].compute.start != kUnknownTime)
                byStart.push_back(at);
        std::ranges::sort(byStart, {}, [&](std::size_t at) { return (*m_contents)[at].compute.start; });
        std::map<int, std::size_t> before; // by stream
        for (const std::size_t at : byStart) {
            const auto [last, isNew] = before.try_emplace(m_streams[at], at);
            if (!isNew && (*m_contents)[last->second].compute.end > (*m_contents)[at].compute.start)
                ranges.insert({last->second, at});
            const auto use = std::ranges::find(m_uses[at], m_streams[at], &StreamUse::stream);
            if (use->busy > use->extent.length() + kMostTogether || isEndless((*m_contents)[at].compute.end))
                ranges.insert(at);
            if (isNew || (*m_contents)[at].compute.end > (*m_contents)[last->second].compute.start)
                last->second = at;
        }
        for (std::size_t at = 0; at < m_contents->size(); ++at)
            if (arrivalIn(at))
                ranges.insert(at);
        return ranges;
    }

    /// When the value came that the range waited for, where that was while its kernels ran.
    std::optional<Time> arrivalIn(std::size_t at) const {
        const Extent& compute = (*m_contents)[at].compute;
        if (!m_needs[at].received || compute.start == kUnknownTime)
            return {};
        const Time came = (*m_contents)[*m_needs[at].received].kernels.end;
        return came != kUnknownTime && came > compute.start && came < compute.end ? std::optional(came) : std::nullopt;
    }

    /// Measures the ranges in question again, kernel by kernel: first what each computed, with wrong ends cut, and then
    /// what of that ran before the value had come that it waited for.
    void remeasureDoubtful(const std::stop_token& stop) {
        const std::set<std::size_t> ranges = inQuestion();
        if (ranges.empty())
            return;
        StreamKernels byStream = kernelsOf(ranges, stop);
        for (const std::size_t at : ranges)
            (*m_contents)[at].compute = kNoExtent;
        for (auto& [stream, kernels] : byStream)
            for (std::size_t at = 0; at < kernels.size(); ++at) {
                cutWhereNextBegins(kernels, at);
                const auto& [range, kernel] = kernels[at];
                grow((*m_contents)[range].compute, kernel.start, kernel.end);
            }
        for (const std::size_t at : ranges)
            if (const std::optional<Time> came = arrivalIn(at))
                splitAtArrival(at, byStream[m_streams[at]], *came);
    }

    /// The kernels that these ranges computed by, each on its range's stream.
    StreamKernels kernelsOf(const std::set<std::size_t>& ranges, const std::stop_token& stop) {
        StreamKernels byStream;
        forEach(stop, [&](const Launch& launch, const KinetoKernel& kernel) {
            if (!kernel.isMessage && ranges.contains(launch.range) && m_streams[launch.range] == kernel.stream)
                byStream[kernel.stream].push_back({.range = launch.range, .kernel = kernel});
        });
        for (auto& [stream, kernels] : byStream)
            std::ranges::sort(kernels, {}, [](const RangeKernel& each) {
                return std::pair{each.kernel.start, each.kernel.end};
            });
        return byStream;
    }

    /// Whether a kernel that ends then has a wrong end, whatever follows it.
    bool isEndless(Time end) const {
        const Extent& host = m_file->host;
        const double behind = static_cast<double>(end) - static_cast<double>(host.end);
        return end != kUnknownTime && host.end != kUnknownTime &&
               behind > std::max(kMostBehind, kMostTimesBehind * static_cast<double>(host.length()));
    }

    /// Kernels of one stream run one after the other: one that lasts far into the next has a wrong end. Those of a
    /// graph, which bear one correlation, may run side by side.
    void cutWhereNextBegins(std::vector<RangeKernel>& kernels, std::size_t at) {
        KinetoKernel& kernel = kernels[at].kernel;
        if (at + 1 == kernels.size()) {
            if (!isEndless(kernel.end))
                return;
            if (m_odd->endless++ == 0) {
                m_odd->endlessName = m_file->kernelNames[kernel.name];
                m_odd->endlessTook = kernel.end - kernel.start;
            }
            kernel.end = kernel.start;
            return;
        }
        const KinetoKernel& next = kernels[at + 1].kernel;
        const bool isWithin = kernel.end <= next.end && kernel.end - next.start <= kMostTogether;
        if (isWithin || kernel.end <= next.start || kernel.correlation == next.correlation)
            return;
        if (m_odd->tooLong++ == 0) {
            m_odd->longName = m_file->kernelNames[kernel.name];
            m_odd->longTook = kernel.end - kernel.start;
            m_odd->longCut = next.start - kernel.start;
        }
        kernel.end = next.start;
    }

    void splitAtArrival(std::size_t at, const std::vector<RangeKernel>& kernels, Time came) {
        Extent before = kNoExtent;
        Extent behind = kNoExtent;
        for (const auto& [range, kernel] : kernels)
            if (range == at)
                grow(kernel.start < came ? before : behind, kernel.start, kernel.end);
        if (before == kNoExtent || behind == kNoExtent)
            return;
        (*m_contents)[at].before = before;
        (*m_contents)[at].compute = behind;
    }

    const std::vector<KinetoRange>* m_ranges;
    const KinetoFile* m_file;
    std::vector<RangeContent>* m_contents;
    OddKernels* m_odd;
    std::vector<std::vector<StreamUse>> m_uses;
    std::vector<int> m_streams = {}; ///< by range: the one that it computed on; −1: none
    std::vector<RangeNeed> m_needs;
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

RangeContents contentOf(const std::vector<KinetoRange>& ranges, const KinetoFile& file, const std::stop_token& stop) {
    RangeContents contents{.ofRange = std::vector<RangeContent>(ranges.size())};
    if (ranges.empty())
        return contents;
    if (file.kernels.empty())
        OperatorReader{ranges, file, contents.ofRange}.read();
    else
        KernelJoin{ranges, file, contents}.join(stop);
    return contents;
}

} // namespace lanewright
