# SPDX-License-Identifier: Apache-2.0
"""The faults of seeded_faults.py: a file, what breaks, a text that stands there once, and what takes its place."""

from typing import NamedTuple


class Fault(NamedTuple):
    file: str
    breaks: str
    old: str
    new: str


FAULTS = [
    # core/sequence: what orders are and what they take.
    Fault(
        "core/sequence/timer.cpp",
        "values take no time on their way",
        "m_arrivals[cell.arrivals + index] = free + cell.travelOf(index);",
        "m_arrivals[cell.arrivals + index] = free;",
    ),
    Fault(
        "core/sequence/timer.cpp",
        "a period leaves out the rank of the shortest span",
        "    for (int i = 0; i < m_table.ranks(); ++i) {\n        const int rank = m_bySpan[i];",
        "    for (int i = 0; i < 1; ++i) {\n        const int rank = m_bySpan[i];",
    ),
    Fault(
        "core/sequence/rank_cost.cpp",
        "a post-validated iteration leaves the optimizer's step out",
        "m_steps = end.step;",
        "m_steps.assign(ranks, 0);",
    ),
    Fault(
        "core/sequence/instance.cpp",
        "a gradient takes the way down instead of up",
        "chunk.up = problem.costs.between(stage, next, rank);",
        "chunk.up = problem.costs.between(stage, rank, next);",
    ),
    Fault(
        "core/sequence/chunk_summary.cpp",
        "a microbatch by itself has the memory of a usual one",
        "const StageMemory memory = problem.memory.of(chunk.direction, chunk.stage, microbatch);",
        "const StageMemory memory = problem.memory.of(chunk.direction, chunk.stage);",
    ),
    Fault(
        "core/sequence/instance.cpp",
        "the memory of R does not count where room is looked for",
        "raise(held + chunks[stage].recomputeMemory, OpKind::R, stage);",
        "raise(held, OpKind::R, stage);",
    ),
    Fault(
        "core/sequence/op_table.cpp",
        "a B with R does not take R's memory",
        "std::max({Bytes{0}, chunk.recomputeMemory, chunk.backwardMemory})",
        "std::max(Bytes{0}, chunk.backwardMemory)",
    ),
    Fault(
        "core/sequence/op_table.cpp",
        "a W may run before its B",
        "cell.follows >= 0 && count[cell.follows] <= index / cell.parts;",
        "cell.follows >= 0 && count[cell.follows] < index / cell.parts;",
    ),
    Fault(
        "core/sequence/sequence.cpp",
        "R is written where direction 0 recomputes",
        "problem.costs.recomputes(problem.schedule.direction(op.microbatch), op.stage)",
        "problem.costs.recomputes(0, op.stage)",
    ),
    Fault(
        "core/sequence/chunk_summary.cpp",
        "microbatches that differ have the memory of the smallest where the largest counts",
        "as == Unequal::Least ? std::ranges::min(amounts) : std::ranges::max(amounts);",
        "as == Unequal::Least ? std::ranges::max(amounts) : std::ranges::min(amounts);",
    ),
    Fault(
        "core/sequence/list_rule.cpp",
        "a microbatch more than allowed may be in flight",
        "counts[code] - counts[code + 1] < m_rule->ranks[rank].inFlight[placeOf(code)]",
        "counts[code] - counts[code + 1] <= m_rule->ranks[rank].inFlight[placeOf(code)]",
    ),
    Fault(
        "core/sequence/list_rule.cpp",
        "the first microbatch may lose its room",
        "m_table.needOf(rank, direction) + held - heldOf(rank, direction, *first) > m_table.limit[rank]",
        "held - heldOf(rank, direction, *first) > m_table.limit[rank]",
    ),
    Fault(
        "core/sequence/list_scheduler.cpp",
        "memory that waits for W stays when W has run",
        "own.waitingMemory -= change;",
        "",
    ),
    Fault(
        "core/sequence/sequence_writer.h",
        "W fills gaps of any length",
        "4 * (length - gap) <= overrun * length);",
        "4 * (length - gap) <= 4 * length);",
    ),
    Fault("core/sequence/rank_cost.cpp", "the way of the norm is left out", "    m_after = end.normDelay;\n", ""),
    Fault(
        "core/sequence/rank_clock.cpp",
        "a rank that was woken late may be asked first",
        "    if (hole < last)\n        std::push_heap",
        "    if (hole > last)\n        std::push_heap",
    ),
    # core/bounds: what no order is below.
    Fault(
        "core/bounds/waits.cpp",
        "a rank has room for one microbatch more",
        "std::clamp<Bytes>(fit, 1,",
        "std::clamp<Bytes>(fit + 1, 1,",
    ),
    Fault(
        "core/bounds/waits.cpp",
        "between the last F and its B the W of others is forgotten",
        "(flying - 1) * (chunk.backward + chunk.weight) + problem.recompute(index)",
        "(flying - 1) * chunk.backward + problem.recompute(index)",
    ),
    Fault(
        "core/bounds/closed.cpp",
        "a round too many where microbatches fill the last one",
        "const Time before = (all - 1) / fits;",
        "const Time before = all / fits;",
    ),
    Fault(
        "core/bounds/closed.cpp",
        "the last op takes time in every microbatch or in none, though they differ",
        "if (!m_makespan || m_case.isUnequal())\n            return own;",
        "if (!m_makespan)\n            return own;",
    ),
    Fault(
        "core/bounds/waits.cpp",
        "F with the least time for a byte come first",
        "return static_cast<Wide>(a.time) * b.bytes > static_cast<Wide>(b.time) * a.bytes;",
        "return static_cast<Wide>(a.time) * b.bytes < static_cast<Wide>(b.time) * a.bytes;",
    ),
    Fault(
        "core/bounds/closed.cpp",
        "R waits for the gradient",
        "ways.trip[chunk] = problem.recompute(chunk);\n        if (after >= 0)",
        "ways.trip[chunk] = problem.recompute(chunk) + chunks[chunk].up;\n        if (after >= 0)",
    ),
    Fault(
        "core/bounds/bounds.cpp",
        "a longest span is bounded like a makespan",
        "return Objective::Period;",
        "return Objective::Makespan;",
    ),
    Fault(
        "core/bounds/bounds.cpp",
        "the two ends of an iteration are confused",
        "result.tail = waits ? end.normDelay : end.step;",
        "result.tail = waits ? end.step : end.normDelay;",
    ),
    Fault(
        "core/bounds/bounds.cpp",
        "an F is as long as alone though a pair is shorter",
        "std::min(chunk.forward, *chunk.overlapped - largest)",
        "std::min(chunk.forward, *chunk.overlapped)",
    ),
    Fault(
        "core/bounds/deal.cpp",
        "only all crowded replicas together are looked at",
        "for (std::int64_t some = 1; some <= q; ++some) {",
        "for (std::int64_t some = q; some <= q; ++some) {",
    ),
    Fault(
        "core/bounds/pairs.cpp",
        "a pair with a BW saves nothing",
        "            backs.push_back(longest(OpKind::BW, own));\n",
        "",
    ),
    Fault(
        "core/bounds/first.cpp",
        "a rank that begins one F more takes two",
        "first = (count + 1) * chunk.forward;",
        "first = (count + 2) * chunk.forward;",
    ),
    Fault(
        "core/bounds/before.cpp",
        "what fills the limit exactly has no room",
        "return heldWith(op, countOf) <= m_lines->limit[m_lines->series[own].rank];",
        "return heldWith(op, countOf) < m_lines->limit[m_lines->series[own].rank];",
    ),
    Fault(
        "core/bounds/before.cpp",
        "one op less of a series can have run",
        "if (of(line.first + middle, other) > index)",
        "if (of(line.first + middle, other) >= index)",
    ),
    Fault(
        "core/bounds/heads.cpp",
        "one op too many must give memory back where it just fits",
        "static_cast<int>((over - line.net() - 1) / -line.net());",
        "static_cast<int>(over / -line.net() + 1);",
    ),
    Fault(
        "core/bounds/heads.cpp",
        "values take no time on their way",
        "changed |= raiseTo(op, head + other.each + delay);",
        "changed |= raiseTo(op, head + other.each);",
    ),
    Fault(
        "core/bounds/machine.cpp",
        "the shortest tail goes first",
        "bool operator<(const Open& other) const { return tail < other.tail; }",
        "bool operator<(const Open& other) const { return tail > other.tail; }",
    ),
    Fault(
        "core/bounds/series.cpp",
        "a direction's first stage needs no gradient from the next",
        "wait(number(after, OpKind::B), chunk.up);",
        "wait(number(after, OpKind::F), chunk.up);",
    ),
    Fault(
        "core/bounds/refuter.cpp",
        "of two ways that contradict the wrong one is settled",
        "m_propagation.precede(known, other, op);",
        "m_propagation.precede(known, op, other);",
    ),
    Fault(
        "core/bounds/propagation.cpp",
        "a way as long as the value is too long",
        "wayThrough(known, op, others.first + count) > value)",
        "wayThrough(known, op, others.first + count) >= value)",
    ),
    Fault(
        "core/bounds/improvement.cpp",
        "the value that was refuted counts as reached",
        "m_refuter.refutes((next - 1) * m_grain, way.at, looks)",
        "m_refuter.refutes((next - 2) * m_grain, way.at, looks)",
    ),
    # core/check: proofs that are accepted.
    Fault(
        "core/check/proof_check.cpp",
        "the latest first backward counts, not the soonest",
        "first = std::min(first, lead + m_least.of(copy).forward + m_least.trip(copy));",
        "first = std::max(first % CopyTimes::kFar, lead + m_least.of(copy).forward + m_least.trip(copy));",
    ),
    Fault(
        "core/check/proof_check.cpp",
        "one wait counts twice where all microbatches find room",
        "- longest - (most < own.count ? 0 : wait));",
        "- longest);",
    ),
    Fault(
        "core/check/proof_check.cpp",
        "what follows a B follows a W, too",
        "const bool isLast = own.weight > 0 || !isEqual() || !m_least.areOfAll();",
        "const bool isLast = !isEqual() || !m_least.areOfAll();",
    ),
    Fault(
        "core/check/proof_check.cpp",
        "the numbers need not reach the bound",
        "if (Fraction{all, 1} < m_proof.lowerBound)",
        "if (Fraction{2 * all, 1} < m_proof.lowerBound)",
    ),
    Fault(
        "core/check/least_times.cpp",
        "B, W and BW are all run",
        "std::min(length(OpKind::B) + (alone ? 0 : length(OpKind::W)), length(OpKind::BW));",
        "length(OpKind::B) + (alone ? 0 : length(OpKind::W)) + length(OpKind::BW);",
    ),
    Fault(
        "core/check/least_times.cpp",
        "an iteration ends with the way of the decision",
        "m_ofAll ? wayToLast(rank, false) : step(rank)",
        "m_ofAll ? wayToLast(rank, true) : step(rank)",
    ),
    # core/solve: searches.
    Fault(
        "core/solve/dealer.h",
        "a method that gained goes on waiting",
        "turns.wait = gained ? 1 : std::min(2 * turns.wait, kLongestWait);",
        "turns.wait = std::min(2 * turns.wait, kLongestWait);",
    ),
    Fault(
        "core/solve/incumbent.cpp",
        "a proof stays that an order disproves",
        "if (m_brought && m_has && m_best.value < m_brought->value)\n        m_brought.reset();\n",
        "",
    ),
    Fault(
        "core/solve/solve.cpp",
        "bounds of the deal that is given stand for any deal",
        "m_deals ? Dealing::Anew : Dealing::AsGiven",
        "Dealing::AsGiven",
    ),
    Fault(
        "core/solve/rank_order.cpp",
        "a rank passes its limit",
        "if (held + at(series).rise > m_rank.limit || !canRun",
        "if (!canRun",
    ),
    Fault(
        "core/solve/rank_order.cpp",
        "the way that is nowhere sooner is kept",
        "return isNoLater(timesOf(other), times, step.times); })) {",
        "return isNoLater(times, timesOf(other), step.times); })) {",
    ),
    Fault(
        "core/solve/partial_order.cpp",
        "the order that a rank has is forgotten",
        "    if (m_next[op] >= 0)\n        visit(m_next[op], Time{0});\n",
        "",
    ),
    Fault(
        "core/solve/bottleneck.cpp",
        "a rank more than was asked for gets another order",
        "    for (int rank = 0; rank < m_table.ranks(); ++rank)\n        m_order.set(rank, sequences[rank]);",
        "    for (int rank = 1; rank < m_table.ranks(); ++rank)\n        m_order.set(rank, sequences[rank]);",
    ),
    Fault(
        "core/solve/blocks/block_table.cpp",
        "a pair changes memory as its F alone",
        "ops[block.op].change + (block.isPair() ? ops[block.partner].change : 0);",
        "ops[block.op].change;",
    ),
    Fault(
        "core/solve/blocks/block_table.cpp",
        "a W may take the microbatch of a B that took its own W in",
        "        if (!joined)\n            m_waiting",
        "            m_waiting",
    ),
    Fault(
        "core/solve/blocks/block_moves.cpp",
        "a pair takes in the W of its F",
        "const int cell = opAt(blocks[at].gradient()).cell + 1;",
        "const int cell = opAt(blocks[at].op).cell + 1;",
    ),
    Fault(
        "core/solve/blocks/block_graph.cpp",
        "what waits for the partner of a pair is forgotten",
        "return partner == kNone ? from(op) : std::max(from(op), from(partner));",
        "return from(op);",
    ),
    Fault(
        "core/solve/blocks/block_graph.cpp",
        "a block that goes later takes its memory along too late",
        "isLater ? -m_table.changeOf(own) : m_table.changeOf(own);",
        "isLater ? m_table.changeOf(own) : -m_table.changeOf(own);",
    ),
    Fault(
        "core/solve/blocks/block_graph.cpp",
        "a change that is taken back leaves its times",
        "        m_nodes[past->first].head = past->second;\n",
        "        m_nodes[past->first].gap += past->second - past->second;\n",
    ),
    Fault(
        "core/solve/blocks/mirror.cpp",
        "ends with other limits are taken for alike",
        "instance.limit[chunk.rank] != instance.limit[rank] ||",
        "",
    ),
    Fault("core/solve/pattern_search.cpp", "a step does not lag behind", "if (step.lag > turn || count", "if (count"),
    Fault(
        "core/solve/gaps.cpp",
        "a pair forgets the gap of its partner",
        "return block.paired ? std::max(of(block.op), of(*block.paired)) : of(block.op);",
        "return of(block.op);",
    ),
    Fault(
        "core/solve/proof/distances.cpp",
        "a circle that is too long stays unseen",
        "m_fit = back < kHardlyAPath || back + arc.length <= 0;",
        "",
    ),
]
