// SPDX-License-Identifier: Apache-2.0
#include "core/check/proof_check.h"

#include "core/base/decimal.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace lanewright {

namespace {

// Bytes times ticks.
__extension__ using Wide = __int128;

constexpr Time kFar = std::numeric_limits<Time>::max() / 4;

/// A stage of a direction.
struct Place {
    int direction = 0;
    int stage = 0;
};

/// The least that a microbatch of a place takes, whatever the order.
struct Times {
    Time forward = kFar;
    Time gradient = kFar; ///< from the gradient's arrival to that of the stage before
    Time weight = kFar;
    Time recompute = kFar;
    Time down = kFar; ///< way of the activation to the next stage
    Time up = kFar;   ///< way of its gradient back
    std::int64_t count = 0;
};

class ProofCheck {
public:
    ProofCheck(const Plan& plan, const Proof& proof)
        : m_schedule(plan.schedule), m_costs(plan.costs), m_memory(plan.memory), m_proof(proof),
          m_scale(scaleOf(plan.timeUnit)), m_directions(static_cast<int>(plan.schedule.placement.directions.size())),
          m_ofIteration(proof.objective == Objective::Iteration),
          m_ofAll(proof.objective == Objective::Makespan ||
                  (m_ofIteration && plan.optimizerMode == OptimizerMode::Synchronous)) {
        for (int direction = 0; direction < m_directions; ++direction)
            for (int stage = 0; stage < m_schedule.stages(); ++stage)
                m_times.push_back(timesOf({direction, stage}));
    }

    Result<Done> check() const {
        if (!m_proof.argument)
            return Error{say(phrase("proof", "by %1, not checked"), m_proof.by)};
        const Argument& argument = *m_proof.argument;
        if (argument.rank < 0 || argument.rank >= m_schedule.ranks())
            return Error{say(phrase("proof", "there is no rank %1"), argument.rank), "proof.argument.rank"};
        if (hasPairs())
            return Error{say(phrase("proof", "where pairs have times of their own, this argument does not hold")),
                         "costs.overlapped"};
        struct Part {
            const char* key;
            Time said;
            Time most;
        };
        const int rank = argument.rank;
        Time all = 0;
        for (const Part& part : {Part{"before", argument.before, before(rank)}, Part{"work", argument.work, work(rank)},
                                 Part{"wait", argument.wait, wait(rank)}, Part{"after", argument.after, after(rank)}}) {
            if (part.said < 0 || part.said > part.most)
                return Error{say(phrase("proof", "it is no more than %1, and the file says %2"), text(part.most),
                                 text(part.said)),
                             "proof.argument." + std::string{part.key}};
            all += part.said;
        }
        if (Fraction{all, 1} < m_proof.lowerBound)
            return Error{say(phrase("proof", "the times of the argument are %1 together, which is less"), text(all)),
                         "proof.lower_bound"};
        return Done{};
    }

private:
    /// As the file has it.
    std::string text(Time time) const { return decimalFromTicks(time, m_scale); }
    const Times& at(const Place& place) const { return m_times[place.direction * m_schedule.stages() + place.stage]; }
    int rankOf(const Place& place) const { return m_schedule.placement.rankOf(place.direction, place.stage); }
    bool isEqual() const { return m_costs.microbatches.areEqual(); }
    bool hasPairs() const {
        bool any = m_costs.pairs.areGiven();
        for (const std::vector<StageCosts>& direction : m_costs.stages)
            for (const StageCosts& stage : direction)
                any = any || stage.overlapped;
        return any;
    }
    /// How long the op takes, all parts of a W together; R 0 where there is none.
    Time lengthOf(OpKind kind, const Place& place, int microbatch) const {
        if (kind == OpKind::R && !m_costs.recomputes(place.direction, place.stage))
            return 0;
        return m_costs.whole({.kind = kind, .stage = place.stage, .microbatch = microbatch}, place.direction,
                             m_schedule.placement);
    }

