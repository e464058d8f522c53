// SPDX-License-Identifier: Apache-2.0
#include "core/bounds/refuter.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <utility>

namespace lanewright::bounds {

namespace {

constexpr Time kFar = -kNever;
constexpr int kMostDrawings = 60;
constexpr int kPasses = 12;
/// How often the orders of all ranks are looked at for one value, and how wide their diagrams are: narrow ones first,
/// which are quick and leave the wide ones less to look at.
constexpr int kMostExhausted = 30;
constexpr std::array kWidths = {8, 32, 128};
/// How wide the diagrams are of a rank that has little memory, and of that rank with others.
constexpr int kWidthOfRank = 64;
constexpr int kWidthTogether = 256;
/// A view of which less than this share of the most came waits for others.
constexpr double kLittle = 0.1;
/// What sets of more ranks cost, in what the dearest view took: a guess.
constexpr std::int64_t kDearer = 30;
/// Starts are tried of ranks that must hold nearly as much as any.
constexpr double kNearlyMost = 0.9;
/// Ops put into sets and taken out again at a time, while room is searched for.
constexpr std::int64_t kMostRoom = 300'000;
/// Pairs are tried first where what is left of the value is no more than one part of so many.
constexpr Time kFirstSlack = 64;

/// Whether no op starts before one that it waits for, so that ops of several ranks can be said in the order in which
/// they start. R need not wait for the gradient that its B waits for, and can be longer than all that comes before
/// that.
bool startInTurn(const Lines& lines) {
    for (const std::vector<Arc>& arcs : lines.before)
        for (const Arc& arc : arcs)
            if (arc.delay + lines.series[arc.from].each < 0)
                return false;
    return true;
}

/// All sets of so many of the ranks.
std::vector<std::vector<int>> setsOf(const std::vector<int>& ranks, std::size_t size) {
    if (size == 0)
        return {{}};
    std::vector<std::vector<int>> sets;
    for (std::size_t first = 0; first + size <= ranks.size(); ++first)
        for (std::vector<int>& rest :
             setsOf({ranks.begin() + static_cast<std::ptrdiff_t>(first) + 1, ranks.end()}, size - 1)) {
            rest.insert(rest.begin(), ranks[first]);
            sets.push_back(std::move(rest));
        }
    return sets;
}

} // namespace

Time grainOf(const Lines& lines) {
    Time grain = 0;
    for (int series = 0; series < lines.size(); ++series) {
        if (lines.series[series].spare > 0)
            return 1;
        grain = std::gcd(grain, lines.series[series].each);
        for (const Arc& arc : lines.before[series])
            grain = std::gcd(grain, arc.delay);
    }
    for (const std::vector<Time>* ends : {&lines.head, &lines.tail})
        for (const Time time : *ends)
            grain = std::gcd(grain, time);
    return std::max<Time>(grain, 1);
}

Refuter::Refuter(const Lines& lines, const Lines& back, const Before& before, const Before& after,
                 const std::vector<Heads>& heads, const std::vector<Heads>& tails, const std::stop_token& stop)
    : m_lines(lines), m_back(back), m_stop(stop) {
    m_learned.push_back({kFar, {before, after, {}, {}}});
    Known& known = m_learned.back().known;
    for (const Heads& each : heads)
        known.heads.push_back(each.get());
    for (const Heads& each : tails)
        known.tails.push_back(each.get());
    for (int rank = 0; rank < static_cast<int>(lines.onRank.size()); ++rank) {
        m_diagrams.emplace_back(lines, rank);
        m_backDiagrams.emplace_back(back, rank);
    }
    m_views.resize(m_diagrams.size());
    m_widenings.resize(m_diagrams.size());
    m_startInTurn = startInTurn(lines) && startInTurn(back);
}

/// Looks at all orders of each rank. False at a contradiction.
bool Refuter::exhaust(Known& known, Time value, std::int64_t& effort) {
    // Per start and rank: the heads and tails of which nothing more comes at this width.
    std::vector<std::vector<std::vector<Time>>> spent(known.heads.size(),
                                                      std::vector<std::vector<Time>>(m_diagrams.size()));
    const auto timesOf = [&](std::size_t start, std::size_t rank) {
        std::vector<Time> times;
        for (const int series : m_lines.onRank[rank])
            for (int op = m_lines.series[series].first;
                 op < m_lines.series[series].first + m_lines.series[series].count; ++op) {
                times.push_back(known.heads[start][op]);
                times.push_back(tail(known, start, op));
            }
        return times;
    };
    std::size_t width = 0;
    for (int round = 0; round < kMostExhausted && effort > 0 && !m_stop.stop_requested(); ++round) {
        bool raised = false;
        for (std::size_t start = 0; start < known.heads.size(); ++start)
            for (std::size_t rank = 0; rank < m_diagrams.size(); ++rank) {
                if (!m_diagrams[rank].isSmall())
                    continue;
                std::vector<Time> before = timesOf(start, rank);
                if (before == spent[start][rank])
                    continue;
                if (!look(m_diagrams[rank], m_backDiagrams[rank], known, start, value, kWidths[width], effort))
                    return false;
                if (timesOf(start, rank) != before)
                    raised = true;
                else
                    spent[start][rank] = std::move(before);
            }
        if (raised) {
            if (!draw(known, value, Depth::Memory, effort))
                return false;
            continue;
        }
        if (++width == kWidths.size())
            break;
        for (std::vector<std::vector<Time>>& each : spent)
            std::ranges::fill(each, std::vector<Time>{});
    }
    return true;
}

/// How long the rank takes at least for what its ops hold, from the start of each F to the end of its B, were it as
/// full as it may be all the time.
double Refuter::timeToHold(const Known& known, std::size_t start, int rank) const {
    double held = 0;
    for (const int one : m_lines.onRank[rank])
        for (const int other : m_lines.onRank[rank]) {
            const Series& forward = m_lines.series[one];
            const Series& backward = m_lines.series[other];
            if (forward.chunk != backward.chunk || forward.kind != OpKind::F || backward.kind != OpKind::B)
                continue;
            for (int index = 0; index < std::min(forward.count, backward.count); ++index) {
                const Time from = known.heads[start][forward.first + index];
                const Time to = known.heads[start][backward.first + index];
                if (from > kNever && to > kNever)
                    held += static_cast<double>(to + backward.each - from) * static_cast<double>(forward.net());
            }
        }
    return held / static_cast<double>(std::max<Bytes>(1, m_lines.limit[rank]));
}

/// The ranks with a limit, those first that must hold most for it, each with the start from which its ops have the
/// least time to spare: by the smallest value that was not refuted, of which most is known.
std::vector<Refuter::Tight> Refuter::byTimeToHold() const {
    const auto& [value, known] = m_together.empty() ? m_learned.back() : m_together.back();
    std::vector<Tight> ranks;
    for (int rank = 0; rank < static_cast<int>(m_lines.onRank.size()); ++rank) {
        if (m_lines.limit[rank] >= Instance::kNoLimit || !m_diagrams[rank].isSmall())
            continue;
        Tight tight{.rank = rank};
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t start = 0; start < known.heads.size(); ++start) {
            double spare = 0;
            for (const int series : m_lines.onRank[rank]) {
                const Series& line = m_lines.series[series];
                // What is not tied to start and end has all the time there is.
                for (int op = line.first; op < line.first + line.count; ++op)
                    spare -= static_cast<double>(known.heads[start][op]) + static_cast<double>(tail(known, start, op));
            }
            if (spare < least) {
                least = spare;
                tight.start = start;
            }
        }
        tight.hold = timeToHold(known, tight.start, rank);
        ranks.push_back(tight);
    }
    std::ranges::stable_sort(ranks, std::greater<>{}, &Tight::hold);
    return ranks;
}

