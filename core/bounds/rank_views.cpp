// SPDX-License-Identifier: Apache-2.0
#include "core/bounds/rank_views.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace lanewright::bounds {

namespace {

/// How wide the diagrams are of a rank that has little memory, and of that rank with others.
constexpr int kWidthOfRank = 64;
constexpr int kWidthTogether = 256;
/// A view of which less than this share of the most came waits for others.
constexpr double kLittle = 0.1;
/// What sets of more ranks cost, in what the dearest view took: a guess.
constexpr std::int64_t kDearer = 30;

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

RankViews::RankViews(const Lines& lines, const Lines& back, const std::stop_token& stop)
    : m_lines(lines), m_back(back), m_propagation(lines, back, stop), m_stop(stop), m_views(lines.onRank.size()),
      m_widenings(lines.onRank.size()), m_startInTurn(startInTurn(lines) && startInTurn(back)) {}

bool RankViews::canLook() const {
    return m_startInTurn && m_lines.onRank.size() > 1 &&
           std::ranges::any_of(m_lines.limit, [](Bytes limit) { return limit < Instance::kNoLimit; });
}

bool RankViews::takeLeftOut() { return std::exchange(m_leftOut, false); }

/// Adds a view where there are not too many series for it.
void RankViews::addView(int rank, const std::vector<int>& beside, RankDiagram::Weights weights, bool fromEnd,
                        double gain) {
    View view{beside, weights, fromEnd, {fromEnd ? m_back : m_lines, rank, beside, weights}, gain};
    if (view.diagram.isSmall())
        m_views[rank].push_back(std::move(view));
}

/// The views of the rank by itself and with each other, first those from the start, which cost less.
std::vector<RankViews::View>& RankViews::viewsOf(int rank) {
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
bool RankViews::addViews(int rank, std::int64_t effort) {
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
            m_leftOut = true;
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
double RankViews::raisedFrom(const Known& known, const Ends& ends) {
    double raised = 0;
    for (std::size_t op = 0; op < ends.heads.size(); ++op)
        raised += static_cast<double>(known.heads.front()[op] - ends.heads[op]) +
                  static_cast<double>(known.tails.front()[op] - ends.tails[op]);
    return raised;
}

bool RankViews::exhaust(Known& known, int rank, Time value, bool& isNew, std::int64_t& effort) {
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
        if (!m_propagation.draw(known, value, Depth::Memory, effort))
            return false;
        most = std::max(most, raised);
        std::ranges::fill(fresh, 1);
        fresh[next] = raised > kLittle * most ? 1 : 0;
    }
    return true;
}

} // namespace lanewright::bounds
