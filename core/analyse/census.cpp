// SPDX-License-Identifier: Apache-2.0
#include "core/analyse/findings.h"
#include "core/model/text.h"

namespace lanewright {

namespace {

std::string rankText(int rank) { return "rank " + std::to_string(rank); }

/// Which ops the order holds, and which it should.
class Census {
public:
    Census(const Plan& plan, Findings& findings)
        : m_plan(&plan), m_findings(&findings), m_parts(plan.costs.weightParts),
          m_firstRank(static_cast<std::size_t>(kOpKinds - 1 + m_parts) * plan.schedule.stages() *
                          plan.schedule.microbatches,
                      -1) {}

    void check() {
        for (int rank = 0; rank < static_cast<int>(schedule().order.size()); ++rank)
            for (int position = 0; position < static_cast<int>(schedule().order[rank].size()); ++position)
                enter(schedule().order[rank][position], {rank, position});
        for (int stage = 0; stage < schedule().stages(); ++stage)
            for (int microbatch = 0; microbatch < schedule().microbatches; ++microbatch)
                checkMicrobatch(stage, microbatch);
    }

private:
    const Schedule& schedule() const { return m_plan->schedule; }
    std::string name(const Op& op) const { return toText(op, m_parts); }

    std::size_t indexOf(const Op& op) const {
        const std::size_t kind = op.kind == OpKind::W   ? kOpKinds - 1 + static_cast<std::size_t>(op.part)
                                 : op.kind == OpKind::R ? static_cast<std::size_t>(OpKind::W)
                                                        : static_cast<std::size_t>(op.kind);
        return (kind * schedule().stages() + op.stage) * schedule().microbatches + op.microbatch;
    }
    bool has(const Op& op) const { return m_firstRank[indexOf(op)] >= 0; }

    void enter(const Block& block, const Slot& slot) {
        enterOp(block.op, slot);
        if (!block.paired)
            return;
        enterOp(*block.paired, slot);
        const Op& one = block.op;
        const Op& other = *block.paired;
        const bool fits =
            (one.kind == OpKind::F && isBackward(other.kind)) || (other.kind == OpKind::F && isBackward(one.kind));
        if (!fits || one.microbatch == other.microbatch)
            m_findings->add(Code::Pair, slot, one, [&] {
                return toText(block, m_parts) +
                       " can't run as one block: a pair is an F with a B or BW of another microbatch.";
            });
    }

    void enterOp(const Op& op, const Slot& slot) {
        m_fused = m_fused || op.kind == OpKind::BW;
        m_split = m_split || op.kind == OpKind::B;
        int& first = m_firstRank[indexOf(op)];
        if (first >= 0)
            m_findings->add(Code::Duplicate, slot, op, [&] {
                return name(op) + " runs more than once: " + rankText(first) + " has run it before.";
            });
        else
            first = slot.rank;
        if (const int home = schedule().rankOf(op); home != slot.rank)
            m_findings->add(Code::Misplaced, slot, op, [&] {
                return name(op) + " stands on " + rankText(slot.rank) + ", but stage " + std::to_string(op.stage) +
                       " of microbatch " + std::to_string(op.microbatch) + " lives on " + rankText(home) + ".";
            });
        if (op.kind == OpKind::R && !recomputes(op))
            m_findings->add(Code::Duplicate, slot, op, [&] {
                return name(op) + " repeats a forward for nothing: stage " + std::to_string(op.stage) +
                       " keeps its activations.";
            });
    }

    bool recomputes(const Op& op) const {
        return m_plan->costs.recomputes(schedule().direction(op.microbatch), op.stage);
    }

    void checkMicrobatch(int stage, int microbatch) {
        const auto op = [&](OpKind kind, int part = 0) {
            return Op{kind, static_cast<std::int16_t>(part), stage, microbatch};
        };
        require(op(OpKind::F));
        if (recomputes(op(OpKind::R)))
            require(op(OpKind::R));
        const bool fused = has(op(OpKind::BW));
        bool split = has(op(OpKind::B));
        for (int part = 0; part < m_parts; ++part)
            split = split || has(op(OpKind::W, part));
        if (fused && split)
            m_findings->add(Code::Fused, placeOf(op(OpKind::BW)), op(OpKind::BW), [&] {
                return name(op(OpKind::BW)) + " does B and W in one, and yet the order has a B or W of microbatch " +
                       std::to_string(microbatch) + " on stage " + std::to_string(stage) +
                       " as well: keep one of both.";
            });
        if (fused)
            return;
        if (!split && m_fused && !m_split)
            return require(op(OpKind::BW));
        require(op(OpKind::B));
        for (int part = 0; part < m_parts; ++part)
            require(op(OpKind::W, part));
    }

    void require(const Op& op) {
        if (has(op))
            return;
        m_findings->add(Code::Incomplete, placeOf(op), op, [&] {
            return name(op) + " is missing: " + rankText(schedule().rankOf(op)) + " has to run it once.";
        });
    }

    /// Behind all blocks of the rank it belongs on.
    Slot placeOf(const Op& op) const {
        const int rank = schedule().rankOf(op);
        return {rank, static_cast<int>(schedule().order[rank].size())};
    }

    const Plan* m_plan;
    Findings* m_findings;
    int m_parts;
    std::vector<int> m_firstRank; ///< per op the first rank that holds it; −1: none
    bool m_fused = false;         ///< the order has a BW
    bool m_split = false;         ///< the order has a B
};

} // namespace

void checkOps(const Plan& plan, Findings& findings) { Census(plan, findings).check(); }

} // namespace lanewright
