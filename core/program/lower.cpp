// SPDX-License-Identifier: Apache-2.0
#include "core/program/program.h"

#include "core/check/validate.h"
#include "core/model/dataflow.h"
#include "core/model/text.h"
#include "core/program/stage_values.h"
#include "core/simulate/memory.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <tuple>

namespace lanewright {

namespace {

/// A receive is posted at least this many blocks of its rank before the first one that may run after its sender.
constexpr int kAhead = 2;

/// A value on its way to a rank.
struct Incoming {
    Value value = {};
    int from = 0;
    int transfer = 0;
    int latest = 0;   ///< the Post stands before the block at this position
    int consumer = 0; ///< position of the block that needs the value
    int slot = 0;
};

/// A value on its way from a rank.
struct Outgoing {
    Value value = {};
    int to = 0;
    int transfer = 0;
    int producer = 0; ///< position of the block that yields the value
    Time start = 0;   ///< when it enters the link
};

/// The transfers of one rank, each list by transfer.
struct Traffic {
    std::vector<Incoming> in = {};
    std::vector<Outgoing> out = {};
    int slots = 0;
};

/// Walks all blocks along one total order and numbers the values that cross ranks.
///
/// The order is by planned start; among blocks that could come next, ties go to the lower rank. A block comes only
/// after all that it needs, also where blocks take no time.
class TotalOrder {
public:
    TotalOrder(const Plan& plan, const Timeline& timeline) : m_plan(plan), m_timeline(timeline) {
        const Schedule& schedule = plan.schedule;
        const std::size_t values = static_cast<std::size_t>(kValueKinds) * schedule.stages() * schedule.microbatches;
        m_consumers.assign(values, Slot{.rank = -1});
        m_missing.resize(schedule.ranks());
        m_done.assign(schedule.ranks(), 0);
        m_traffic.resize(schedule.ranks());
        m_linkFree.resize(schedule.ranks());
        for (int rank = 0; rank < schedule.ranks(); ++rank)
            enter(rank);
    }

    std::vector<Traffic> walk() {
        for (int rank = 0; rank < m_plan.schedule.ranks(); ++rank)
            offer(rank);
        while (!m_ready.empty()) {
            const auto [start, rank] = m_ready.top();
            m_ready.pop();
            finish(rank);
            offer(rank);
        }
        return std::move(m_traffic);
    }

private:
    using Ready = std::pair<Time, int>; ///< planned start, rank

    const Row& row(int rank) const { return m_plan.schedule.order[rank]; }

    std::size_t indexOfValue(const Value& value) const {
        return static_cast<std::size_t>(indexOf(value, m_plan.schedule.stages(), m_plan.schedule.microbatches));
    }

    /// Notes which values come to the rank from others, and for which block.
    void enter(int rank) {
        const Schedule& schedule = m_plan.schedule;
        m_missing[rank].assign(row(rank).size(), 0);
        for (int position = 0; position < static_cast<int>(row(rank).size()); ++position)
            for (const Op& op : opsIn(row(rank)[position]))
                forEachNeed(op, m_plan, [&](const Value& value) {
                    if (schedule.rankOf(producerOf(value)) == rank)
                        return;
                    m_consumers[indexOfValue(value)] = {rank, position};
                    ++m_missing[rank][position];
                });
    }

    /// Makes the rank's next block a candidate when all that it needs from others is there.
    void offer(int rank) {
        const int next = m_done[rank];
        if (next < static_cast<int>(row(rank).size()) && m_missing[rank][next] == 0)
            m_ready.push({m_timeline.lanes[rank][next].start, rank});
    }

    void finish(int rank) {
        const int position = m_done[rank]++;
        for (const Op& op : opsIn(row(rank)[position]))
            forEachYield(op, m_plan, [&](const Value& value) {
                if (m_consumers[indexOfValue(value)].rank >= 0)
                    transfer(value, rank, position);
            });
    }

    void transfer(const Value& value, int from, int producer) {
        const auto [to, consumer] = m_consumers[indexOfValue(value)];
        const Time start = departure(value, from, to, m_timeline.lanes[from][producer].end);
        m_traffic[from].out.push_back(
            {.value = value, .to = to, .transfer = m_transfers, .producer = producer, .start = start});
        // Whatever the receiver runs later in the total order must find the receive posted.
        m_traffic[to].in.push_back({.value = value,
                                    .from = from,
                                    .transfer = m_transfers,
                                    .latest = std::max(0, m_done[to] - kAhead),
                                    .consumer = consumer});
        ++m_transfers;
        if (--m_missing[to][consumer] == 0 && consumer == m_done[to])
            offer(to);
    }

    /// When the value enters its link: at once, or behind the value before it where links are serial.
    Time departure(const Value& value, int from, int to, Time produced) {
        if (m_plan.costs.links == Links::Latency)
            return produced;
        auto& links = m_linkFree[from];
        auto link = std::ranges::find(links, to, &std::pair<int, Time>::first);
        if (link == links.end())
            link = links.insert(links.end(), {to, 0});
        const Time start = std::max(produced, link->second);
        link->second = start + m_plan.costs.travel(value, from, to);
        return start;
    }

