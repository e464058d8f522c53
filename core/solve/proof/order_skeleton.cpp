// SPDX-License-Identifier: Apache-2.0
#include "core/base/wide.h"
#include "core/solve/proof/order_parts.h"

#include <algorithm>
#include <numeric>

namespace lanewright {

namespace {

// Sums of all lengths stay well below `kNoPath`.
constexpr Wide kLargestSum = Wide{1} << 56;

/// How ticks become units of the model.
struct Units {
    Time grain = 1;    ///< ticks that all times are multiples of
    Time each = 1;     ///< units in a grain
    bool lift = false; ///< ops of no length that others wait for take one unit, so that no circle is for free
    Time value = 0;    ///< in units
};

class SkeletonBuilder {
public:
    SkeletonBuilder(const Instance& instance, const Units& units)
        : m_instance(instance), m_units(units), m_series(instance.chunks.size()) {}

    OrderModel build(Objective objective) {
        for (int chunk = 0; chunk < static_cast<int>(m_instance.chunks.size()); ++chunk)
            if (m_instance.microbatchesOf(chunk) > 0)
                addSeries(chunk);
        for (int chunk = 0; chunk < static_cast<int>(m_instance.chunks.size()); ++chunk)
            if (m_instance.microbatchesOf(chunk) > 0)
                addNeeds(chunk);
        const std::optional<std::vector<Time>> starts = fixedStarts();
        if (objective == Objective::Makespan)
            boundFrom(std::vector<Time>(m_instance.ranks(), 0), std::vector<Time>(m_instance.ranks(), 0));
        else if (objective == Objective::Iteration)
            m_instance.optimizerMode == OptimizerMode::Synchronous ? boundSynchronous() : boundPostValidated();
        else if (objective == Objective::LongestSpan && starts)
            boundFrom(*starts, *starts);
        else
            boundPeriod();
        return std::move(m_out);
    }

    /// When each rank starts, where that follows from the placement alone; −1 for ranks without ops.
    std::optional<std::vector<Time>> fixedStarts() const {
        if (m_instance.microbatches.size() != 1)
            return {};
        std::vector<Time> starts(m_instance.ranks(), -1);
        Time start = 0;
        for (const Chunk& chunk : m_instance.chunks) {
            if (std::ranges::count(starts, -1) == 0)
                break;
            if (starts[chunk.rank] >= 0)
                return {};
            starts[chunk.rank] = start;
            start += lengthOf(OpKind::F, chunk.forward) + units(chunk.down);
        }
        return starts;
    }

private:
    struct Chain {
        int forward = -1; ///< series of the chunk
        int recompute = -1;
        int backward = -1;
        int weight = -1;
    };

    Time units(Time ticks) const { return ticks / m_units.grain * m_units.each; }
    Time lengthOf(OpKind kind, Time ticks) const {
        return ticks == 0 && m_units.lift && kind != OpKind::W ? 1 : units(ticks);
    }

    int addOp(Time length) {
        m_out.lengths.push_back(length);
        return m_out.ops++;
    }

    int add(int chunk, OpKind kind, int perMicrobatch, Time whole, Bytes change) {
        const int count = m_instance.microbatchesOf(chunk) * perMicrobatch;
        const auto index = static_cast<int>(m_out.series.size());
        Series series{.rank = m_instance.chunks[chunk].rank,
                      .chunk = chunk,
                      .kind = kind,
                      .first = m_out.ops,
                      .count = count,
                      .perMicrobatch = perMicrobatch,
                      .change = {0}};
        // Parts run in any order, so each is at best the shortest one and frees the most.
        const Bytes most = perMicrobatch == 1 ? change : change / perMicrobatch - (change % perMicrobatch != 0 ? 1 : 0);
        for (int k = 0; k < count; ++k) {
            addOp(lengthOf(kind, whole / perMicrobatch));
            series.change.push_back(series.change.back() + most);
            if (k > 0)
                arc(m_out.ops - 2, m_out.ops - 1);
        }
        m_out.series.push_back(std::move(series));
        return index;
    }