/// Adds a view where there are not too many series for it.
void Refuter::addView(int rank, const std::vector<int>& beside, RankDiagram::Weights weights, bool fromEnd,
                      double gain) {
    View view{beside, weights, fromEnd, {fromEnd ? m_back : m_lines, rank, beside, weights}, gain};
    if (view.diagram.isSmall())
        m_views[rank].push_back(std::move(view));
}

/// The views of the rank by itself and with each other, first those from the start, which cost less.
std::vector<Refuter::View>& Refuter::viewsOf(int rank) {
    std::vector<View>& views = m_views[rank];
    if (!views.empty() || !m_startInTurn)
        return views;
    constexpr double kAtOnce = std::numeric_limits<double>::infinity();
    for (const bool fromEnd : {false, true}) {
        addView(rank, {}, RankDiagram::Weights::Order, fromEnd, kAtOnce);
        for (int other = 0; other < static_cast<int>(m_lines.onRank.size()); ++other)
            if (other != rank && !m_lines.onRank[other].empty())
                addView(rank, {other}, RankDiagram::Weights::Time, fromEnd, kAtOnce);
    }
    return views;
}

/// Adds what is worth a look where nothing more comes of what there is: the same sets of ranks with the rank's own W in
/// order, then larger sets of the others of which most came. False where there is nothing to add.
bool Refuter::addViews(int rank, std::int64_t effort) {
    std::vector<View>& views = m_views[rank];
    std::vector<std::pair<double, int>> best; // what came of each other
    for (const View& view : views)
        if (view.beside.size() == 1 && view.weights == RankDiagram::Weights::Time && !view.fromEnd && view.raised > 0)
            best.emplace_back(view.raised, view.beside.front());
    std::ranges::stable_sort(best, std::greater<>{}, &std::pair<double, int>::first);
    std::vector<int> others(best.size());
    std::ranges::transform(best, others.begin(), &std::pair<double, int>::second);
    std::int64_t most = 0;
    for (const View& view : views)
        most = std::max(most, view.cost);
    const std::size_t before = views.size();
    while (!others.empty() && views.size() == before) {
        const bool isLarger = m_widenings[rank].weights == RankDiagram::Weights::Order;
        const std::size_t size = m_widenings[rank].ofBeside + (isLarger ? 1 : 0);
        const auto weights = isLarger ? RankDiagram::Weights::Time : RankDiagram::Weights::Order;
        if (size > std::min<std::size_t>(others.size(), RankDiagram::kMostBeside))
            return false;
        if (size > 1 && kDearer * most > effort) {
            m_wantsMore = true;
            return false;
        }
        m_widenings[rank] = {size, weights};
        if (size > 1)
            others.resize(std::min<std::size_t>(others.size(), RankDiagram::kMostBeside));
        for (const bool fromEnd : {false, true})
            for (const std::vector<int>& set : setsOf(others, size))
                addView(rank, set, weights, fromEnd, 0);
    }
    return views.size() > before;
}

