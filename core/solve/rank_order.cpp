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
/// run ends, then per series when each op can start whose microbatch is away, the next one first.
struct State {
    Counts counts = {};
    int size = 2;
    std::vector<Node> nodes = {};
};

struct Layer {
    std::vector<State> states = {};
    std::vector<Time> times = {};
};

/// How the times of a node come from those of the node before when an op of the series runs: the same for all nodes of
/// a state.
struct Step {
    struct Slot {
        int from = -1; ///< which time of the node before it takes over; −1: the op that runs sends its microbatch away
        bool first = false; ///< the first that waits of its series
        Time length = 0;    ///< the op that waits takes so long
        double held = 0;    ///< while it waits
    };

    int waits = -1; ///< which time of the node before says when the op can start; −1: none
    Time head = 0;
    double area = 0; ///< what all ops that are left hold
    Time work = 0;   ///< how long they take
    std::vector<Slot> slots = {};
};

class Diagram {
public:
    Diagram(const RankAlone& rank, const Beam& beam) : m_rank(rank), m_beam(beam) {}

    RankOrder run(Allowance& allowance) {
        int total = 0;
        for (const OwnSeries& one : m_rank.series)
            total += one.count;
        m_layer.states = {{.nodes = {Node{}}}};
        m_layer.times = {0, 0};
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
    bool isAway(int series) const { return at(series).source >= 0 && at(series).away > 0; }
    int pending(const Counts& counts, int series) const {
        return isAway(series) ? counts[at(series).source] - counts[series] : 0;
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
                const OwnSeries& one = at(series);
                if (state.counts[series] == one.count || held + one.rise > m_rank.limit ||
                    (one.source >= 0 && state.counts[one.source] <= state.counts[series]))
                    continue;
                if (!allowance.spend(static_cast<std::int64_t>(kCost * (state.nodes.size() + 2))))
                    return false;
                const Step step = stepOf(state.counts, series);
                const int next = stateAfter(state.counts, series, static_cast<int>(step.slots.size()) + 2);
                for (std::size_t node = 0; node < state.nodes.size(); ++node)
                    follow(step, series, state.nodes[node], parents + static_cast<int>(node), m_next.states[next]);
            }
            parents += static_cast<int>(state.nodes.size());
        }
        return true;
    }

    int stateAfter(Counts counts, int series, int size) {
        ++counts[series];
        const auto [place, isNew] = m_numbers.try_emplace(counts, static_cast<int>(m_next.states.size()));
        if (isNew)
            m_next.states.push_back({counts, size, {}});
        return place->second;
    }

    Step stepOf(const Counts& counts, int series) const {
        Step step{.head = at(series).head + counts[series] * at(series).spacing};
        int from = 2;
        for (int other = 0; other < size(); ++other) {
            const OwnSeries& each = at(other);
            const int had = pending(counts, other);
            if (other == series && had > 0)
                step.waits = from;
            const std::size_t first = step.slots.size();
            for (int index = other == series ? 1 : 0; index < had; ++index)
                step.slots.push_back({from + index, false, each.length, static_cast<double>(at(each.source).held)});
            if (isAway(other) && each.source == series)
                step.slots.push_back({-1, false, each.length, static_cast<double>(at(series).held)});
            if (first < step.slots.size())
                step.slots[first].first = true;
            from += had;
            const int left = each.count - counts[other] - (other == series ? 1 : 0);
            step.area += left * each.area;
            step.work += left * each.length;
        }
        return step;
    }

    /// Adds the node that comes of `before`, unless another of its state is nowhere later.
    void follow(const Step& step, int series, const Node& before, int parent, State& next) {
        const OwnSeries& one = at(series);
        const Time* const had = m_layer.times.data() + before.times;
        const Time start = std::max({had[0], step.head, step.waits < 0 ? 0 : had[step.waits]});
        const Time end = start + one.length;
        const std::size_t begin = m_next.times.size();
        m_next.times.resize(begin + next.size);
        Time* const times = m_next.times.data() + begin;
        times[0] = end;
        times[1] = std::max(had[1], end + one.tail);
        double area = step.area;
        Time free = end;
        for (std::size_t slot = 0; slot < step.slots.size(); ++slot) {
            const Step::Slot& own = step.slots[slot];
            const Time ready = own.from < 0 ? end + awayAfter(series) : had[own.from];
            free = own.first ? end : free;
            times[2 + slot] = std::max(ready, free);
            area += own.held * static_cast<double>(times[2 + slot] - end);
            free = times[2 + slot] + own.length;
        }
        for (const Node& other : next.nodes)
            if (isNoLater(m_next.times.data() + other.times, times, next.size)) {
                m_next.times.resize(begin);
                return;
            }
        std::erase_if(next.nodes, [&](const Node& other) {
            return isNoLater(times, m_next.times.data() + other.times, next.size);
        });
        double least = std::max(static_cast<double>(times[1]), static_cast<double>(end + step.work));
        if (m_rank.limit < Instance::kNoLimit)
            least = std::max(least, static_cast<double>(end) + area / static_cast<double>(m_rank.limit));
        next.nodes.push_back({least, begin, parent, static_cast<std::uint8_t>(series)});
    }

    Time awayAfter(int series) const {
        for (const OwnSeries& one : m_rank.series)
            if (one.source == series && one.away > 0)
                return one.away;
        return 0;
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

    /// What following an op costs, in ops timed.
    static constexpr int kCost = 16;

    const RankAlone& m_rank;
    Beam m_beam;
    Layer m_layer = {};
    Layer m_next = {};
    std::unordered_map<Counts, int, HashOfCounts> m_numbers = {}; ///< the states of `m_next`
    std::vector<std::vector<Origin>> m_origins = {};              ///< per layer and node
};

