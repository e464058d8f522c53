// SPDX-License-Identifier: Apache-2.0
#include "engine/gpu/enqueue_list_builder.h"

#include "engine/gpt/parameters.h"

#include <algorithm>

namespace lanewright::engine {

namespace {

constexpr int kPieces = 8;            ///< that gradients are cut into where they go between devices
constexpr std::int64_t kPieceOf = 64; ///< floats: a piece holds a multiple of it, and begins at 256 bytes

/// What a rank may hold beside others of a stage.
std::int64_t gradientsOf(const RunRequest& request, int stage) {
    return ParameterLayout{request.model, shapeOf(request.model, request.plan.schedule.stages(), stage)}.count();
}

} // namespace

bool shareStream(const Command& one, const Command& other) {
    const auto isOf = [](const Command& command, CommandKind a, CommandKind b) {
        return command.kind == a || command.kind == b;
    };
    using enum CommandKind;
    if (one.process != other.process)
        return false;
    if (isOf(one, Send, Receive) || isOf(other, Send, Receive))
        return one.link == other.link;
    return one.rank == other.rank && (one.kind == other.kind || (isOf(one, Add, Adopt) && isOf(other, Add, Adopt)));
}

int EnqueueListBuilder::add(Command command) {
    command.process = m_processMap->of(command.rank);
    std::ranges::sort(command.waits);
    const auto repeated = std::ranges::unique(command.waits);
    command.waits.erase(repeated.begin(), repeated.end());
    std::erase_if(command.waits, [&](int before) {
        return before < 0 || shareStream(m_list->commands[static_cast<std::size_t>(before)], command);
    });
    m_list->commands.push_back(std::move(command));
    return next() - 1;
}

EnqueueListBuilder::Way EnqueueListBuilder::addTransfer(const Command& what, int from, int to,
                                                        std::vector<int> beforeSending,
                                                        std::vector<int> beforeReceiving) {
    const auto [link, isNew] = m_links.try_emplace({from, to}, static_cast<int>(m_list->links.size()));
    if (isNew)
        m_list->links.push_back({m_processMap->of(from), m_processMap->of(to)});
    Command end = what;
    end.link = link->second;
    end.kind = CommandKind::Send;
    end.rank = from;
    end.partner = next() + 1;
    end.waits = std::move(beforeSending);
    const int send = add(end);
    end.kind = CommandKind::Receive;
    end.rank = to;
    end.partner = send;
    end.waits = std::move(beforeReceiving);
    return {send, add(end)};
}

GradientReduction::GradientReduction(const RunRequest& request, EnqueueList& list, EnqueueListBuilder& book)
    : m_request(&request), m_placement(&request.plan.schedule.placement), m_list(&list), m_builder(&book) {
    const auto ranks = static_cast<std::size_t>(m_placement->ranks);
    m_copies.resize(static_cast<std::size_t>(directions()) * static_cast<std::size_t>(m_placement->stages()));
    m_reached.resize(static_cast<std::size_t>(m_placement->stages()));
    m_scratch.resize(ranks);
    m_list->scratch.resize(ranks);
    m_list->last.resize(ranks);
    for (const Row& row : request.plan.schedule.order)
        for (const Block& block : row)
            for (const MaybeOp& op : {MaybeOp(block.op), block.paired})
                if (op && (op->kind == OpKind::W || op->kind == OpKind::BW))
                    ++copy(request.plan.schedule.direction(op->microbatch), op->stage).left;
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
        Copy& done = copy(m_request->plan.schedule.direction(op.microbatch), op.stage);
        done.last = run.command;
        if (--done.left > 0)
            continue;
        int& reached = m_reached[static_cast<std::size_t>(op.stage)];
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
    const std::int64_t all = gradientsOf(*m_request, stage);
    const int pieces = piecesOf(stage);
    const std::int64_t most = ((all + pieces - 1) / pieces + kPieceOf - 1) / kPieceOf * kPieceOf;
    const std::int64_t first = std::min(all, number * most);
    return {.stage = stage, .first = first, .count = std::min(most, all - first)};
}

int GradientReduction::addReduceStep(const ReduceStep& reduceStep) {
    m_list->reduceSteps.push_back(reduceStep);
    return static_cast<int>(m_list->reduceSteps.size()) - 1;
}

void GradientReduction::passOn(int stage, int from) {
    for (int number = 0; number < piecesOf(stage); ++number) {
        ReduceStep reduceStep = piece(stage, number);
        reduceStep.from = from;
        reduceStep.to = from + 1;
        if (reduceStep.count > 0)
            passOn(reduceStep, number);
    }
}

void GradientReduction::passOn(ReduceStep reduceStep, int number) {
    Copy& giver = copy(reduceStep.from, reduceStep.stage);
    Copy& taker = copy(reduceStep.to, reduceStep.stage);
    const int giving = m_placement->rankOf(reduceStep.from, reduceStep.stage);
    const int taking = m_placement->rankOf(reduceStep.to, reduceStep.stage);
    const int sum = reduceStep.from == 0 ? giver.last : giver.summed[static_cast<std::size_t>(number)];
    Command adding{.kind = CommandKind::Add, .rank = taking, .waits = {taker.last}};
    if (m_builder->shareProcess(giving, taking)) {
        adding.reduceStep = addReduceStep(reduceStep);
        adding.waits.push_back(sum);
        taker.summed.push_back(m_builder->add(std::move(adding)));
        giver.read.push_back(taker.summed.back());
        return;
    }
    Scratch& scratch = m_scratch[static_cast<std::size_t>(taking)];
    reduceStep.scratch = scratch.next;
    scratch.next = (scratch.next + 1) % kScratches;
    std::int64_t& most = m_list->scratch[static_cast<std::size_t>(taking)];
    most = std::max(most, reduceStep.count);
    adding.reduceStep = addReduceStep(reduceStep);
    int& used = scratch.used[static_cast<std::size_t>(reduceStep.scratch)];
    const EnqueueListBuilder::Way way = m_builder->addTransfer(adding, giving, taking, {sum}, {used});
    adding.waits.push_back(way.receive);
    used = m_builder->add(std::move(adding));
    taker.summed.push_back(used);
    giver.read.push_back(way.send);
}

void GradientReduction::passBack(int stage) {
    Copy& end = copy(directions() - 1, stage);
    const auto pieces = static_cast<int>(end.summed.size());
    for (int number = 0; number < pieces; ++number) {
        int sum = end.summed[static_cast<std::size_t>(number)];
        for (int to = directions() - 2; to >= 0; --to) {
            ReduceStep reduceStep = piece(stage, number);
            reduceStep.from = to + 1;
            reduceStep.to = to;
            reduceStep.isSum = true;
            sum = passBack(reduceStep, number, sum);
        }
    }
}

/// `sum`: the command after which the giver has it. Returns that of the taker.
int GradientReduction::passBack(const ReduceStep& reduceStep, int number, int sum) {
    const int giving = m_placement->rankOf(reduceStep.from, reduceStep.stage);
    const int taking = m_placement->rankOf(reduceStep.to, reduceStep.stage);
    const int read = copy(reduceStep.to, reduceStep.stage).read[static_cast<std::size_t>(number)];
    Command taken{
        .kind = CommandKind::Adopt, .rank = taking, .reduceStep = addReduceStep(reduceStep), .waits = {read, sum}};
    EnqueueListBuilder::Way way;
    if (m_builder->shareProcess(giving, taking))
        way.send = way.receive = m_builder->add(std::move(taken));
    else
        way = m_builder->addTransfer(taken, giving, taking, {sum}, {read});
    // Each piece takes the same ways, so the last one is the end of all.
    if (number + 1 < static_cast<int>(copy(directions() - 1, reduceStep.stage).summed.size()))
        return way.receive;
    std::vector<int>& last = m_list->last[static_cast<std::size_t>(giving)];
    last.insert(last.end(), {sum, way.send});
    m_list->last[static_cast<std::size_t>(taking)].push_back(way.receive);
    return way.receive;
}

} // namespace lanewright::engine