/// How much later the heads and tails of the first start are than those.
double Refuter::raisedFrom(const Known& known, const Ends& ends) {
    double raised = 0;
    for (std::size_t op = 0; op < ends.heads.size(); ++op)
        raised += static_cast<double>(known.heads.front()[op] - ends.heads[op]) +
                  static_cast<double>(known.tails.front()[op] - ends.tails[op]);
    return raised;
}

/// Looks from a start at all orders of a diagram and, from the end, of its reverse. False at a contradiction.
bool Refuter::look(RankDiagram& diagram, RankDiagram& back, Known& known, std::size_t start, Time value, int width,
                   std::int64_t& effort) const {
    std::vector<Time>& heads = known.heads[start];
    std::vector<Time>& tails = known.tails[start];
    return diagram.raise(heads, {known.before, tails, value, width}, effort, m_stop) &&
           back.raise(tails, {known.after, heads, value, width}, effort, m_stop);
}

/// Looks at the orders of the rank by itself and with each of the others, that first of which most came for what it
/// cost, until nothing more comes of any. False at a contradiction; `isNew` says whether anything came of it.
bool Refuter::exhaustViews(Known& known, int rank, Time value, bool& isNew, std::int64_t& effort) {
    std::vector<View>& views = viewsOf(rank);
    std::vector<char> fresh(views.size(), 1);
    double most = 0;
    while (effort > 0 && !m_stop.stop_requested()) {
        std::size_t next = views.size();
        for (std::size_t view = 0; view < views.size(); ++view)
            if (fresh[view] != 0 && (next == views.size() || views[view].gain > views[next].gain))
                next = view;
        if (next == views.size()) {
            if (!addViews(rank, effort))
                break;
            fresh.resize(views.size(), 1);
            continue;
        }
        View& view = views[next];
        const std::int64_t before = effort;
        std::vector<Time>& heads = known.heads.front();
        std::vector<Time>& tails = known.tails.front();
        const Ends ends = {heads, tails};
        const int width = view.beside.empty() ? kWidthOfRank : kWidthTogether;
        if (view.fromEnd ? !view.diagram.raise(tails, {known.after, heads, value, width}, effort, m_stop)
                         : !view.diagram.raise(heads, {known.before, tails, value, width}, effort, m_stop))
            return false;
        const double raised = raisedFrom(known, ends);
        if (effort <= 0)
            break;
        view.raised += raised;
        view.cost = before - effort;
        view.gain = raised / static_cast<double>(std::max<std::int64_t>(1, before - effort));
        fresh[next] = 0;
        if (raised == 0)
            continue;
        isNew = true;
        if (!draw(known, value, Depth::Memory, effort))
            return false;
        most = std::max(most, raised);
        std::ranges::fill(fresh, 1);
        fresh[next] = raised > kLittle * most ? 1 : 0;
    }
    return true;
}