    void addSeries(int index) {
        const Chunk& chunk = m_instance.chunks[index];
        Chain& chain = m_series[index];
        chain.forward = add(index, OpKind::F, 1, chunk.forward, chunk.forwardMemory);
        const Time recompute = chunk.recompute.value_or(0);
        if (chunk.recompute)
            chain.recompute = add(index, OpKind::R, 1, recompute, chunk.recomputeMemory);
        chain.backward =
            add(index, OpKind::B, 1, chunk.backward - recompute, chunk.backwardMemory - chunk.recomputeMemory);
        chain.weight = add(index, OpKind::W, m_instance.weightParts, chunk.weight, chunk.weightMemory);
    }

    /// `to` waits for the end of `from`, and `travel` more.
    void arc(int from, int to, Time travel = 0) { m_out.arcs.push_back({from, to, m_out.lengths[from] + travel}); }

    /// The k-th ops of two series wait for each other.
    void needs(int before, int after, Time travel = 0) {
        const Series& first = m_out.series[before];
        const Series& second = m_out.series[after];
        for (int k = 0; k < second.count; ++k)
            arc(first.first + k / second.perMicrobatch, second.first + k, travel);
    }

    void addNeeds(int index) {
        const Chunk& chunk = m_instance.chunks[index];
        const Chain& own = m_series[index];
        if (const int next = m_instance.after(index); next >= 0) {
            needs(own.forward, m_series[next].forward, units(chunk.down));
            needs(m_series[next].backward, own.backward, units(chunk.up));
        }
        needs(own.forward, own.backward);
        if (own.recompute >= 0) {
            needs(own.forward, own.recompute);
            needs(own.recompute, own.backward);
        }
        needs(own.backward, own.weight);
    }

    /// All ends lie at most `value` after the op `from`, plus `start`.
    void endWithin(const Series& series, int from, Time start = 0) {
        m_out.arcs.push_back({series.last(), from, m_out.lengths[series.last()] - m_units.value - start});
    }

    /// From one moment on: ranks begin so much later, and may end so much later than the value.
    void boundFrom(const std::vector<Time>& begin, const std::vector<Time>& later) {
        const int origin = addOp(0);
        for (const Series& series : m_out.series) {
            m_out.arcs.push_back({origin, series.first, begin[series.rank]});
            endWithin(series, origin, later[series.rank]);
        }
    }

    /// From the moment when the norm of the iteration before is known to that of this one.
    void boundSynchronous() {
        const IterationEnd& end = m_instance.iterationEnd;
        std::vector<Time> begin;
        std::vector<Time> later;
        for (int rank = 0; rank < m_instance.ranks(); ++rank) {
            begin.push_back(units(end.freeAfter(rank)));
            later.push_back(-units(end.normDelay[rank]));
        }
        boundFrom(begin, later);
    }

    /// From the moment each rank is free, and from the norm of all, to the same of the next iteration.
    void boundPostValidated() {
        const IterationEnd& end = m_instance.iterationEnd;
        const int ranks = m_instance.ranks();
        std::vector<int> begins(ranks);
        for (int& begin : begins)
            begin = addOp(0);
        const int norm = addOp(0);
        for (const Series& series : m_out.series) {
            m_out.arcs.push_back({begins[series.rank], series.first, 0});
            if (series.kind == OpKind::B)
                m_out.arcs.push_back({norm, series.first, units(end.decisionDelay[series.rank])});
            endWithin(series, norm, -units(end.normDelay[series.rank]));
            for (int above = series.rank; above < ranks; ++above)
                endWithin(series, begins[above],
                          -units(end.normDelay[series.rank] - end.normDelay[above] + end.step[above]));
        }
    }

    void boundPeriod() {
        for (const Series& opener : m_out.series)
            for (const Series& series : m_out.series)
                if (opener.kind == OpKind::F && series.rank == opener.rank)
                    endWithin(series, opener.first);
    }

