// SPDX-License-Identifier: Apache-2.0
#include "core/check/findings.h"
#include "core/check/unplaced.h"
#include "core/model/block_ops.h"
#include "core/model/text.h"

#include <algorithm>
#include <tuple>

namespace lanewright {

namespace {

/// Which ops the order holds, and which it should.
class Completeness {
public:
    /// With `unplaced`, missing ops go there and not to the findings.
    Completeness(const Plan& plan, Findings& findings, std::vector<Op>* unplaced = nullptr)
        : m_plan(&plan), m_findings(&findings), m_unplaced(unplaced), m_parts(plan.costs.weightParts),
          m_there(static_cast<std::size_t>(plan.schedule.stages()) * plan.schedule.microbatches, 0) {}

    void check(bool backwardInOne = false) {
        forEachSlot(schedule().order, [this](const Slot& slot, const Block& block) { enter(block, slot); });
        checkRepeatedParts();
        m_inOne = m_split ? false : m_fused || backwardInOne;
        for (int stage = 0; stage < schedule().stages(); ++stage)
            for (int microbatch = 0; microbatch < schedule().microbatches; ++microbatch)
                checkMicrobatch(stage, microbatch);
    }

private:
    /// A part of W with its place, where W is cut into parts.
    struct Part {
        Op op = {};
        Slot slot = {};
        std::tuple<int, int, int> key() const { return {op.stage, op.microbatch, op.part}; }
    };

    const Schedule& schedule() const { return m_plan->schedule; }
    std::string name(const Op& op) const { return toText(op, m_parts); }

    std::uint8_t& thereOf(const Op& op) {
        return m_there[static_cast<std::size_t>(op.stage) * schedule().microbatches + op.microbatch];
    }
    static constexpr std::uint8_t bitOf(OpKind kind) { return static_cast<std::uint8_t>(1 << static_cast<int>(kind)); }
    bool has(const Op& op) { return (thereOf(op) & bitOf(op.kind)) != 0; }

    void enter(const Block& block, const Slot& slot) {
        enterOp(block.op, slot);
        if (!block.paired)
            return;
        enterOp(*block.paired, slot);
        if (!canPair(block.op, *block.paired))
            m_findings->add(FindingCode::Pair, slot, block.op, [&] {
                return say(phrase("finding", "%1 can't run as one block: a pair is an F with a B or BW of another "
                                             "microbatch."),
                           toText(block, m_parts));
            });
    }

    void enterOp(const Op& op, const Slot& slot) {
        m_fused = m_fused || op.kind == OpKind::BW;
        m_split = m_split || op.kind == OpKind::B;
        if (op.kind == OpKind::W && m_parts > 1)
            m_weights.push_back({op, slot});
        else if (has(op))
            repeated(op, slot);
        thereOf(op) |= bitOf(op.kind);
        if (const int home = schedule().rankOf(op); home != slot.rank)
            m_findings->add(FindingCode::Misplaced, slot, op, [&] {
                return say(phrase("finding", "%1 stands on rank %2, but stage %3 of microbatch %4 lives on rank %5."),
                           name(op), slot.rank, int{op.stage}, int{op.microbatch}, home);
            });
        if (op.kind == OpKind::R && !recomputes(op))
            m_findings->add(FindingCode::Duplicate, slot, op, [&] {
                return say(phrase("finding", "%1 repeats a forward for nothing: stage %2 keeps its activations."),
                           name(op), int{op.stage});
            });
    }

    void repeated(const Op& op, const Slot& slot) {
        m_findings->add(FindingCode::Duplicate, slot, op, [&] {
            return say(phrase("finding", "%1 runs more than once: rank %2 has run it before."), name(op),
                       slotOf(schedule(), op)->rank);
        });
    }

    /// Sorts the parts of W and leaves each once.
    void checkRepeatedParts() {
        std::ranges::stable_sort(m_weights, {}, &Part::key);
        for (std::size_t at = 1; at < m_weights.size(); ++at)
            if (m_weights[at].op == m_weights[at - 1].op)
                repeated(m_weights[at].op, m_weights[at].slot);
        const auto same = [](const Part& a, const Part& b) { return a.op == b.op; };
        m_weights.erase(std::unique(m_weights.begin(), m_weights.end(), same), m_weights.end());
    }

    bool recomputes(const Op& op) const {
        return m_plan->costs.recomputes(schedule().direction(op.microbatch), op.stage);
    }

