// SPDX-License-Identifier: Apache-2.0
#include "core/solve/rank_order.h"

#include <algorithm>
#include <unordered_map>

namespace lanewright {

namespace {

using OwnSeries = RankAlone::Series;
using Counts = RunCounts;

/// A partial order: some ops have run.
struct Node {
    double least = 0;        ///< no order that begins with it ends sooner, but for noise
    std::size_t times = 0;   ///< where its times begin in `Layer::times`
    int parent = 0;          ///< the node of the layer before that it goes on from
    std::uint8_t series = 0; ///< the series of its last op
};

// The times of a node: when the rank is free; when all ends that must follow the ops that have run; then, series by
// series, the earliest start of each F and B that is left.
constexpr int kFree = 0;
constexpr int kEnd = 1;
constexpr int kStarts = 2;

/// Nodes that have run as many ops of each series, and so have as many times.
struct SameCounts {
    Counts counts = {};
    std::vector<Node> nodes = {};
};

/// All nodes that have run the same number of ops.
struct Layer {
    std::vector<SameCounts> states = {};
    std::vector<Time> times = {};
};

/// What is the same for all nodes of a state that run the next op of a series.
struct NextOp {
    int series = 0;
    int index = 0;
    Counts after = {};
    int own = -1;    ///< which of the node's times is the op's earliest start; −1: none, since it is a W
    double area = 0; ///< the areas of all ops that are left afterwards
    Time work = 0;   ///< how long those take
    int times = 0;   ///< how many times a node has afterwards
};

/// The diagram. Only two layers are kept, and of the others the origin of each node, to read the best order back.
class Diagram {
public:
    Diagram(const RankAlone& rank, const Beam& beam, Random& random) : m_rank(rank), m_beam(beam), m_random(random) {
        for (const OwnSeries& series : rank.series) {
            std::vector<double>& areas = m_areasFrom.emplace_back(series.count + 1, 0);
            for (int index = series.count; index-- > 0;)
                areas[index] = areas[index + 1] + series.areas[index];
            m_needs.emplace_back(series.count);
        }
        for (std::size_t series = 0; series < rank.series.size(); ++series)
            for (int index = 0; index < rank.series[series].count; ++index)
                for (const RankAlone::Way& way : rank.series[series].ways[index])
                    m_needs[way.series][way.index][series] = static_cast<std::uint16_t>(index + 1);
    }

    RankOrder run(Allowance& allowance) {
        int total = 0;
        m_layer.states = {{.nodes = {Node{}}}};
        m_layer.times = {0, 0}; // kFree, kEnd
        for (const OwnSeries& one : m_rank.series) {
            total += one.count;
            if (!one.isWeight())
                m_layer.times.insert(m_layer.times.end(), one.heads.begin(), one.heads.end());
        }
        for (int done = 0; done < total; ++done) {
            if (!advance(allowance))
                return {};
            cut();
            if (m_layer.states.empty())
                return {};
        }
        return read();
    }

private:
    const OwnSeries& at(int series) const { return m_rank.series[series]; }
    int size() const { return static_cast<int>(m_rank.series.size()); }

    /// True where the series has a next op and all ops that it waits for have run.
    bool canRun(const Counts& counts, int series) const {
        const OwnSeries& one = at(series);
        const int index = counts[series];
        if (index == one.count || (one.source >= 0 && counts[one.source] <= index))
            return false;
        const Counts& needs = m_needs[series][index];
        for (int other = 0; other < size(); ++other)
            if (counts[other] < needs[other])
                return false;
        return true;
    }

    /// Runs every op that can be next, after every node of the layer. False where the allowance is used up.
    bool advance(Allowance& allowance) {
        m_next.states.clear();
        m_next.times.clear();
        m_numbers.clear();
        int parents = 0; // nodes of the states before
        for (const SameCounts& state : m_layer.states) {
            Bytes held = 0;
            for (int series = 0; series < size(); ++series)
                held += state.counts[series] * at(series).change;
            for (int series = 0; series < size(); ++series) {
                if (held + at(series).rise > m_rank.limit || !canRun(state.counts, series))
                    continue;
                const NextOp step = stepOf(state.counts, series);
                const std::size_t looks = (state.nodes.size() + 1) * static_cast<std::size_t>(step.times);
                if (!allowance.spend(static_cast<std::int64_t>(looks)))
                    return false;
                SameCounts& next = stateAfter(step.after);
                for (std::size_t node = 0; node < state.nodes.size(); ++node)
                    follow(step, state.nodes[node], parents + static_cast<int>(node), next);
            }
            parents += static_cast<int>(state.nodes.size());
        }
        return true;
    }

    SameCounts& stateAfter(const Counts& counts) {
        const auto [place, isNew] = m_numbers.try_emplace(counts, m_next.states.size());
        if (isNew)
            m_next.states.push_back({counts, {}});
        return m_next.states[place->second];
    }

    NextOp stepOf(const Counts& counts, int series) const {
        NextOp step{.series = series, .index = counts[series], .after = counts, .times = kStarts};
        ++step.after[series];
        int before = kStarts;
        for (int other = 0; other < size(); ++other) {
            const OwnSeries& each = at(other);
            const int left = each.count - step.after[other];
            step.area += m_areasFrom[other][step.after[other]];
            step.work += left * each.length;
            if (each.isWeight())
                continue;
            if (other == series)
                step.own = before;
            step.times += left;
            before += each.count - counts[other];
        }
        return step;
    }