    const Plan& m_plan;
    const Timeline& m_timeline;
    std::vector<Slot> m_consumers = {};           ///< by value; rank −1 where the value stays on its rank
    std::vector<std::vector<int>> m_missing = {}; ///< per block: values that have not come yet
    std::vector<int> m_done = {};                 ///< per rank: blocks already placed
    std::vector<Traffic> m_traffic = {};
    std::vector<std::vector<std::pair<int, Time>>> m_linkFree = {};
    std::priority_queue<Ready, std::vector<Ready>, std::greater<>> m_ready = {};
    int m_transfers = 0;
};

/// Gives each receive a slot, and moves it up to where its slot becomes free. Receives of one link keep their order.
///
/// A slot is in use from its Post to the end of the block that needs the value. Taking whatever slot has been free
/// longest needs as few slots as any colouring, because the receives come by their latest position.
void assignSlots(Traffic& traffic, int ranks) {
    using Free = std::pair<int, int>; // first position at which the slot is free, slot
    std::priority_queue<Free, std::vector<Free>, std::greater<>> slots;
    std::vector<int> earliest(ranks, 0); // per sender
    for (Incoming& in : traffic.in) {
        int freeAt = 0;
        in.slot = traffic.slots;
        if (!slots.empty() && slots.top().first <= in.latest) {
            std::tie(freeAt, in.slot) = slots.top();
            slots.pop();
        } else {
            ++traffic.slots;
        }
        in.latest = earliest[in.from] = std::max(freeAt, earliest[in.from]);
        slots.push({in.consumer + 1, in.slot});
    }
    std::ranges::stable_sort(traffic.in, {}, &Incoming::latest);
}

/// When the receive of each transfer is planned to be posted.
std::vector<Time> postTimes(const std::vector<Traffic>& traffic, const Timeline& timeline) {
    std::vector<Time> times;
    for (std::size_t rank = 0; rank < traffic.size(); ++rank)
        for (const Incoming& in : traffic[rank].in) {
            if (in.transfer >= static_cast<int>(times.size()))
                times.resize(static_cast<std::size_t>(in.transfer) + 1);
            times[in.transfer] = in.latest == 0 ? 0 : timeline.lanes[rank][in.latest - 1].end;
        }
    return times;
}

/// How many values of the rank are on their way to others at one time, from the start of the block that makes them.
int mostUnderWay(const Plan& plan, const Lane& lane, int rank, const Traffic& traffic,
                 const std::vector<Time>& posted) {
    std::vector<std::pair<Time, int>> changes;
    for (const Outgoing& out : traffic.out) {
        const Time arrival = out.start + plan.costs.travel(out.value, rank, out.to);
        changes.emplace_back(lane[out.producer].start, 1);
        changes.emplace_back(std::max(arrival, posted[out.transfer]), -1);
    }
    std::ranges::sort(changes);
    int now = 0;
    int most = 0;
    for (const auto& [time, change] : changes)
        most = std::max(most, now += change);
    return most;
}

Instruction postOf(const Incoming& in, const Lane& lane) {
    return {.act = Act::Post,
            .value = in.value,
            .peer = in.from,
            .transfer = in.transfer,
            .slot = in.slot,
            .start = in.latest == 0 ? 0 : lane[in.latest - 1].end};
}

Instruction sendOf(const Outgoing& out, Time length) {
    return {.act = Act::Send,
            .value = out.value,
            .peer = out.to,
            .transfer = out.transfer,
            .start = out.start,
            .length = length};
}

Program programOf(const Plan& plan, const Lane& lane, int rank, const Traffic& traffic) {
    Program program{.rank = rank, .slots = traffic.slots};
    const Row& row = plan.schedule.order[rank];
    program.code.reserve(row.size() + traffic.in.size() + traffic.out.size());
    auto in = traffic.in.begin();
    auto out = traffic.out.begin();
    for (int position = 0; position < static_cast<int>(row.size()); ++position) {
        for (; in != traffic.in.end() && in->latest == position; ++in)
            program.code.push_back(postOf(*in, lane));
        const Span& span = lane[position];
        program.code.push_back({.act = Act::Run, .block = row[position], .start = span.start, .length = span.length()});
        for (; out != traffic.out.end() && out->producer == position; ++out)
            program.code.push_back(sendOf(*out, plan.costs.travel(out->value, rank, out->to)));
    }
    return program;
}

} // namespace

Result<std::vector<Program>> lower(const Plan& plan) {
    if (plan.isProblem())
        return Error{say(phrase("program", "the plan has no order; generate one first"))};
    const Timeline timeline = simulate(plan.schedule, plan.costs);
    for (const Finding& finding : validate(plan, timeline))
        if (finding.severity == Severity::Error)
            return Error{finding.message, finding.op ? toText(*finding.op, plan.costs.weightParts) : ""};
    std::vector<Traffic> traffic = TotalOrder{plan, timeline}.walk();
    const std::vector<int> staged = stagedWeights(plan.schedule, plan.costs.weightParts);
    std::vector<Program> programs;
    for (int rank = 0; rank < plan.schedule.ranks(); ++rank)
        assignSlots(traffic[rank], plan.schedule.ranks());
    const std::vector<Time> posted = postTimes(traffic, timeline);
    for (int rank = 0; rank < plan.schedule.ranks(); ++rank) {
        const Lane& lane = timeline.lanes[rank];
        Program program = programOf(plan, lane, rank, traffic[rank]);
        program.rooms = fewestRooms(program, plan) + mostUnderWay(plan, lane, rank, traffic[rank], posted);
        program.staged = staged[rank];
        programs.push_back(std::move(program));
    }
    return programs;
}

} // namespace lanewright
