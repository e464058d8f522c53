// SPDX-License-Identifier: Apache-2.0
#include "core/solve/rank_order.h"

#include <algorithm>
#include <unordered_map>

namespace lanewright {

namespace {

using OwnSeries = RankAlone::Series;
using Counts = RunCounts;

/// A way that has run some ops.
struct Node {
    double least = 0;      ///< no order that goes on from here ends sooner
    std::size_t times = 0; ///< where its times begin in the layer
    int parent = 0;        ///< in the layer before
    std::uint8_t series = 0;
};

/// Nodes with the same counts, and so with as many times each: when the rank is free, when all that follows what has
/// run ends, then series by series when each F and B that is left can start.
struct State {
    Counts counts = {};
    std::vector<Node> nodes = {};
};

struct Layer {
    std::vector<State> states = {};
    std::vector<Time> times = {};
};

/// What running an op of the series means for all nodes of a state.
struct Step {
    int series = 0;
    int index = 0;
    Counts before = {};
    Counts after = {};
    int own = -1;    ///< which time of the node before says when it can start; −1: none
    double area = 0; ///< what all ops that are left hold
    Time work = 0;   ///< how long they take
    int times = 0;   ///< how many there are afterwards
};

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
        m_layer.times = {0, 0};
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
    /// How a node of a layer came about.
    struct Origin {
        int parent = 0;
        std::uint8_t series = 0;
    };

    const OwnSeries& at(int series) const { return m_rank.series[series]; }
    int size() const { return static_cast<int>(m_rank.series.size()); }

    /// Whether all that the next op of the series waits for has run.
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

    bool advance(Allowance& allowance) {
        m_next.states.clear();
        m_next.times.clear();
        m_numbers.clear();
        int parents = 0; // nodes of the states before
        for (const State& state : m_layer.states) {
            Bytes held = 0;
            for (int series = 0; series < size(); ++series)
                held += state.counts[series] * at(series).change;
            for (int series = 0; series < size(); ++series) {
                if (held + at(series).rise > m_rank.limit || !canRun(state.counts, series))
                    continue;
                const Step step = stepOf(state.counts, series);
                const std::size_t looks = (state.nodes.size() + 1) * static_cast<std::size_t>(step.times);
                if (!allowance.spend(static_cast<std::int64_t>(looks)))
                    return false;
                State& next = stateAfter(step.after);
                for (std::size_t node = 0; node < state.nodes.size(); ++node)
                    follow(step, state.nodes[node], parents + static_cast<int>(node), next);
            }
            parents += static_cast<int>(state.nodes.size());
        }
        return true;
    }

    State& stateAfter(const Counts& counts) {
        const auto [place, isNew] = m_numbers.try_emplace(counts, m_next.states.size());
        if (isNew)
            m_next.states.push_back({counts, {}});
        return m_next.states[place->second];
    }

    Step stepOf(const Counts& counts, int series) const {
        Step step{.series = series, .index = counts[series], .before = counts, .after = counts, .times = 2};
        ++step.after[series];
        int before = 2;
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

    /// Adds the node that comes of `before`, unless another of its state is nowhere later.
    void follow(const Step& step, const Node& before, int parent, State& next) {
        const OwnSeries& runs = at(step.series);
        const std::size_t begin = m_next.times.size();
        m_next.times.resize(begin + step.times);
        Time* const times = m_next.times.data() + begin;
        const Time* had = m_layer.times.data() + before.times;
        const Time start = std::max(had[0], step.own < 0 ? 0 : had[step.own]);
        const Time end = start + runs.length;
        times[0] = end;
        times[1] = std::max(had[1], end + runs.tails[step.index]);
        Time last = std::max(times[1], end + step.work);
        double area = step.area;
        had += 2;
        Time* time = times + 2;
        const std::vector<RankAlone::Way>& ways = runs.ways[step.index];
        auto way = ways.begin();
        for (int series = 0; series < size(); ++series) {
            const OwnSeries& each = at(series);
            if (each.isWeight())
                continue;
            had += series == step.series ? 1 : 0;
            const int away = each.source < 0 ? 0 : step.after[each.source];
            const double held = each.source < 0 ? 0 : static_cast<double>(at(each.source).held);
            Time free = end;
            for (int index = step.after[series]; index < each.count; ++index) {
                Time ready = std::max(*had++, free);
                if (way != ways.end() && way->series == series && way->index == index)
                    ready = std::max(ready, end + (way++)->delay);
                *time++ = ready;
                if (index < away)
                    area += held * static_cast<double>(ready - end);
                free = ready + each.length;
                last = std::max(last, free + each.tails[index]);
            }
        }
        for (const Node& other : next.nodes)
            if (isNoLater(m_next.times.data() + other.times, times, step.times)) {
                m_next.times.resize(begin);
                return;
            }
        std::erase_if(next.nodes, [&](const Node& other) {
            return isNoLater(times, m_next.times.data() + other.times, step.times);
        });
        double least = static_cast<double>(last);
        if (m_rank.limit < Instance::kNoLimit)
            least = std::max(least, static_cast<double>(end) + area / static_cast<double>(m_rank.limit));
        if (m_beam.noise > 0)
            least += m_beam.noise * m_random.unit();
        next.nodes.push_back({least, begin, parent, static_cast<std::uint8_t>(step.series)});
    }

    /// Keeps of the next layer what looks best, and makes it the layer.
    void cut() {
        std::vector<double> all;
        for (State& state : m_next.states) {
            std::ranges::stable_sort(state.nodes, {}, &Node::least);
            if (static_cast<int>(state.nodes.size()) > m_beam.ofCounts)
                state.nodes.resize(m_beam.ofCounts);
            for (const Node& node : state.nodes)
                all.push_back(node.least);
        }
        if (static_cast<int>(all.size()) > m_beam.ofLayer) {
            std::ranges::nth_element(all, all.begin() + m_beam.ofLayer);
            const double most = all[m_beam.ofLayer];
            for (State& state : m_next.states)
                std::erase_if(state.nodes, [&](const Node& node) { return node.least > most; });
        }
        std::erase_if(m_next.states, [](const State& state) { return state.nodes.empty(); });
        std::swap(m_layer, m_next);
        std::vector<Origin>& origins = m_origins.emplace_back();
        for (const State& state : m_layer.states)
            for (const Node& node : state.nodes)
                origins.push_back({node.parent, node.series});
    }

    /// The best way to the last layer, whose nodes all have the same counts.
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
    std::vector<std::vector<double>> m_areasFrom = {}; ///< per series and op: of it and those behind it
    std::vector<std::vector<Counts>> m_needs = {};     ///< per series and op: it starts no sooner than so many have run
    Layer m_layer = {};
    Layer m_next = {};
    std::unordered_map<Counts, std::size_t, HashOfCounts> m_numbers = {}; ///< the states of `m_next`
    std::vector<std::vector<Origin>> m_origins = {};                      ///< per layer and node
};

} // namespace

RankOrder orderAlone(const RankAlone& rank, const Beam& beam, Allowance& allowance, Random& random) {
    return Diagram(rank, beam, random).run(allowance);
}

} // namespace lanewright
