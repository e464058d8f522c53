// SPDX-License-Identifier: Apache-2.0
#include "core/check/proof_check.h"

#include "core/base/decimal.h"
#include "core/base/wide.h"
#include "core/check/least_times.h"
#include "core/check/validate.h"
#include "core/simulate/metrics.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace lanewright {

namespace {

class ProofCheck {
public:
    ProofCheck(const Plan& plan, const Proof& proof)
        : m_plan(plan), m_memory(plan.memory), m_proof(proof), m_least(plan, proof.objective) {}

    Result<Done> check() const {
        if (!m_proof.argument)
            return Error{say(phrase("proof", "by %1, not checked"), m_proof.by)};
        const Argument& argument = *m_proof.argument;
        if (argument.rank < 0 || argument.rank >= m_plan.schedule.ranks())
            return Error{say(phrase("proof", "there is no rank %1"), argument.rank), "proof.argument.rank"};
        if (hasPairs())
            return Error{say(phrase("proof", "where pairs have times of their own, this argument does not hold")),
                         "costs.overlapped"};
        if (argument.part && !isOn(argument.rank, *argument.part))
            return Error{say(phrase("proof", "rank %1 has no such stage"), argument.rank), "proof.argument.stage"};
        Time all = 0;
        for (const Part& part : argument.part ? partsFrom(argument) : partsOf(argument)) {
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
    struct Part {
        const char* key;
        Time said;
        Time most;
    };
    /// The times of all that the rank runs.
    std::vector<Part> partsOf(const Argument& argument) const {
        const std::vector<StageCopy> copies = m_least.copiesOn(argument.rank);
        Time before = copies.empty() || !m_least.areOfAll() ? 0 : CopyTimes::kFar;
        Time work = 0;
        int direction = -1;
        for (const StageCopy& copy : copies) {
            // Its later stages of a direction begin later.
            if (std::exchange(direction, copy.direction) != copy.direction)
                before = std::min(before, m_least.start(copy, 0));
            work += m_least.workOf(copy, false);
        }
        return {{"before", argument.before, before},
                {"work", argument.work, work},
                {"wait", argument.wait, wait(argument.rank, copies)},
                {"wait_last", argument.waitLast, copies.size() == 1 ? waitLast(copies[0], argument.wait) : 0},
                {"after", argument.after, after(argument.rank, copies)}};
    }
    /// The times of its F, R and B of one direction, from a stage on.
    std::vector<Part> partsFrom(const Argument& argument) const {
        const StageCopy first{argument.part->direction, argument.part->stage};
        const int around = m_least.areOfAll() ? 0 : argument.part->around;
        const std::vector<StageCopy> copies = m_least.copiesOn(argument.rank);
        const bool isAlone = copies.size() == 1;
        Time work = isAlone ? weightsBeforeLast(first) : 0;
        for (const StageCopy& copy : copies)
            work += copy.direction == first.direction && copy.stage >= first.stage ? m_least.workOf(copy, true) : 0;
        return {{"before", argument.before, m_least.start(first, around)},
                {"work", argument.work, work},
                {"wait", argument.wait, isAlone ? wait(argument.rank, copies) : 0},
                {"wait_last", argument.waitLast, 0},
                {"after", argument.after, m_least.rest(first, around)}};
    }
    bool isOn(int rank, const Argument::Part& part) const {
        const int directions = static_cast<int>(m_plan.schedule.placement.directions.size());
        const StageCopy copy{part.direction, part.stage};
        return part.direction >= 0 && part.direction < directions && part.around >= 0 && part.around <= part.stage &&
               part.stage < m_plan.schedule.stages() && m_least.rankOf(copy) == rank && m_least.of(copy).count > 0;
    }

    /// As the file has it.
    std::string text(Time time) const { return decimalFromTicks(time, scaleOf(m_plan.timeUnit)); }
    bool isEqual() const { return m_plan.costs.microbatches.areEqual(); }
    bool hasPairs() const {
        bool any = m_plan.costs.pairs.areGiven();
        for (const std::vector<StageCosts>& direction : m_plan.costs.stages)
            for (const StageCosts& stage : direction)
                any = any || stage.overlapped;
        return any;
    }
    Bytes roomOn(int rank) const {
        return std::max<Bytes>(0, m_memory.limitOf(rank).value_or(std::numeric_limits<Bytes>::max()));
    }
    /// How many parts of W can wait at once, at the end of a B or beside what else the rank holds.
    std::int64_t partsThatFit(const StageCopy& copy, Bytes room) const {
        const Bytes each = -m_memory.of(copy.direction, copy.stage).backwardWeight / m_plan.costs.weightParts;
        return each > 0 && isEqual() ? std::max<Bytes>(0, room) / each : std::numeric_limits<std::int64_t>::max();
    }
    /// W for which the rank's only stage must find time before the end of its last B, as not all of them can wait.
    Time weightsBeforeLast(const StageCopy& copy) const {
        const CopyTimes& own = m_least.of(copy);
        const std::int64_t parts = m_plan.costs.weightParts;
        const std::int64_t fit = partsThatFit(copy, roomOn(m_least.rankOf(copy)));
        return std::max<std::int64_t>(0, own.count * parts - fit) * (own.weight / parts);
    }

    /// The most time that F and R can take before any backward: as if they could be cut, most time for a byte first;
    /// whole ones where the rank has one stage.
    Time mostForwards(int rank, const std::vector<StageCopy>& copies) const {
        struct OpsAlike {
            Time time = 0;
            Bytes bytes = 0;
            std::int64_t count = 0;
        };
        std::vector<OpsAlike> kinds;
        for (const StageCopy& copy : copies)
            if (const CopyTimes& own = m_least.of(copy); own.forward + own.recompute > 0)
                kinds.push_back(
                    {own.forward + own.recompute, m_memory.of(copy.direction, copy.stage).forward, own.count});
        std::ranges::sort(kinds, [](const OpsAlike& a, const OpsAlike& b) {
            return static_cast<Wide>(a.time) * b.bytes > static_cast<Wide>(b.time) * a.bytes;
        });
        Bytes room = roomOn(rank);
        Time most = 0;
        for (const OpsAlike& kind : kinds) {
            const std::int64_t whole = kind.bytes > 0 ? std::min(kind.count, room / kind.bytes) : kind.count;
            most += whole * kind.time;
            room -= whole * kind.bytes;
            if (whole < kind.count && kinds.size() > 1)
                return most + static_cast<Time>((static_cast<Wide>(kind.time) * room + kind.bytes - 1) / kind.bytes);
        }
        return most;
    }

    Time wait(int rank, const std::vector<StageCopy>& copies) const {
        if (!isEqual() || copies.empty())
            return 0;
        Time first = CopyTimes::kFar; // backward, from the rank's first op on
        int direction = -1;
        for (const StageCopy& opening : copies) {
            if (std::exchange(direction, opening.direction) == opening.direction)
                continue;
            Time lead = 0; // by the opening's F before that of the same microbatch on a later copy
            for (int stage = opening.stage; stage < m_plan.schedule.stages(); ++stage) {
                const StageCopy copy{opening.direction, stage};
                if (m_least.rankOf(copy) == rank)
                    first = std::min(first, lead + m_least.of(copy).forward + m_least.of(copy).trip);
                lead += m_least.of(copy).forward + m_least.of(copy).down;
            }
        }
        return std::max<Time>(0, first - mostForwards(rank, copies));
    }

    /// From the last F to its B there are B and W to run of the other microbatches that are under way then, and W of
    /// those before, as many as find room. Where all may be under way, it can be the `wait` for the first B.
    Time waitLast(const StageCopy& copy, Time wait) const {
        if (!isEqual())
            return 0;
        const CopyTimes& own = m_least.of(copy);
        const Bytes room = roomOn(m_least.rankOf(copy));
        const Bytes each = m_memory.of(copy.direction, copy.stage).forward;
        const std::int64_t most = each > 0 ? std::clamp<Bytes>(room / each, 1, own.count) : own.count;
        const std::int64_t parts = m_plan.costs.weightParts;
        Time longest = 0;
        for (std::int64_t flying = 1; flying <= most; ++flying) {
            const std::int64_t before = own.count - flying;
            const std::int64_t fit = std::min(before * parts, partsThatFit(copy, room - flying * each));
            longest = std::max(longest, (flying - 1) * (own.recompute + own.gradient + own.weight) + own.recompute +
                                            std::min(before * own.weight, fit * ((own.weight + parts - 1) / parts)));
        }
        return std::max<Time>(0, own.trip - longest - (most < own.count ? 0 : wait));
    }

    /// Where W takes time it may be the last op; where it takes none, the B is, and all that the B lets go on follows
    /// it.
    Time after(int rank, const std::vector<StageCopy>& copies) const {
        Time least = CopyTimes::kFar;
        for (const StageCopy& copy : copies) {
            const CopyTimes& own = m_least.of(copy);
            const bool isLast = own.weight > 0 || !isEqual() || !m_least.areOfAll();
            if (own.forward + own.gradient + own.weight + own.recompute > 0)
                least = std::min(least, isLast ? m_least.tail(rank) : m_least.rest(copy, 0));
        }
        return least < CopyTimes::kFar ? std::max(m_least.tail(rank), least) : m_least.tail(rank);
    }

    const Plan& m_plan;
    const MemoryCosts& m_memory;
    const Proof& m_proof;
    LeastTimes m_least;
};

/// Whether the plan's order is valid and takes less than the proof says.
bool isBelow(const Plan& plan, const Proof& proof) {
    if (plan.isProblem())
        return false;
    const Timeline timeline = simulate(plan.schedule, plan.costs);
    return isValid(validate(plan, timeline)) && valueOf(measure(plan, timeline), proof.objective) < proof.lowerBound;
}

} // namespace

Result<Done> checkProof(const Plan& plan, const Proof& proof) { return ProofCheck(plan, proof).check(); }

bool isDisproved(const Plan& plan) {
    const Proof* const proof = proofOf(plan);
    return proof && (isBelow(plan, *proof) || std::ranges::any_of(plan.variants, [&](const Variant& variant) {
                         return fits(variant, plan) && isBelow(planOf(variant, plan), *proof);
                     }));
}

} // namespace lanewright