    /// Calls `each` with all microbatches of the direction.
    template <typename Each>
    void forMicrobatches(int direction, const Each& each) const {
        for (int microbatch = 0; microbatch < m_schedule.microbatches; ++microbatch)
            if (m_schedule.direction(microbatch) == direction)
                each(microbatch);
    }

    Times timesOf(const Place& place) const {
        Times least;
        const int rank = rankOf(place);
        const int next = place.stage + 1 < m_schedule.stages() ? rankOf({place.direction, place.stage + 1}) : rank;
        const auto shorten = [](Time& time, Time other) { time = std::min(time, other); };
        forMicrobatches(place.direction, [&](int microbatch) {
            ++least.count;
            shorten(least.forward, lengthOf(OpKind::F, place, microbatch));
            shorten(least.gradient, lengthOf(OpKind::B, place, microbatch));
            shorten(least.gradient, lengthOf(OpKind::BW, place, microbatch));
            shorten(least.weight, lengthOf(OpKind::W, place, microbatch));
            shorten(least.recompute, lengthOf(OpKind::R, place, microbatch));
            shorten(least.down, m_costs.travel(microbatch, rank, next));
            shorten(least.up, m_costs.travel(microbatch, next, rank));
        });
        return least;
    }

    /// The places of the rank that have microbatches, by direction and stage.
    std::vector<Place> placesOn(int rank) const {
        std::vector<Place> places;
        for (int direction = 0; direction < m_directions; ++direction)
            for (int stage = 0; stage < m_schedule.stages(); ++stage)
                if (rankOf({direction, stage}) == rank && at({direction, stage}).count > 0)
                    places.push_back({direction, stage});
        return places;
    }

    // What stands between the last ops of an iteration and the first ops of the next.

    Time step(int rank) const {
        Time step = 0;
        for (int direction = 0; direction < m_directions; ++direction)
            for (int stage = 0; stage < m_schedule.stages(); ++stage)
                if (rankOf({direction, stage}) == rank)
                    step += m_costs.of(direction, stage).optimizer + m_costs.of(direction, stage).allReduce;
        return step;
    }
    /// What the norm takes from the rank up to the last one, or the decision back.
    Time wayToLast(int rank, bool isBack) const {
        Time way = 0;
        for (int next = rank + 1; next < m_schedule.ranks(); ++next)
            way += isBack ? m_costs.transfer.between(next, next - 1) : m_costs.transfer.between(next - 1, next);
        return way;
    }
    Time head(int rank) const { return m_ofIteration && m_ofAll ? wayToLast(rank, true) + step(rank) : 0; }
    Time tail(int rank) const { return !m_ofIteration ? 0 : m_ofAll ? wayToLast(rank, false) : step(rank); }

    Time before(int rank) const {
        Time least = kFar;
        for (int direction = 0; m_ofAll && direction < m_directions; ++direction) {
            Time start = 0;
            for (int stage = 0; stage < m_schedule.stages() && at({direction, stage}).count > 0; ++stage) {
                start = std::max(start, head(rankOf({direction, stage})));
                if (rankOf({direction, stage}) == rank)
                    least = std::min(least, start);
                start += at({direction, stage}).forward + at({direction, stage}).down;
            }
        }
        return least < kFar ? least : 0;
    }

    Time work(int rank) const {
        Time work = 0;
        for (const Place& place : placesOn(rank))
            forMicrobatches(place.direction, [&](int microbatch) {
                const auto length = [&](OpKind kind) { return lengthOf(kind, place, microbatch); };
                work += length(OpKind::F) + length(OpKind::R) +
                        std::min(length(OpKind::B) + length(OpKind::W), length(OpKind::BW));
            });
        return work;
    }

