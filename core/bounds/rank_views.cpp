// SPDX-License-Identifier: Apache-2.0
#include "core/bounds/rank_views.h"

#include "core/base/mapped.h"
#include "core/base/switches.h"

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

/// How views are widened.
struct Widening {
    int beside = 1; ///< ranks
    RankDiagram::Weights weights = RankDiagram::Weights::Order;
};

/// The first views beside one rank have its own W as time. From there on by turns: those W in order, then as time again
/// beside one rank more.
Widening wideningAt(int number) {
    return {.beside = 1 + (number + 1) / 2,
            .weights = number % 2 == 0 ? RankDiagram::Weights::Order : RankDiagram::Weights::Time};
}

} // namespace

RankViews::RankViews(const Lines& lines, const Lines& back)
    : m_lines(lines), m_back(back), m_propagation(lines, back), m_views(lines.onRank.size()),
      m_widenings(lines.onRank.size()), m_startInTurn(startInTurn(lines) && startInTurn(back)) {}

bool RankViews::canLook() const {
    return m_startInTurn && !isOff("refuting:views") && m_lines.onRank.size() > 1 &&
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
                addView(rank, {other},
                        isOff("refuting:weight-time") ? RankDiagram::Weights::Order : RankDiagram::Weights::Time,
                        fromEnd, kAtOnce);
    }
    return views;
}

/// The others with which most came from the start, as long as the rank's own W were left out; the best first.
std::vector<int> RankViews::othersByGain(int rank) const {
    std::vector<std::pair<double, int>> best; // what came of each other
    for (const View& view : m_views[rank])
        if (view.beside.size() == 1 && view.weights == RankDiagram::Weights::Time && !view.fromEnd && view.raised > 0)
            best.emplace_back(view.raised, view.beside.front());
    std::ranges::stable_sort(best, std::greater<>{}, &std::pair<double, int>::first);
    return mapped(best, &std::pair<double, int>::second);
}

/// Adds what is worth a look where nothing more comes of what there is: the next widening that has any views, of each
/// other rank by itself or of the best together. False where there is nothing to add.
bool RankViews::addViews(int rank, std::int64_t left) {
    if (isOff("refuting:widening"))
        return false;
    std::vector<View>& views = m_views[rank];
    const std::vector<int> others = othersByGain(rank);
    const std::int64_t dearest = mostOf(views, &View::cost);
    const int most =
        std::min(static_cast<int>(others.size()), isOff("refuting:more-ranks") ? 1 : RankDiagram::kMostBeside);
    const std::size_t before = views.size();
    for (int& widened = m_widenings[rank]; views.size() == before; ++widened) {
        const auto [beside, weights] = wideningAt(widened);
        if (beside > most)
            return false;
        if (beside > 1 && kDearer * dearest > left) {
            m_leftOut = true;
            return false;
        }
        for (const bool fromEnd : {false, true}) {
            if (beside > 1)
                addView(rank, {others.begin(), others.begin() + beside}, weights, fromEnd, 0);
            else
                for (const int other : others)
                    addView(rank, {other}, weights, fromEnd, 0);
        }
    }
    return true;
}

/// How much later the heads and tails of the first start are than those.
double RankViews::raisedFrom(const Known& known, const Ends& ends) {
    double raised = 0;
    for (std::size_t op = 0; op < ends.heads.size(); ++op)
        raised += static_cast<double>(known.heads.front()[op] - ends.heads[op]) +
                  static_cast<double>(known.tails.front()[op] - ends.tails[op]);
    return raised;
}

/// The fresh view of which most came for what it cost; past the last where none is fresh.
std::size_t RankViews::mostGaining(const std::vector<View>& views, const std::vector<char>& fresh) {
    std::size_t best = views.size();
    for (std::size_t view = 0; view < views.size(); ++view)
        if (fresh[view] != 0 && (best == views.size() || views[view].gain > views[best].gain))
            best = view;
    return best;
}

/// Looks at a view. How much came of it; nothing at a contradiction.
std::optional<double> RankViews::raise(View& view, Known& known, Time value, Looks& looks) {
    const std::int64_t before = looks.spent();
    std::vector<Time>& heads = known.heads.front();
    std::vector<Time>& tails = known.tails.front();
    const Ends ends = {heads, tails};
    const int width = view.beside.empty() ? kWidthOfRank : kWidthTogether;
    if (view.fromEnd ? !view.diagram.raise(tails, {known.after, heads, value, width}, looks)
                     : !view.diagram.raise(heads, {known.before, tails, value, width}, looks))
        return {};
    const double raised = raisedFrom(known, ends);
    if (!looks.areOver()) {
        view.raised += raised;
        view.cost = looks.spent() - before;
        view.gain = raised / static_cast<double>(std::max<std::int64_t>(1, view.cost));
    }
    return raised;
}

Outcome RankViews::exhaust(Known& known, int rank, Time value, Looks& looks) {
    std::vector<View>& views = viewsOf(rank);
    std::vector<char> fresh(views.size(), 1);
    double most = 0;
    Outcome outcome = Outcome::Nothing;
    while (!looks.areOver()) {
        const std::size_t next = mostGaining(views, fresh);
        if (next == views.size()) {
            if (!addViews(rank, looks.left()))
                break;
            fresh.resize(views.size(), 1);
            continue;
        }
        const std::optional<double> raised = raise(views[next], known, value, looks);
        if (!raised)
            return Outcome::Contradiction;
        if (looks.areOver())
            break;
        fresh[next] = 0;
        if (*raised == 0)
            continue;
        outcome = Outcome::Settled;
        if (!m_propagation.draw(known, value, Depth::Memory, looks))
            return Outcome::Contradiction;
        most = std::max(most, *raised);
        std::ranges::fill(fresh, 1);
        fresh[next] = *raised > kLittle * most ? 1 : 0;
    }
    return outcome;
}

} // namespace lanewright::bounds