/// Looks at the orders of each rank with each other, those of the ranks that must hold most first, until nothing more
/// comes of any. False at a contradiction.
bool Refuter::exhaustTogether(Known& known, Time value, std::int64_t& effort) {
    const std::vector<Tight> ranks = byTimeToHold();
    for (bool isNew = true; isNew && effort > 0 && !m_stop.stop_requested();) {
        isNew = false;
        for (const Tight& tight : ranks)
            if (!exhaustViews(known, tight.rank, value, isNew, effort))
                return false;
    }
    return true;
}

/// Where what looks of this kind learned is kept. Looks at several ranks are from one start.
std::vector<Refuter::Learned>& Refuter::learnedBy(Looks looks) {
    return looks == Looks::Ranks || m_learned.front().known.heads.size() == 1 ? m_learned : m_together;
}

/// Looks at several ranks are from the first start from which they refute the value: those of the ranks that must hold
/// most are tried. Where none does, it is the first of them.
bool Refuter::refutesFromAny(Time value, std::int64_t& effort) {
    std::vector<std::size_t> starts;
    const std::vector<Tight> ranks = byTimeToHold();
    for (const Tight& tight : ranks)
        if (tight.hold >= kNearlyMost * ranks.front().hold && std::ranges::find(starts, tight.start) == starts.end())
            starts.push_back(tight.start);
    if (starts.empty())
        starts.push_back(0);
    const Known& whole = m_learned.front().known;
    std::ranges::stable_sort(starts, {}, [&](std::size_t start) {
        double spare = 0;
        for (int op = 0; op < m_lines.ops; ++op)
            spare -= static_cast<double>(whole.heads[start][op]) + static_cast<double>(tail(whole, start, op));
        return spare;
    });
    starts.resize(std::min(starts.size(), kMostStarts));
    std::vector<Learned> first;
    for (std::size_t tried = 0; tried < starts.size(); ++tried) {
        const std::size_t start = starts[tried];
        m_together.assign(1, {kFar, {whole.before, whole.after, {whole.heads[start]}, {whole.tails[start]}}});
        const std::int64_t share = effort / static_cast<std::int64_t>(starts.size() - tried);
        std::int64_t left = share;
        const bool refuted = refutes(value, Looks::Together, left);
        effort -= share - left;
        if (refuted)
            return true;
        if (tried == 0)
            first = m_together;
    }
    m_together = std::move(first);
    return false;
}

bool Refuter::looksTogether() const {
    return m_startInTurn && m_lines.onRank.size() > 1 &&
           std::ranges::any_of(m_lines.limit, [](Bytes limit) { return limit < Instance::kNoLimit; });
}