    /// From the end of an F to the start of its B.
    Time tripFrom(const Place& place) const {
        Time trip = 0;
        for (int stage = m_schedule.stages() - 1; stage >= place.stage; --stage) {
            const Times& own = at({place.direction, stage});
            if (stage + 1 < m_schedule.stages()) {
                const Times& next = at({place.direction, stage + 1});
                trip += own.down + next.forward + next.gradient + own.up;
            }
            trip = std::max(trip, own.recompute);
        }
        return trip;
    }

    /// The most time that F and R can take before any backward: as if they could be cut, most time for a byte first;
    /// whole ones where the rank has one stage.
    Time mostForwards(const std::vector<Place>& places, int rank) const {
        struct Kind {
            Time time = 0;
            Bytes bytes = 0;
            std::int64_t count = 0;
        };
        std::vector<Kind> kinds;
        for (const Place& place : places)
            if (at(place).forward + at(place).recompute > 0)
                kinds.push_back({at(place).forward + at(place).recompute,
                                 m_memory.of(place.direction, place.stage).forward, at(place).count});
        std::ranges::sort(kinds, [](const Kind& a, const Kind& b) {
            return static_cast<Wide>(a.time) * b.bytes > static_cast<Wide>(b.time) * a.bytes;
        });
        Bytes room = std::max<Bytes>(0, m_memory.limitOf(rank).value_or(std::numeric_limits<Bytes>::max()));
        Time most = 0;
        for (const Kind& kind : kinds) {
            const std::int64_t whole = kind.bytes > 0 ? std::min(kind.count, room / kind.bytes) : kind.count;
            most += whole * kind.time;
            room -= whole * kind.bytes;
            if (whole < kind.count && kinds.size() > 1)
                return most + static_cast<Time>((static_cast<Wide>(kind.time) * room + kind.bytes - 1) / kind.bytes);
        }
        return most;
    }

    Time wait(int rank) const {
        const std::vector<Place> places = placesOn(rank);
        if (!isEqual() || places.empty())
            return 0;
        Time first = kFar; // backward, from the rank's first op on
        int direction = -1;
        for (const Place& opening : places) {
            if (std::exchange(direction, opening.direction) == opening.direction)
                continue;
            Time lead = 0; // by the opening's F before that of the same microbatch in a later place
            for (int stage = opening.stage; stage < m_schedule.stages(); ++stage) {
                const Place place{opening.direction, stage};
                if (rankOf(place) == rank)
                    first = std::min(first, lead + at(place).forward + tripFrom(place));
                lead += at(place).forward + at(place).down;
            }
        }
        return std::max<Time>(0, first - mostForwards(places, rank));
    }

    /// Where W takes time it may be the last op; where it takes none, the B is, and all that the B lets go on follows
    /// it.
    Time after(int rank) const {
        Time least = kFar;
        for (const Place& place : placesOn(rank)) {
            Time rest = 0;
            for (int stage = 0; stage <= place.stage; ++stage) {
                const Place own{place.direction, stage};
                rest = std::max(tail(rankOf(own)) + at(own).weight, rest);
                if (stage < place.stage)
                    rest += at(own).up + at(own).gradient;
            }
            const bool isLast = at(place).weight > 0 || !isEqual() || !m_ofAll;
            if (at(place).forward + at(place).gradient + at(place).weight + at(place).recompute > 0)
                least = std::min(least, isLast ? tail(rank) : rest);
        }
        return least < kFar ? std::max(tail(rank), least) : tail(rank);
    }

    const Schedule& m_schedule;
    const Costs& m_costs;
    const MemoryCosts& m_memory;
    const Proof& m_proof;
    Time m_scale; ///< a tick is one part of so many of the file's unit
    int m_directions;
    bool m_ofIteration;
    bool m_ofAll; ///< from the first start of all ranks to the last end; else from a rank's own to its own
    std::vector<Times> m_times = {}; ///< `[direction * stages + stage]`
};

} // namespace

Result<Done> checkProof(const Plan& plan, const Proof& proof) { return ProofCheck(plan, proof).check(); }

} // namespace lanewright
