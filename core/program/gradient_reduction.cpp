// SPDX-License-Identifier: Apache-2.0
#include "core/program/gradient_reduction.h"

#include "core/model/block_ops.h"
#include "core/model/dataflow.h"

#include <algorithm>

namespace lanewright {

namespace {

constexpr int kPieces = 8;            ///< so many pieces gradients are cut into where they go between devices
constexpr std::int64_t kPieceOf = 64; ///< floats: a piece holds a multiple of it, and begins at 256 bytes

} // namespace

GradientReduction::GradientReduction(const Schedule& schedule, const EnqueueTarget& target, EnqueueList& list,
                                     EnqueueListBuilder& builder)
    : m_schedule(&schedule), m_placement(&schedule.placement), m_target(&target), m_list(&list), m_builder(&builder) {
    const auto ranks = static_cast<std::size_t>(m_placement->ranks);
    m_copies.resize(static_cast<std::size_t>(directions()) * static_cast<std::size_t>(m_placement->stages()));
    m_reached.resize(m_placement->stages());
    m_scratch.resize(ranks);
    m_list->scratch.resize(ranks);
    m_list->last.resize(ranks);
    forEachOp(schedule.order, [&](const Op& op) {
        if (op.kind == OpKind::W || op.kind == OpKind::BW)
            ++copy(schedule.direction(op.microbatch), op.stage).left;
    });
}

GradientReduction::Copy& GradientReduction::copy(int direction, int stage) {
    return m_copies[static_cast<std::size_t>(direction) * static_cast<std::size_t>(m_placement->stages()) +
                    static_cast<std::size_t>(stage)];
}

void GradientReduction::follow(const BlockRun& run) {
    if (directions() < 2)
        return;
    for (const Op& op : run.ops) {
        if (op.kind != OpKind::W && op.kind != OpKind::BW)
            continue;
        Copy& done = copy(m_schedule->direction(op.microbatch), op.stage);
        done.last = run.command;
        if (--done.left > 0)
            continue;
        int& reached = m_reached[op.stage];
        while (reached + 1 < directions() && copy(reached, op.stage).left == 0 && copy(reached + 1, op.stage).left == 0)
            passOn(op.stage, reached++);
        if (reached + 1 == directions())
            passBack(op.stage);
    }
}

/// One where all copies share a device: only transfers are better in pieces.
int GradientReduction::piecesOf(int stage) const {
    for (int direction = 1; direction < directions(); ++direction)
        if (!m_builder->shareProcess(m_placement->rankOf(0, stage), m_placement->rankOf(direction, stage)))
            return kPieces;
    return 1;
}

ReduceStep GradientReduction::piece(int stage, int number) const {
    const std::int64_t all = m_target->gradients[stage];
    const int pieces = piecesOf(stage);
    const std::int64_t most = ((all + pieces - 1) / pieces + kPieceOf - 1) / kPieceOf * kPieceOf;
    const std::int64_t first = std::min(all, number * most);
    return {.stage = stage, .first = first, .count = std::min(most, all - first)};
}

int GradientReduction::addReduceStep(const ReduceStep& step) {
    m_list->reduceSteps.push_back(step);
    return static_cast<int>(m_list->reduceSteps.size()) - 1;
}

void GradientReduction::passOn(int stage, int from) {
    for (int number = 0; number < piecesOf(stage); ++number) {
        ReduceStep step = piece(stage, number);
        step.from = from;
        step.to = from + 1;
        if (step.count > 0)
            passOn(step, number);
    }
}

void GradientReduction::passOn(ReduceStep step, int number) {
    Copy& giver = copy(step.from, step.stage);
    Copy& taker = copy(step.to, step.stage);
    const int giving = m_placement->rankOf(step.from, step.stage);
    const int taking = m_placement->rankOf(step.to, step.stage);
    const int sum = step.from == 0 ? giver.last : giver.summed[number];
    Command adding{.kind = CommandKind::Add, .rank = taking, .waits = {taker.last}};
    if (m_builder->shareProcess(giving, taking)) {
        adding.reduceStep = addReduceStep(step);
        adding.waits.push_back(sum);
        taker.summed.push_back(m_builder->add(std::move(adding)));
        giver.read.push_back(taker.summed.back());
        return;
    }
    Scratch& scratch = m_scratch[taking];
    step.scratch = scratch.next;
    scratch.next = (scratch.next + 1) % kScratches;
    std::int64_t& most = m_list->scratch[taking];
    most = std::max(most, step.count);
    adding.reduceStep = addReduceStep(step);
    int& used = scratch.used[step.scratch];
    const EnqueueListBuilder::Ends ends = m_builder->addTransfer(adding, giving, taking, {sum}, {used});
    adding.waits.push_back(ends.receive);
    used = m_builder->add(std::move(adding));
    taker.summed.push_back(used);
    giver.read.push_back(ends.send);
}

void GradientReduction::passBack(int stage) {
    Copy& end = copy(directions() - 1, stage);
    const auto pieces = static_cast<int>(end.summed.size());
    for (int number = 0; number < pieces; ++number) {
        int sum = end.summed[number];
        for (int to = directions() - 2; to >= 0; --to) {
            ReduceStep step = piece(stage, number);
            step.from = to + 1;
            step.to = to;
            step.isSum = true;
            sum = passBack(step, number, sum);
        }
    }
}

/// `sum`: the command after which the giver has it. Returns that of the taker.
int GradientReduction::passBack(const ReduceStep& step, int number, int sum) {
    const int giving = m_placement->rankOf(step.from, step.stage);
    const int taking = m_placement->rankOf(step.to, step.stage);
    const int read = copy(step.to, step.stage).read[number];
    Command taken{.kind = CommandKind::Adopt, .rank = taking, .reduceStep = addReduceStep(step), .waits = {read, sum}};
    EnqueueListBuilder::Ends ends;
    if (m_builder->shareProcess(giving, taking))
        ends.send = ends.receive = m_builder->add(std::move(taken));
    else
        ends = m_builder->addTransfer(taken, giving, taking, {sum}, {read});
    // Each piece takes the same ways, so the last one is the end of all.
    if (number + 1 < static_cast<int>(copy(directions() - 1, step.stage).summed.size()))
        return ends.receive;
    std::vector<int>& last = m_list->last[giving];
    last.insert(last.end(), {sum, ends.send});
    m_list->last[taking].push_back(ends.receive);
    return ends.receive;
}

} // namespace lanewright
