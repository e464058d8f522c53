// SPDX-License-Identifier: Apache-2.0
#include "engine/gpu/order_book.h"

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

bool shareStream(const Entry& one, const Entry& other) {
    const auto isOf = [](const Entry& entry, EntryKind a, EntryKind b) { return entry.kind == a || entry.kind == b; };
    using enum EntryKind;
    if (one.seat != other.seat)
        return false;
    if (isOf(one, Send, Receive) || isOf(other, Send, Receive))
        return one.link == other.link;
    return one.rank == other.rank && (one.kind == other.kind || (isOf(one, Add, Adopt) && isOf(other, Add, Adopt)));
}

int OrderBook::add(Entry entry) {
    entry.seat = m_seating->of(entry.rank);
    std::ranges::sort(entry.waits);
    const auto repeated = std::ranges::unique(entry.waits);
    entry.waits.erase(repeated.begin(), repeated.end());
    std::erase_if(entry.waits, [&](int before) {
        return before < 0 || shareStream(m_order->entries[static_cast<std::size_t>(before)], entry);
    });
    m_order->entries.push_back(std::move(entry));
    return next() - 1;
}

OrderBook::Way OrderBook::addWay(const Entry& what, int from, int to, std::vector<int> beforeSending,
                                 std::vector<int> beforeReceiving) {
    const auto [link, isNew] = m_links.try_emplace({from, to}, static_cast<int>(m_order->links.size()));
    if (isNew)
        m_order->links.push_back({m_seating->of(from), m_seating->of(to)});
    Entry end = what;
    end.link = link->second;
    end.kind = EntryKind::Send;
    end.rank = from;
    end.partner = next() + 1;
    end.waits = std::move(beforeSending);
    const int send = add(end);
    end.kind = EntryKind::Receive;
    end.rank = to;
    end.partner = send;
    end.waits = std::move(beforeReceiving);
    return {send, add(end)};
}

GradientWays::GradientWays(const RunRequest& request, DeviceOrder& order, OrderBook& book)
    : m_request(&request), m_placement(&request.plan.schedule.placement), m_order(&order), m_book(&book) {
    const auto ranks = static_cast<std::size_t>(m_placement->ranks);
    m_copies.resize(static_cast<std::size_t>(directions()) * static_cast<std::size_t>(m_placement->stages()));
    m_reached.resize(static_cast<std::size_t>(m_placement->stages()));
    m_scratch.resize(ranks);
    m_order->scratch.resize(ranks);
    m_order->last.resize(ranks);
    for (const Row& row : request.plan.schedule.order)
        for (const Block& block : row)
            for (const MaybeOp& op : {MaybeOp(block.op), block.paired})
                if (op && (op->kind == OpKind::W || op->kind == OpKind::BW))
                    ++copy(request.plan.schedule.direction(op->microbatch), op->stage).left;
}

GradientWays::Copy& GradientWays::copy(int direction, int stage) {
    return m_copies[static_cast<std::size_t>(direction) * static_cast<std::size_t>(m_placement->stages()) +
                    static_cast<std::size_t>(stage)];
}

void GradientWays::follow(const Turn& turn) {
    if (directions() < 2)
        return;
    for (const Op& op : turn.ops) {
        if (op.kind != OpKind::W && op.kind != OpKind::BW)
            continue;
        Copy& done = copy(m_request->plan.schedule.direction(op.microbatch), op.stage);
        done.last = turn.entry;
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
int GradientWays::piecesOf(int stage) const {
    for (int direction = 1; direction < directions(); ++direction)
        if (!m_book->shareSeat(m_placement->rankOf(0, stage), m_placement->rankOf(direction, stage)))
            return kPieces;
    return 1;
}

Hop GradientWays::piece(int stage, int number) const {
    const std::int64_t all = gradientsOf(*m_request, stage);
    const int pieces = piecesOf(stage);
    const std::int64_t most = ((all + pieces - 1) / pieces + kPieceOf - 1) / kPieceOf * kPieceOf;
    const std::int64_t first = std::min(all, number * most);
    return {.stage = stage, .first = first, .count = std::min(most, all - first)};
}

int GradientWays::addHop(const Hop& hop) {
    m_order->hops.push_back(hop);
    return static_cast<int>(m_order->hops.size()) - 1;
}

void GradientWays::passOn(int stage, int from) {
    for (int number = 0; number < piecesOf(stage); ++number) {
        Hop hop = piece(stage, number);
        hop.from = from;
        hop.to = from + 1;
        if (hop.count > 0)
            passOn(hop, number);
    }
}

void GradientWays::passOn(Hop hop, int number) {
    Copy& giver = copy(hop.from, hop.stage);
    Copy& taker = copy(hop.to, hop.stage);
    const int giving = m_placement->rankOf(hop.from, hop.stage);
    const int taking = m_placement->rankOf(hop.to, hop.stage);
    const int sum = hop.from == 0 ? giver.last : giver.summed[static_cast<std::size_t>(number)];
    Entry adding{.kind = EntryKind::Add, .rank = taking, .waits = {taker.last}};
    if (m_book->shareSeat(giving, taking)) {
        adding.hop = addHop(hop);
        adding.waits.push_back(sum);
        taker.summed.push_back(m_book->add(std::move(adding)));
        giver.read.push_back(taker.summed.back());
        return;
    }
    Scratch& scratch = m_scratch[static_cast<std::size_t>(taking)];
    hop.scratch = scratch.next;
    scratch.next = (scratch.next + 1) % kScratches;
    std::int64_t& most = m_order->scratch[static_cast<std::size_t>(taking)];
    most = std::max(most, hop.count);
    adding.hop = addHop(hop);
    int& used = scratch.used[static_cast<std::size_t>(hop.scratch)];
    const OrderBook::Way way = m_book->addWay(adding, giving, taking, {sum}, {used});
    adding.waits.push_back(way.receive);
    used = m_book->add(std::move(adding));
    taker.summed.push_back(used);
    giver.read.push_back(way.send);
}

void GradientWays::passBack(int stage) {
    Copy& end = copy(directions() - 1, stage);
    const auto pieces = static_cast<int>(end.summed.size());
    for (int number = 0; number < pieces; ++number) {
        int sum = end.summed[static_cast<std::size_t>(number)];
        for (int to = directions() - 2; to >= 0; --to) {
            Hop hop = piece(stage, number);
            hop.from = to + 1;
            hop.to = to;
            hop.isSum = true;
            sum = passBack(hop, number, sum);
        }
    }
}

/// `sum`: the entry after which the giver has it. Returns that of the taker.
int GradientWays::passBack(const Hop& hop, int number, int sum) {
    const int giving = m_placement->rankOf(hop.from, hop.stage);
    const int taking = m_placement->rankOf(hop.to, hop.stage);
    const int read = copy(hop.to, hop.stage).read[static_cast<std::size_t>(number)];
    Entry taken{.kind = EntryKind::Adopt, .rank = taking, .hop = addHop(hop), .waits = {read, sum}};
    OrderBook::Way way;
    if (m_book->shareSeat(giving, taking))
        way.send = way.receive = m_book->add(std::move(taken));
    else
        way = m_book->addWay(taken, giving, taking, {sum}, {read});
    // Each piece takes the same ways, so the last one is the end of all.
    if (number + 1 < static_cast<int>(copy(directions() - 1, hop.stage).summed.size()))
        return way.receive;
    std::vector<int>& last = m_order->last[static_cast<std::size_t>(giving)];
    last.insert(last.end(), {sum, way.send});
    m_order->last[static_cast<std::size_t>(taking)].push_back(way.receive);
    return way.receive;
}

} // namespace lanewright::engine
