// SPDX-License-Identifier: Apache-2.0
#include "core/check/validate.h"

#include "core/check/findings.h"
#include "core/explain/causes.h"
#include "core/io/unknown_keys.h"
#include "core/model/text.h"
#include "core/simulate/amounts.h"
#include "core/simulate/memory.h"
#include "core/simulate/metrics.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <utility>

namespace lanewright {

namespace {

/// What each op needs, and where the order has it.
class Needs {
public:
    Needs(const Plan& plan, Findings& findings)
        : m_plan(&plan), m_findings(&findings), m_dataflow(plan.schedule, plan.costs),
          m_producers(producersOf(plan.schedule, m_dataflow)) {}

    void check() {
        const Schedule& schedule = m_plan->schedule;
        for (int rank = 0; rank < static_cast<int>(schedule.order.size()); ++rank) {
            m_lastFrom.assign(schedule.ranks(), Slot{-1, -1});
            for (int position = 0; position < static_cast<int>(schedule.order[rank].size()); ++position) {
                for (const Op& op : opsIn(schedule.order[rank][position]))
                    checkOp(op, {rank, position});
            }
        }
    }

private:
    void checkOp(const Op& op, const Slot& slot) {
        const DataflowEntry& entry = m_dataflow.of(op);
        for (int i = 0; i < entry.needCount; ++i) {
            const int value = entry.needs[i] + op.microbatch;
            const Slot from = m_producers[value];
            if (from.rank == slot.rank && from.position > slot.position)
                m_findings->add(FindingCode::Precedence, slot, op, [&] {
                    return say(phrase("finding", "%1 stands before %2 on rank %3, but needs that one's output."),
                               name(op), producerName(value), slot.rank);
                });
            else if (from.rank >= 0 && from.rank != slot.rank)
                checkLink(op, value, from, slot);
        }
    }

    /// One finding per link, at the first value that is needed later than one sent after it.
    void checkLink(const Op& op, int value, const Slot& from, const Slot& slot) {
        Slot& last = m_lastFrom[from.rank];
        if (last.rank < 0 && last.position == kTold)
            return;
        if (from.position >= last.position) {
            last = from;
            return;
        }
        m_findings->add(FindingCode::Crossed, slot, op, [&] {
            const Block& later = m_plan->schedule.order[last.rank][last.position];
            return say(phrase("finding",
                              "Rank %1 needs the output of %2 only after the output of %3, but rank %4 sends "
                              "it first."),
                       slot.rank, producerName(value), toText(later, m_plan->costs.weightParts), from.rank);
        });
        last = {-1, kTold};
    }

    std::string name(const Op& op) const { return toText(op, m_plan->costs.weightParts); }
    std::string producerName(int value) const {
        const Slot from = m_producers[value];
        return name(producerIn(m_plan->schedule.order[from.rank][from.position], m_dataflow, value));
    }