/// The ops of one microbatch of a direction, in the order of its way.
struct Visit {
    int chunk = 0;
    OpKind kind = OpKind::F;
    Time length = 0;
    Time travel = 0; ///< to the next
};

std::vector<Visit> wayOf(const Instance& instance, int direction) {
    std::vector<Visit> way;
    const int first = direction * instance.stages;
    for (int chunk = first; chunk < first + instance.stages; ++chunk)
        way.push_back({chunk, OpKind::F, instance.chunks[chunk].forward, instance.chunks[chunk].down});
    for (int chunk = first + instance.stages - 1; chunk >= first; --chunk)
        way.push_back(
            {chunk, OpKind::B, instance.chunks[chunk].backward, chunk > first ? instance.chunks[chunk - 1].up : 0});
    way[instance.stages - 1].travel = 0; // the last F is followed by its own B
    return way;
}

} // namespace

RankAlone aloneOf(const Frame& frame, int rank, double stretch) {
    const Instance& instance = frame.instance;
    const std::vector<int> places = instance.places();
    RankAlone alone{.limit = frame.table.limit[rank]};
    const auto add = [&](OwnSeries series) {
        const Cell& cell = frame.table.cell(rank, series.code);
        if (cell.count == 0)
            return -1;
        series.count = cell.count / cell.parts;
        series.length = cell.time;
        series.rise = cell.rise;
        series.change = cell.change;
        alone.series.push_back(series);
        return static_cast<int>(alone.series.size()) - 1;
    };
    for (int direction = 0; direction < static_cast<int>(instance.microbatches.size()); ++direction) {
        const std::vector<Visit> way = wayOf(instance, direction);
        Time left = instance.chunks[way.back().chunk].weight;
        for (const Visit& visit : way)
            left += visit.length + visit.travel;
        Time head = 0;
        Time slowest = 0;
        Time away = 0;
        Bytes held = 0;
        int source = -1;
        for (const Visit& visit : way) {
            const Chunk& chunk = instance.chunks[visit.chunk];
            left -= visit.length;
            if (chunk.rank == rank) {
                const Time drawnOut = away + static_cast<Time>(static_cast<double>(away) * stretch);
                if (source >= 0)
                    alone.series[source].area += static_cast<double>(held) * static_cast<double>(drawnOut);
                const Bytes before = held;
                held += visit.kind == OpKind::F ? chunk.forwardMemory : -chunk.forwardMemory;
                const Code code = codeOf(places[visit.chunk], visit.kind);
                const int own =
                    add({.code = code,
                         .source = source,
                         .away = source < 0 ? 0 : drawnOut,
                         .head = head,
                         .spacing = slowest,
                         .tail = left,
                         .area = static_cast<double>(std::max(before, held)) * static_cast<double>(visit.length),
                         .held = held});
                source = own >= 0 ? own : source;
                if (own >= 0 && visit.kind == OpKind::B)
                    add({.code = codeOf(places[visit.chunk], OpKind::W),
                         .source = own,
                         .area = static_cast<double>(-chunk.weightMemory) * static_cast<double>(chunk.weight)});
                away = 0;
            } else
                away += visit.length;
            head += visit.length + visit.travel;
            away += visit.travel;
            left -= visit.travel;
            slowest = std::max(slowest, visit.length);
        }
    }
    return alone;
}

RankOrder orderAlone(const RankAlone& rank, const Beam& beam, Allowance& allowance) {
    return Diagram(rank, beam).run(allowance);
}

} // namespace lanewright