    void checkMicrobatch(int stage, int microbatch) {
        constexpr std::uint8_t kFused = bitOf(OpKind::F) | bitOf(OpKind::BW);
        constexpr std::uint8_t kSplit = bitOf(OpKind::F) | bitOf(OpKind::B) | bitOf(OpKind::W);
        const auto op = [&](OpKind kind, int part = 0) { return Op{kind, part, stage, microbatch}; };
        const bool recomputed = recomputes(op(OpKind::R));
        const std::uint8_t there = thereOf(op(OpKind::F)) & ~(recomputed ? bitOf(OpKind::R) : 0);
        // Nearly always all is there once.
        if (m_parts == 1 && has(op(OpKind::R)) == recomputed && (there == kFused || there == kSplit))
            return;
        require(op(OpKind::F));
        if (recomputed)
            require(op(OpKind::R));
        const bool fused = has(op(OpKind::BW));
        const bool split = has(op(OpKind::B)) || has(op(OpKind::W));
        if (fused && split)
            m_findings->add(FindingCode::Fused, placeOf(op(OpKind::BW)), op(OpKind::BW), [&] {
                return say(phrase("finding", "%1 does B and W in one, and yet the order has a B or W of microbatch %2 "
                                             "on stage %3 as well: keep one of both."),
                           name(op(OpKind::BW)), microbatch, stage);
            });
        // Where nothing of the backward is there, it is missing in the shape that the order has elsewhere.
        const bool inOne = fused || (!split && m_inOne);
        require(op(inOne ? OpKind::BW : OpKind::B));
        if (m_parts > 1)
            requireParts(op(OpKind::W), !inOne);
        else if (!inOne)
            require(op(OpKind::W));
    }

    void require(const Op& op) {
        if (!has(op))
            missing(op);
    }

    /// Cells come in the order of m_weights, so that one walk along it serves all.
    void requireParts(Op op, bool wanted) {
        const auto sameCell = [&](const Part& part) {
            return part.op.stage == op.stage && part.op.microbatch == op.microbatch;
        };
        std::size_t at = m_next;
        while (m_next < m_weights.size() && sameCell(m_weights[m_next]))
            ++m_next;
        std::int64_t lacking = wanted ? m_parts - static_cast<std::int64_t>(m_next - at) : 0;
        for (int part = 0; lacking > 0 && (m_unplaced || !m_findings->full(FindingCode::Incomplete)); ++part) {
            if (at < m_next && m_weights[at].op.part == part) {
                ++at;
                continue;
            }
            op.part = part;
            missing(op);
            --lacking;
        }
        if (lacking > 0)
            m_findings->countMore(FindingCode::Incomplete, lacking);
    }

    void missing(const Op& op) {
        if (m_unplaced) {
            m_unplaced->push_back(op);
            return;
        }
        m_findings->add(FindingCode::Incomplete, placeOf(op), op, [&] {
            return say(phrase("finding", "%1 is missing: rank %2 has to run it once."), name(op),
                       schedule().rankOf(op));
        });
    }

    /// Behind all blocks of the rank it belongs on.
    Slot placeOf(const Op& op) const {
        const int rank = schedule().rankOf(op);
        return {rank, static_cast<int>(schedule().order[rank].size())};
    }

    const Plan* m_plan;
    Findings* m_findings;
    std::vector<Op>* m_unplaced;
    int m_parts;
    std::vector<std::uint8_t> m_there; ///< `[stage][microbatch]`: a bit per kind of op
    std::vector<Part> m_weights;       ///< by stage, microbatch, part; empty where W is whole
    std::size_t m_next = 0;            ///< in m_weights
    bool m_fused = false;              ///< the order has a BW
    bool m_split = false;              ///< the order has a B
    bool m_inOne = false;              ///< a backward of which nothing is there is missing as BW
};

/// F, R, B or BW, W: the way of a microbatch through a stage.
int turnOf(OpKind kind) {
    switch (kind) {
    case OpKind::F: return 0;
    case OpKind::R: return 1;
    case OpKind::B:
    case OpKind::BW: return 2;
    case OpKind::W: return 3;
    }
    return 4;
}

} // namespace

void checkOps(const Plan& plan, Findings& findings) { Completeness(plan, findings).check(); }

std::vector<Op> unplacedOps(const Plan& plan, bool backwardInOne) {
    std::vector<Op> ops;
    Findings unheard;
    Completeness(plan, unheard, &ops).check(backwardInOne);
    std::ranges::sort(ops, {}, [&](const Op& op) {
        return std::tuple<int, int, int, int, int>{plan.schedule.direction(op.microbatch), op.stage, turnOf(op.kind),
                                                   op.microbatch, op.part};
    });
    return ops;
}

} // namespace lanewright