    static constexpr int kTold = -2;
    const Plan* m_plan;
    Findings* m_findings;
    DataflowTable m_dataflow;
    std::vector<Slot> m_producers;
    std::vector<Slot> m_lastFrom; ///< per sender: the last block whose value was needed
};

void checkDeadlocks(const Plan& plan, const Timeline& timeline, Findings& findings) {
    for (const std::vector<Stall>& cycle : cyclesOf(stallsOf(plan.schedule, plan.costs, timeline))) {
        // A circle of one is an op before one it needs, or a pair that feeds itself; both have findings of their own.
        if (cycle.size() < 2)
            continue;
        const Stall& first = cycle.front();
        findings.add(FindingCode::Deadlock, {first.rank, first.position}, first.op, [&] {
            return say(phrase("finding", "Ranks wait for each other in a circle: %1."),
                       explainCycle(cycle, plan.costs.weightParts));
        });
    }
}

/// `total` is what `totalMemory` makes of the peaks.
void checkMemory(const Plan& plan, const std::vector<Bytes>& peaks, const std::vector<Bytes>& total,
                 Findings& findings) {
    const int parts = plan.costs.weightParts;
    const auto text = [&](Bytes bytes) { return inUnit(bytes, plan.memoryUnit); };
    for (int rank = 0; rank < plan.schedule.ranks(); ++rank) {
        const std::optional<Bytes> limit = plan.memory.limitOf(rank);
        const std::optional<int> position =
            limit && peaks[rank] > *limit ? firstOver(plan.schedule, plan.memory, parts, rank, *limit) : std::nullopt;
        if (position) {
            const Block& block = plan.schedule.order[rank][*position];
            findings.add(FindingCode::Memory, {rank, *position}, block.op, [&] {
                return say(phrase("finding", "Rank %1 passes its memory limit of %2 at %3; its peak is %4, %5 too "
                                             "much."),
                           rank, text(*limit), toText(block, parts), text(peaks[rank]), text(peaks[rank] - *limit));
            });
        }
        const std::optional<Bytes> device = plan.memory.deviceOf(rank);
        if (device && total[rank] > *device)
            findings.add(FindingCode::DeviceMemory, {rank, 0}, std::nullopt, [&] {
                return say(phrase("finding", "Rank %1 needs %2 with its weights, but its device has %3, %4 too "
                                             "little."),
                           rank, text(total[rank]), text(*device), text(total[rank] - *device));
            });
    }
}

/// The first op of the copy that comes before one of an earlier microbatch.
Slot firstOutOfTurn(const Schedule& schedule, const StagedCopy& copy, int weightParts) {
    const Row& row = schedule.order[copy.rank];
    std::vector<int> earliest(weightParts, schedule.microbatches);
    Slot first{copy.rank, 0};
    const auto visit = [&](const Op& op, int position) {
        const bool weight = op.kind == OpKind::W || op.kind == OpKind::BW;
        if (!weight || op.stage != copy.stage || schedule.direction(op.microbatch) != copy.direction)
            return;
        if (op.microbatch > earliest[op.part])
            first.position = position;
        earliest[op.part] = std::min(earliest[op.part], op.microbatch);
    };
    for (int position = static_cast<int>(row.size()) - 1; position >= 0; --position) {
        for (const Op& op : opsIn(row[position]))
            visit(op, position);
    }
    return first;
}

void checkStaging(const Plan& plan, Findings& findings) {
    for (const StagedCopy& copy : stagedCopies(plan.schedule, plan.costs.weightParts)) {
        const Slot slot = firstOutOfTurn(plan.schedule, copy, plan.costs.weightParts);
        const Op op = plan.schedule.order[slot.rank][slot.position].last();
        findings.add(FindingCode::Staging, slot, op, [&] {
            return say(phrase("finding", "From %1 on, rank %2 makes the weight gradients of stage %3 out of "
                                         "microbatch order and holds back up to %4 of them."),
                       toText(op, plan.costs.weightParts), copy.rank, copy.stage, copy.buffers);
        });
    }
}

/// Tries the order without each gap of the critical path, one at a time, for as long as that is quick.
void checkGaps(const Plan& plan, const Timeline& timeline, Findings& findings) {
    constexpr int kMostBlocks = 50'000;
    const auto gapped = [](const Row& row) {
        return std::ranges::any_of(row, [](const Block& b) { return b.gap > 0; });
    };
    if (std::ranges::none_of(plan.schedule.order, gapped) || !reachesEnd(plan.schedule, timeline))
        return;
    const Causes causes(plan, timeline);
    const Time makespan = extentOf(timeline).length();
    Schedule without = plan.schedule;
    int tried = 0;
    for (const Slot& slot : causes.criticalSlots()) {
        Block& block = without.order[slot.rank][slot.position];
        if (block.gap == 0 || causes.causeOf(slot).binding != Binding::Gap)
            continue;
        if (tried > kMostBlocks)
            return;
        tried += opCount(without);
        const Time gap = std::exchange(block.gap, 0);
        const Time shorter = makespan - extentOf(simulate(without, plan.costs)).length();
        block.gap = gap;
        if (shorter > 0)
            findings.add(FindingCode::Gap, slot, block.op, [&] {
                return say(phrase("finding", "The gap of %1 before %2 on rank %3 makes the whole schedule %4 longer."),
                           inUnit(gap, plan.timeUnit), toText(block, plan.costs.weightParts), slot.rank,
                           inUnit(shorter, plan.timeUnit));
            });
    }
}

void checkKeys(const Plan& plan, Findings& findings) {
    for (const UnknownKey& key : unknownKeysOf(plan))
        findings.add(FindingCode::UnknownKey, {-1, 0}, std::nullopt, [&] { return sentenceOf(key); });
}

} // namespace

std::string_view toText(Severity severity) {
    switch (severity) {
    case Severity::Error: return "error";
    case Severity::Warning: return "warning";
    case Severity::Note: return "note";
    }
    return "?";
}

std::vector<Finding> validate(const Plan& plan) { return validate(plan, simulate(plan.schedule, plan.costs)); }

std::vector<Finding> validate(const Plan& plan, const Timeline& timeline) {
    Findings findings;
    if (plan.isProblem()) {
        findings.add(FindingCode::Incomplete, {-1, 0}, std::nullopt, [] {
            return say(phrase("finding", "There is no order yet: generate or solve one, or place ops by hand."));
        });
        checkKeys(plan, findings);
        return findings.take();
    }
    checkOps(plan, findings);
    Needs(plan, findings).check();
    checkDeadlocks(plan, timeline, findings);
    const std::vector<Bytes> peaks = peakMemory(plan.schedule, plan.memory, plan.costs.weightParts);
    checkMemory(plan, peaks, totalMemory(plan, peaks), findings);
    checkGaps(plan, timeline, findings);
    checkStaging(plan, findings);
    checkKeys(plan, findings);
    return findings.take();
}

bool isValid(const std::vector<Finding>& findings) {
    return std::ranges::none_of(findings, [](const Finding& f) { return f.severity == Severity::Error; });
}

bool isAboutMemory(const Finding& finding) { return finding.code == "memory" || finding.code == "device-memory"; }

bool isWhole(const std::vector<Finding>& findings) {
    return std::ranges::all_of(findings,
                               [](const Finding& f) { return f.severity != Severity::Error || isAboutMemory(f); });
}

Checked checked(const Plan& plan, const Timeline& timeline) {
    Checked all{.metrics = measure(plan, timeline)};
    Findings findings;
    checkOps(plan, findings);
    // Where every block ran, each had what it needs.
    if (all.metrics.stalls) {
        Needs(plan, findings).check();
        checkDeadlocks(plan, timeline, findings);
    }
    checkMemory(plan, all.metrics.peakMemory, all.metrics.totalMemory, findings);
    all.errors = findings.take();
    std::erase_if(all.errors, [](const Finding& each) { return each.severity != Severity::Error; });
    if (!isWhole(all.errors))
        all.metrics = partOf(std::move(all.metrics));
    return all;
}

} // namespace lanewright