bool Refuter::refutes(Time value, Looks looks, std::int64_t& effort) {
    std::vector<Learned>& learned = learnedBy(looks);
    if (learned.empty())
        return refutesFromAny(value, effort);
    while (learned.back().value < value)
        learned.pop_back();
    Known known = learned.back().known;
    m_wantsMore = false;
    if (!draw(known, value, Depth::Memory, effort))
        return true;
    if (looks == Looks::Together ? !exhaustTogether(known, value, effort)
                                 : !exhaust(known, value, effort) || !shaveAll(known, value, effort))
        return true;
    m_wantsMore = m_wantsMore || effort <= 0;
    if (learned.back().value == value)
        learned.pop_back();
    learned.push_back({value, std::move(known)});
    return false;
}

/// Rank by rank, each until nothing new comes of it: first the pairs for which little time is left, then others. False
/// at a contradiction.
bool Refuter::shaveAll(Known& known, Time value, std::int64_t& effort) const {
    const auto goesOn = [&] { return effort > 0 && !m_stop.stop_requested(); };
    for (Time slack = value / kFirstSlack + 1; goesOn();) {
        bool isNew = false;
        for (int rank = 0; rank < static_cast<int>(m_lines.onRank.size()); ++rank)
            for (bool more = true; more && goesOn(); isNew |= more)
                if (!shave(known, rank, value, slack, more, effort))
                    return false;
        if (isNew) {
            known.before.sort();
            known.after.sort();
            if (!draw(known, value, Depth::Memory, effort))
                return false;
        } else if (slack >= value)
            break;
        else
            slack *= 2;
    }
    return true;
}

/// The longest way from a start to its end on which `first` and then `second` run; `kNever` where there is none.
Time Refuter::wayThrough(const Known& known, int first, int second) const {
    const Time both = length(first) + length(second);
    Time longest = kNever;
    for (std::size_t start = 0; start < known.heads.size(); ++start) {
        const Time head = known.heads[start][static_cast<std::size_t>(first)];
        const Time after = tail(known, start, second);
        if (head > kNever && after > kNever)
            longest = std::max(longest, head + both + after);
    }
    return longest;
}

/// `first` runs before `second`. True when that is new.
bool Refuter::precede(Known& known, int first, int second) const {
    const int one = seriesOf(first);
    const int other = seriesOf(second);
    const int last = m_lines.size() - 1;
    const bool isNew = known.before.require(second, one, indexOf(first) + 1);
    known.after.require(m_lines.ops - 1 - first, last - other, m_lines.series[other].count - indexOf(second));
    return isNew;
}

/// Settles the pairs for which the time leaves only one way. True when one is new.
bool Refuter::settle(Known& known, Time value) const {
    bool isNew = false;
    for (const std::vector<int>& rank : m_lines.onRank)
        for (const int one : rank)
            for (const int other : rank) {
                if (one == other)
                    continue;
                const Series& line = m_lines.series[one];
                const Series& others = m_lines.series[other];
                for (int op = line.first; op < line.first + line.count; ++op) {
                    // Tails shrink along a series: what the op can't precede are the first of it.
                    int count = known.before.of(op, other);
                    while (count < others.count && wayThrough(known, op, others.first + count) > value)
                        ++count;
                    if (count > known.before.of(op, other))
                        isNew |= precede(known, others.first + count - 1, op);
                }
            }
    return isNew;
}

/// Says what comes before each op as what comes after others, and the other way round. True when something is new.
bool Refuter::share(Known& known) const {
    bool isNew = false;
    const int last = m_lines.size() - 1;
    for (const std::vector<int>& rank : m_lines.onRank)
        for (const int one : rank)
            for (const int other : rank) {
                if (one == other)
                    continue;
                const Series& line = m_lines.series[one];
                const Series& others = m_lines.series[other];
                for (int index = 0; index < line.count; ++index) {
                    const int op = line.first + index;
                    const int mirrored = m_lines.ops - 1 - op;
                    if (const int count = known.before.of(op, other); count > 0)
                        isNew |= known.after.require(m_lines.ops - 1 - (others.first + count - 1), last - one,
                                                     line.count - index);
                    if (const int count = known.after.of(mirrored, last - other); count > 0)
                        isNew |= known.before.require(others.first + others.count - count, one, index + 1);
                }
            }
    return isNew;
}