    const Instance& m_instance;
    Units m_units;
    std::vector<Chain> m_series; ///< per chunk
    OrderModel m_out = {};
};

std::vector<Time> timesOf(const Instance& instance) {
    std::vector<Time> times;
    for (const Chunk& chunk : instance.chunks)
        times.insert(times.end(), {chunk.forward, chunk.backward, chunk.recompute.value_or(0), chunk.weight,
                                   chunk.weight / instance.weightParts, chunk.down, chunk.up});
    const IterationEnd& end = instance.iterationEnd;
    for (const std::vector<Time>* list : {&end.normDelay, &end.decisionDelay, &end.step})
        times.insert(times.end(), list->begin(), list->end());
    return times;
}

/// The greatest time of which all times of the instance are multiples; 1 where all are 0.
Time grainOf(const Instance& instance) {
    Time grain = 0;
    for (const Time time : timesOf(instance))
        grain = std::gcd(grain, time);
    return std::max<Time>(grain, 1);
}

/// Ops of the instance: F, R, B and the parts of W.
Wide opsOf(const Instance& instance) {
    Wide ops = 0;
    for (int chunk = 0; chunk < static_cast<int>(instance.chunks.size()); ++chunk)
        ops += instance.microbatchesOf(chunk) * (3 + instance.weightParts);
    return ops;
}

/// No way is longer, in ticks.
Wide sumOfTimes(const Instance& instance) {
    Wide sum = 0;
    for (int index = 0; index < static_cast<int>(instance.chunks.size()); ++index) {
        const Chunk& chunk = instance.chunks[index];
        sum += static_cast<Wide>(instance.microbatchesOf(index)) * (chunk.work() + chunk.down + chunk.up);
    }
    for (const Time time : timesOf(instance))
        sum += time;
    return sum;
}

bool hasInstants(const Instance& instance) {
    return std::ranges::any_of(instance.chunks, [](const Chunk& chunk) {
        return chunk.forward == 0 || chunk.backward == chunk.recompute.value_or(0) || chunk.recompute == Time{0};
    });
}

/// Units in which all times and the value are whole; none where sums of them would be too large.
///
/// Where ops take no time, each takes one unit, and there are so many more units that all ops around any circle through
/// the ranks together take less than one had been: the value may be passed by that much, one unit for each op.
std::optional<Units> unitsFor(const Instance& instance, const Fraction& value) {
    const Time grain = grainOf(instance);
    // In grains the value may be a smaller fraction than in ticks.
    const Time shared = std::gcd(value.numerator, grain);
    const Wide perGrain = static_cast<Wide>(value.denominator) * grain / shared;
    if (perGrain > kLargestSum)
        return {};
    Units units{.grain = grain, .each = static_cast<Time>(perGrain), .lift = hasInstants(instance)};
    const Wide ops = opsOf(instance);
    const Wide finer = units.lift ? (ops + 1) * (instance.ranks() + 1) : 1;
    if ((value.numerator + sumOfTimes(instance)) / grain * units.each * finer > kLargestSum)
        return {};
    units.each *= static_cast<Time>(finer);
    units.value = value.numerator / shared * static_cast<Time>(finer) + (units.lift ? static_cast<Time>(ops) : 0);
    return units;
}

/// A period is a mean over a circle that comes by each rank at most once, and of a post-validated iteration by the
/// norm.
int longestCircle(const Instance& instance, Objective objective) {
    switch (withoutOptimizer(objective, instance.optimizerMode)) {
    case Objective::Period: return instance.ranks() + (objective == Objective::Iteration ? 1 : 0);
    case Objective::Iteration:
    case Objective::Makespan:
    case Objective::LongestSpan: return 1;
    }
    return 1;
}

} // namespace

Fraction nextBelow(const Instance& instance, Objective objective, const Fraction& below) {
    const Time grain = grainOf(instance);
    std::optional<Fraction> best;
    for (int cut = 1; cut <= longestCircle(instance, objective); ++cut) {
        const Wide over = static_cast<Wide>(below.denominator) * grain;
        const Wide scaled = static_cast<Wide>(below.numerator) * cut;
        // The ceiling, less one.
        const Wide steps = scaled > 0 ? (scaled - 1) / over : -((-scaled) / over) - 1;
        const Fraction value = fractionOf(static_cast<Time>(steps * grain), cut);
        if (!best || *best < value)
            best = value;
    }
    return *best;
}

std::optional<OrderModel> skeletonOf(const Instance& instance, Objective objective, const Fraction& value) {
    const std::optional<Units> units = unitsFor(instance, value);
    return units ? std::optional(SkeletonBuilder(instance, *units).build(objective)) : std::nullopt;
}

} // namespace lanewright
