// SPDX-License-Identifier: Apache-2.0
#include "core/program/enqueue_list.h"

#include "core/program/gradient_reduction.h"
#include "core/program/stage_values.h"

#include <algorithm>
#include <map>
#include <utility>

namespace lanewright {

namespace {

/// Gives out memory for values. A piece is free again for blocks planned to start when its last use has ended.
class Pieces {
public:
    /// A piece, and the command that used it last.
    std::pair<int, int> take(Time start) {
        const auto free =
            std::ranges::find_if(m_pieces, [&](const Piece& piece) { return !piece.isOut && piece.free <= start; });
        const auto at = free - m_pieces.begin();
        if (free == m_pieces.end())
            m_pieces.emplace_back();
        Piece& piece = m_pieces[at];
        piece.isOut = true;
        return {static_cast<int>(at), piece.last};
    }
    void giveBack(int piece, Time end, int command) { m_pieces[piece] = {.free = end, .last = command}; }
    int count() const { return static_cast<int>(m_pieces.size()); }

private:
    struct Piece {
        bool isOut = false;
        Time free = 0;
        int last = -1; ///< command
    };
    std::vector<Piece> m_pieces;
};

/// Puts all blocks into one order.
class EnqueueOrder {
public:
    EnqueueOrder(const Plan& plan, const std::vector<Program>& programs, const EnqueueTarget& target)
        : m_plan(&plan), m_schedule(&plan.schedule), m_mode(target.mode),
          m_next(static_cast<std::size_t>(m_schedule->ranks())), m_pieces(static_cast<std::size_t>(target.processes)),
          m_builder(m_list, target), m_gradients(plan.schedule, target, m_list, m_builder) {
        m_list.index.assign(static_cast<std::size_t>(kValueKinds) * m_schedule->stages() * m_schedule->microbatches,
                            -1);
        for (const Program& program : programs) {
            std::vector<BlockRun>& runs = m_waiting.emplace_back();
            for (const Instruction& instruction : program.code)
                if (instruction.act == Act::Run)
                    runs.push_back(runOf(program.rank, instruction));
        }
    }

    EnqueueList list() {
        if (m_mode == OptimizerMode::PostValidated)
            placeAll(isForward);
        m_list.early = m_builder.next();
        placeAll([](const BlockRun&) { return true; });
        for (const Pieces& pieces : m_pieces)
            m_list.pieces.push_back(pieces.count());
        return std::move(m_list);
    }

private:
    static BlockRun runOf(int rank, const Instruction& instruction) {
        const Block& block = instruction.block;
        return {.rank = rank,
                .block = block,
                .start = instruction.start,
                .length = instruction.length,
                .ops = enqueuedOps(block)};
    }

    /// A pair holds a backward.
    static bool isForward(const BlockRun& run) { return run.ops.size() == 1 && run.ops.front().kind == OpKind::F; }

    /// Places all blocks that come before each rank's first one that is not `among` those wanted.
    void placeAll(auto among) {
        for (int rank = nextRank(among); rank >= 0; rank = nextRank(among)) {
            place(m_waiting[rank][m_next[rank]++]);
            m_gradients.follow(m_list.runs.back());
        }
    }

    int find(const Value& value) const { return m_list.of(value, m_schedule->stages(), m_schedule->microbatches); }

    bool isReady(const BlockRun& run) const {
        bool ready = true;
        for (const Op& op : run.ops)
            forEachNeed(op, *m_plan, [&](const Value& value) { ready = ready && find(value) >= 0; });
        return ready;
    }

    /// The rank whose block comes next; −1 when no more can.
    int nextRank(auto among) const {
        const BlockRun* best = nullptr;
        for (std::size_t rank = 0; rank < m_waiting.size(); ++rank) {
            if (m_next[rank] == m_waiting[rank].size())
                continue;
            const BlockRun& run = m_waiting[rank][m_next[rank]];
            if (among(run) && isReady(run) && (best == nullptr || run.start < best->start))
                best = &run;
        }
        return best == nullptr ? -1 : best->rank;
    }

    void place(BlockRun& run) {
        const int number = static_cast<int>(m_list.runs.size());
        Command running{.rank = run.rank, .run = number};
        run.command = m_builder.next();
        for (const Op& op : run.ops)
            forEachNeed(op, *m_plan, [&](const Value& value) { running.waits.push_back(use(run, number, value)); });
        for (const Op& op : run.ops)
            forEachYield(op, *m_plan, [&](const Value& value) { running.waits.push_back(make(run, number, value)); });
        m_builder.add(std::move(running));
        m_list.runs.push_back(std::move(run));
        for (const int at : m_list.runs.back().makes)
            bring(m_list.runs.back(), at);
        giveBack(m_list.runs.back());
    }

    /// Lets a block read a value; returns the command that brings it.
    int use(BlockRun& run, int number, const Value& value) {
        const int at = find(value);
        run.needs.push_back(at);
        ValueBuffer& buffer = m_list.buffers[at];
        buffer.reader = number;
        return buffer.came >= 0 ? buffer.came : commandOf(buffer.producer);
    }