bool Refuter::raise(Known& known, Depth depth, std::int64_t& effort) const {
    effort -= 2 * kPasses * static_cast<std::int64_t>(known.heads.size()) * m_lines.ops;
    bool raised = false;
    const bool deep = depth == Depth::Memory;
    std::vector<char> touched = known.before.takeTouched();
    std::vector<char> touchedBack = known.after.takeTouched();
    if (deep) {
        std::ranges::fill(touched, 1);
        std::ranges::fill(touchedBack, 1);
    }
    const auto one = [&](const Lines& lines, const Before& before, const std::vector<char>& ranks,
                         std::vector<Time>& times) {
        const std::int64_t most = deep ? std::clamp<std::int64_t>(effort / 16, 0, kMostRoom) : 0;
        Heads heads(lines, before, times, ranks, most);
        heads.raise(depth, kPasses, m_stop);
        raised |= heads.get() != times;
        times = heads.get();
        if (deep)
            effort -= most - heads.effortLeft();
    };
    for (std::size_t start = 0; start < known.heads.size(); ++start) {
        one(m_lines, known.before, touched, known.heads[start]);
        one(m_back, known.after, touchedBack, known.tails[start]);
    }
    return raised;
}

/// Whether all ops, and all that a rank runs, can be within the value.
bool Refuter::fits(const Known& known, Time value) const {
    std::vector<Pressed> pressed;
    for (std::size_t start = 0; start < known.heads.size(); ++start)
        for (const std::vector<int>& rank : m_lines.onRank) {
            pressed.clear();
            for (const int series : rank) {
                const Series& line = m_lines.series[series];
                for (int op = line.first; op < line.first + line.count; ++op) {
                    const Time head = known.heads[start][static_cast<std::size_t>(op)];
                    const Time after = tail(known, start, op);
                    if (head <= kNever || after <= kNever)
                        continue;
                    if (head + line.each + after > value)
                        return false;
                    pressed.push_back({head, line.each, after});
                }
            }
            std::ranges::stable_sort(pressed, {}, &Pressed::head);
            if (preemptiveEnd(pressed) > value)
                return false;
        }
    return true;
}

/// Draws all that follows. False when that is a contradiction.
bool Refuter::draw(Known& known, Time value, Depth depth, std::int64_t& effort) const {
    for (int round = 0; round < kMostDrawings && effort > 0 && !m_stop.stop_requested(); ++round) {
        bool isNew = settle(known, value);
        do {
            effort -= 2 * static_cast<std::int64_t>(m_lines.ops);
            if (!known.before.close(m_stop) || !known.after.close(m_stop))
                return false;
        } while (share(known) && effort > 0);
        isNew |= raise(known, depth, effort);
        if (!fits(known, value))
            return false;
        if (!isNew)
            break;
    }
    return true;
}

/// Tries the next open pair of each op of the rank and each series there one way. False when both ways contradict;
/// `isNew` says whether any was settled.
bool Refuter::shave(Known& known, int rank, Time value, Time slack, bool& isNew, std::int64_t& effort) const {
    isNew = false;
    for (const int one : m_lines.onRank[rank])
        for (const int other : m_lines.onRank[rank]) {
            if (one == other)
                continue;
            const Series& line = m_lines.series[one];
            const Series& others = m_lines.series[other];
            for (int op = line.first; op < line.first + line.count; ++op) {
                // The first of the others that it may precede.
                const int count = known.before.of(op, other);
                if (count >= others.count || known.before.of(others.first + count, one) > indexOf(op) ||
                    wayThrough(known, op, others.first + count) < value - slack)
                    continue;
                if (effort <= 0 || m_stop.stop_requested())
                    return true;
                Known trial = known;
                effort -= m_lines.ops;
                precede(trial, op, others.first + count);
                if (draw(trial, value, Depth::Prefixes, effort))
                    continue;
                isNew = true;
                precede(known, others.first + count, op);
                if (!draw(known, value, Depth::Prefixes, effort))
                    return false;
            }
        }
    return true;
}

} // namespace lanewright::bounds