    /// Adds the node that runs the step after `before`, unless all its times are as late as those of another node or
    /// later. Nodes that are so beside the new one go.
    void follow(const NextOp& step, const Node& before, int parent, SameCounts& next) {
        const std::size_t begin = m_next.times.size();
        m_next.times.resize(begin + step.times);
        Time* const times = m_next.times.data() + begin;
        double least = runStep(step, m_layer.times.data() + before.times, times);
        const auto timesOf = [&](const Node& node) { return m_next.times.data() + node.times; };
        if (std::ranges::any_of(next.nodes,
                                [&](const Node& other) { return isNoLater(timesOf(other), times, step.times); })) {
            m_next.times.resize(begin);
            return;
        }
        std::erase_if(next.nodes, [&](const Node& other) { return isNoLater(times, timesOf(other), step.times); });
        if (m_beam.noise > 0)
            least += m_beam.noise * m_random.unit();
        next.nodes.push_back({least, begin, parent, static_cast<std::uint8_t>(step.series)});
    }

    /// Writes the times after the step from those before it. Returns a bound on the end: by the longest path, by the
    /// work that is left, and by the memory that the ops left hold.
    double runStep(const NextOp& step, const Time* before, Time* after) const {
        const OwnSeries& runs = at(step.series);
        const Time end = std::max(before[kFree], step.own < 0 ? 0 : before[step.own]) + runs.length;
        after[kFree] = end;
        after[kEnd] = std::max(before[kEnd], end + runs.tails[step.index]);
        Time last = std::max(after[kEnd], end + step.work);
        double area = step.area;
        // Behind the starts both have a time for each F and B that is left, series by series, as the ways have.
        const Time* nextBefore = before + kStarts;
        Time* nextAfter = after + kStarts;
        auto way = runs.ways[step.index].begin();
        const auto waitsFor = [&, waysEnd = runs.ways[step.index].end()](int series, int index) {
            const bool isNext = way != waysEnd && way->series == series && way->index == index;
            return isNext ? end + (way++)->delay : 0;
        };
        for (int series = 0; series < size(); ++series) {
            const OwnSeries& each = at(series);
            if (each.isWeight())
                continue;
            nextBefore += series == step.series ? 1 : 0; // the op of the step
            // Microbatches below this number have run the op before, and are held until this one.
            const int heldBelow = each.source < 0 ? 0 : step.after[each.source];
            const double bytesOfEach = each.source < 0 ? 0 : static_cast<double>(at(each.source).held);
            Time free = end;
            for (int index = step.after[series]; index < each.count; ++index) {
                const Time ready = std::max({*nextBefore++, free, waitsFor(series, index)});
                *nextAfter++ = ready;
                if (index < heldBelow)
                    area += bytesOfEach * static_cast<double>(ready - end);
                free = ready + each.length;
                last = std::max(last, free + each.tails[index]);
            }
        }
        return boundOf(end, last, area);
    }

    /// No order ends before `last`, nor sooner after `end` than it takes to hold what the ops left hold (`area`, bytes
    /// times ticks), were the rank as full as it may be all the time.
    double boundOf(Time end, Time last, double area) const {
        const auto least = static_cast<double>(last);
        return m_rank.limit < Instance::kNoLimit
                   ? std::max(least, static_cast<double>(end) + area / static_cast<double>(m_rank.limit))
                   : least;
    }

    /// Keeps the best nodes of the next layer, which becomes the layer.
    void cut() {
        std::vector<double> all;
        for (SameCounts& state : m_next.states) {
            std::ranges::stable_sort(state.nodes, {}, &Node::least);
            if (static_cast<int>(state.nodes.size()) > m_beam.ofCounts)
                state.nodes.resize(m_beam.ofCounts);
            for (const Node& node : state.nodes)
                all.push_back(node.least);
        }
        if (static_cast<int>(all.size()) > m_beam.ofLayer) {
            std::ranges::nth_element(all, all.begin() + m_beam.ofLayer);
            const double most = all[m_beam.ofLayer];
            for (SameCounts& state : m_next.states)
                std::erase_if(state.nodes, [&](const Node& node) { return node.least > most; });
        }
        std::erase_if(m_next.states, [](const SameCounts& state) { return state.nodes.empty(); });
        std::swap(m_layer, m_next);
        std::vector<Node>& origins = m_origins.emplace_back();
        for (const SameCounts& state : m_layer.states)
            origins.insert(origins.end(), state.nodes.begin(), state.nodes.end());
    }

    /// The order of the best node of the last layer, which has one state.
    RankOrder read() const {
        const std::vector<Node>& nodes = m_layer.states.front().nodes;
        const auto endOf = [&](const Node& node) { return m_layer.times[node.times + 1]; };
        const auto best = std::ranges::min_element(nodes, {}, endOf);
        RankOrder order{.series = std::vector<std::uint8_t>(m_origins.size()), .end = endOf(*best)};
        int node = static_cast<int>(best - nodes.begin());
        for (std::size_t layer = m_origins.size(); layer-- > 0;) {
            order.series[layer] = m_origins[layer][node].series;
            node = m_origins[layer][node].parent;
        }
        return order;
    }

    const RankAlone& m_rank;
    Beam m_beam;
    Random& m_random;
    std::vector<std::vector<double>> m_areasFrom = {}; ///< per series and op: its area and those of later ops
    std::vector<std::vector<Counts>> m_needs = {};     ///< per series and op: how many ops must have run before
    Layer m_layer = {};
    Layer m_next = {};
    std::unordered_map<Counts, std::size_t, HashOfCounts> m_numbers = {}; ///< where counts are in `m_next.states`
    std::vector<std::vector<Node>> m_origins = {};                        ///< per layer and node
};

} // namespace

RankOrder orderAlone(const RankAlone& rank, const Beam& beam, Allowance& allowance, Random& random) {
    return Diagram(rank, beam, random).run(allowance);
}

} // namespace lanewright