    /// Only now: what a block makes never lies where it reads.
    void giveBack(const BlockRun& run) {
        for (const int at : run.needs) {
            const ValueBuffer& buffer = m_list.buffers[at];
            const int piece = buffer.slot >= 0 ? buffer.slot : buffer.room;
            piecesOf(run.rank).giveBack(piece, run.start + run.length, run.command);
        }
    }

    int commandOf(int run) const { return m_list.runs[run].command; }
    Pieces& piecesOf(int rank) { return m_pieces[m_builder.processOf(rank)]; }

    /// Gives a value its room; returns the command that used it last.
    int make(BlockRun& run, int number, const Value& value) {
        const int at = static_cast<int>(m_list.buffers.size());
        const auto [room, used] = piecesOf(run.rank).take(run.start);
        run.makes.push_back(at);
        m_list.index[indexOf(value, m_schedule->stages(), m_schedule->microbatches)] = at;
        m_list.buffers.push_back({.value = value, .room = room, .producer = number});
        return used;
    }

    /// Adds the transfer of a value to its reader, where that does not read its room.
    void bring(const BlockRun& run, int at) {
        ValueBuffer& buffer = m_list.buffers[at];
        const int reader = readerOf(buffer.value);
        const Time way = reader == run.rank ? 0 : m_plan->costs.travel(buffer.value, run.rank, reader);
        const bool isFar = !m_builder.shareProcess(run.rank, reader);
        if (way == 0 && !isFar)
            return;
        const Time end = run.start + run.length;
        const auto [slot, used] = piecesOf(reader).take(end);
        buffer.slot = slot;
        Command command{.kind = CommandKind::Copy, .rank = run.rank, .buffer = at, .waits = {run.command, used}};
        if (isFar) {
            const auto [send, receive] = m_builder.addTransfer(command, run.rank, reader, {run.command}, {used});
            buffer.sent = send;
            buffer.came = receive;
        } else {
            buffer.sent = buffer.came = m_builder.add(std::move(command));
        }
        // A link takes some time whatever the plan says: the next block need not wait for its end.
        piecesOf(run.rank).giveBack(buffer.room, end + (isFar ? std::max(way, run.length) : way), buffer.sent);
    }

    int readerOf(const Value& value) const {
        const int stage = value.kind == ValueKind::Activation ? value.stage + 1 : value.stage - 1;
        return m_schedule->placement.rankOf(m_schedule->direction(value.microbatch), stage);
    }

    const Plan* m_plan;
    const Schedule* m_schedule;
    OptimizerMode m_mode;
    std::vector<std::vector<BlockRun>> m_waiting; ///< by rank
    std::vector<std::size_t> m_next;              ///< by rank
    std::vector<Pieces> m_pieces;                 ///< by process
    EnqueueList m_list;
    EnqueueListBuilder m_builder;
    GradientReduction m_gradients;
};

/// The pieces of memory for values that a command reads or writes on its process.
std::vector<int> piecesUsedBy(const EnqueueList& list, const Command& command) {
    const auto of = [&](int buffer) -> const ValueBuffer& { return list.buffers[buffer]; };
    switch (command.kind) {
    case CommandKind::Run: {
        const BlockRun& run = list.runs[command.run];
        std::vector<int> pieces;
        pieces.reserve(run.makes.size() + run.needs.size());
        for (const int value : run.makes)
            pieces.push_back(of(value).room);
        for (const int value : run.needs)
            pieces.push_back(of(value).slot >= 0 ? of(value).slot : of(value).room);
        return pieces;
    }
    case CommandKind::Copy: return {of(command.buffer).room, of(command.buffer).slot};
    case CommandKind::Send: return command.buffer < 0 ? std::vector<int>{} : std::vector{of(command.buffer).room};
    case CommandKind::Receive: return command.buffer < 0 ? std::vector<int>{} : std::vector{of(command.buffer).slot};
    case CommandKind::Add:
    case CommandKind::Adopt: return {};
    }
    return {};
}

/// Lets what the early part uses first in a step wait for who used it last in the step before.
///
/// Where a step uses all that it makes this follows from the flow of its values: a first stage is through with its
/// backwards when all else has been read. The waits say so where the proof can see it, and hold nobody up.
void linkSteps(EnqueueList& list) {
    struct Use {
        int first = 0;
        int last = 0;
    };
    std::map<std::pair<int, int>, Use> uses; // by process and piece
    for (int at = 0; at < static_cast<int>(list.commands.size()); ++at) {
        const Command& command = list.commands[at];
        for (const int piece : piecesUsedBy(list, command))
            uses.try_emplace({command.process, piece}, Use{at, at}).first->second.last = at;
    }
    for (const auto& [piece, use] : uses) {
        Command& first = list.commands[use.first];
        if (use.first < list.early && !shareStream(list.commands[use.last], first))
            first.waitsBefore.push_back(use.last);
    }
}

} // namespace

std::vector<Op> enqueuedOps(const Block& block) {
    const OpList ops = opsIn(block);
    return {ops.begin(), ops.end()};
}

int EnqueueList::of(const Value& value, int stages, int microbatches) const {
    return index[indexOf(value, stages, microbatches)];
}

EnqueueList makeEnqueueList(const Plan& plan, const std::vector<Program>& programs, const EnqueueTarget& target) {
    EnqueueList list = EnqueueOrder(plan, programs, target).list();
    linkSteps(list);
    return list;
}

} // namespace lanewright
