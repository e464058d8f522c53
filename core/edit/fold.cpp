// SPDX-License-Identifier: Apache-2.0
#include "core/edit/fold.h"

#include "core/base/counted_up.h"
#include "core/base/mapped.h"
#include "core/base/places.h"
#include "core/check/validate.h"
#include "core/model/block_ops.h"
#include "core/model/text.h"
#include "core/model/title.h"

#include <algorithm>
#include <array>
#include <span>

namespace lanewright {

namespace {

/// The microbatches of both directions, and the place of each among those of its own.
struct Deal {
    std::array<std::vector<int>, 2> microbatches = {};
    std::vector<int> place = {};

    explicit Deal(const Schedule& schedule) {
        for (int microbatch = 0; microbatch < schedule.microbatches; ++microbatch) {
            std::vector<int>& own = microbatches[schedule.direction(microbatch)];
            place.push_back(static_cast<int>(own.size()));
            own.push_back(microbatch);
        }
    }
};

Error notTwoWays(const Message& why) {
    return Error{say(phrase("refusal", "only a schedule that runs two ways can be cut in half: %1"), why)};
}

/// Fails where the placement is no line of ranks with a twin of each stage at the mirror place.
Result<Done> checkMirrored(const Placement& placement) {
    if (placement.directions.size() != 2)
        return notTwoWays(
            sayCounted(countedPhrase("refusal", "this one has %1 directions", "this one has %1 direction"),
                       static_cast<std::int64_t>(placement.directions.size()), placement.directions.size()));
    std::vector<int> line = placement.directions[0];
    if (!std::ranges::equal(line, std::vector<int>{placement.directions[1].rbegin(), placement.directions[1].rend()}))
        return notTwoWays(say(phrase("refusal", "its second direction is not the first one backwards")));
    std::ranges::sort(line);
    if (line != linear(placement.ranks).directions[0])
        return notTwoWays(say(phrase("refusal", "its directions do not pass each rank once")));
    if (placement.ranks % 2 != 0)
        return notTwoWays(say(phrase("refusal", "%1 ranks have no two halves"), placement.ranks));
    return Done{};
}

Block mirrored(const Schedule& schedule, const Deal& deal, Block block) {
    changeOps(block, [&](Op& op) {
        const int other = 1 - schedule.direction(op.microbatch);
        op.microbatch = deal.microbatches[other][deal.place[op.microbatch]];
    });
    return block;
}

Message textAt(const Row& row, std::size_t position, int weightParts) {
    return position < row.size() ? Message(toText(row[position], weightParts)) : say(phrase("refusal", "nothing"));
}

/// Fails at the first block of a kept rank that its mirror rank does not run at the same position.
Result<Done> checkSymmetric(const Schedule& schedule, const Deal& deal, int weightParts) {
    const std::vector<int>& line = schedule.placement.directions[0];
    for (std::size_t place = 0; place < line.size() / 2; ++place) {
        const int mirror = line[line.size() - 1 - place];
        const Row& own = schedule.order[line[place]];
        const Row& other = schedule.order[mirror];
        for (std::size_t at = 0; at < std::max(own.size(), other.size()); ++at) {
            if (at < own.size() && at < other.size() && mirrored(schedule, deal, own[at]) == other[at])
                continue;
            return Error{say(phrase("refusal", "the directions are not mirror images: at position %1 rank %2 has %3, "
                                               "which does not mirror %4 on rank %5"),
                             at, line[place], textAt(own, at, weightParts), textAt(other, at, weightParts), mirror),
                         say(kRankPosition, line[place], at)};
        }
    }
    return Done{};
}

template <typename T>
void keepHalf(std::vector<T>& perRank, const std::vector<int>& line) {
    if (perRank.empty())
        return;
    perRank = mapped(countedUp(line.size() / 2), [&](std::size_t place) { return perRank[line[place]]; });
}

/// Each stage keeps the costs of the copy that stays: of the first direction on the way down, of the second back up.
template <typename List>
List stayingCopies(const List& lists, int stages) {
    List kept{{}};
    for (int stage = 0; stage < stages; ++stage)
        kept[0].push_back((stage < stages / 2 ? lists.front() : lists.back())[stage]);
    return kept;
}

void foldTransfers(Transfers& transfer, const std::vector<int>& line) {
    transfer.atMost = waysAmong(transfer.atMost, std::span(line).first(line.size() / 2));
    if (transfer.matrix.empty())
        return;
    const Transfers before = transfer;
    transfer.ranks = static_cast<int>(line.size()) / 2;
    transfer.matrix.clear();
    for (int from = 0; from < transfer.ranks; ++from)
        for (int to = 0; to < transfer.ranks; ++to)
            transfer.matrix.push_back(before.matrix[static_cast<std::size_t>(line[from]) * before.ranks + line[to]]);
}

void foldCosts(Plan& half, const std::vector<int>& line) {
    const int stages = static_cast<int>(line.size());
    half.costs.stages = stayingCopies(half.costs.stages, stages);
    for (StageCosts& costs : half.costs.stages[0])
        costs.allReduce = 0; // no twins are left
    half.memory.stages = stayingCopies(half.memory.stages, stages);
    keepHalf(half.memory.limit, line);
    keepHalf(half.memory.device, line);
    foldTransfers(half.costs.transfer, line);
    foldTransfers(half.costs.boundary.bandwidth, line);
}

Schedule folded(const Schedule& schedule, const Deal& deal) {
    const std::vector<int>& line = schedule.placement.directions[0];
    const int ranks = static_cast<int>(line.size()) / 2;
    Schedule half{.placement = zigzag(ranks, 2 * ranks),
                  .microbatches = static_cast<int>(deal.microbatches[0].size()),
                  .directionOf = {},
                  .order = schedule.order};
    keepHalf(half.order, line);
    for (Row& row : half.order)
        for (Block& block : row)
            changeOps(block, [&](Op& op) { op.microbatch = deal.place[op.microbatch]; });
    return half;
}

} // namespace

Result<Plan> cutInHalf(const Plan& plan) {
    const Schedule& schedule = plan.schedule;
    if (plan.isProblem())
        return Error{say(phrase("refusal", "there is no order to cut in half; generate one first"))};
    if (const Result<Done> fits = checkMirrored(schedule.placement); !fits)
        return fits.error();
    if (!plan.costs.microbatches.areEqual())
        return Error{say(phrase("refusal", "its microbatches differ, so that one half does not stand for the other"))};
    if (!fitsShape(schedule, plan.costs.weightParts))
        return Error{say(phrase("refusal", "the order holds ops that do not exist"))};
    const Deal deal(schedule);
    if (deal.microbatches[0].size() != deal.microbatches[1].size())
        return Error{say(phrase("refusal", "the directions are not mirror images: they have %1 and %2 microbatches"),
                         deal.microbatches[0].size(), deal.microbatches[1].size())};
    if (const Result<Done> fits = checkSymmetric(schedule, deal, plan.costs.weightParts); !fits)
        return fits.error();
    Plan half = plan;
    half.title = title::ofMade(plan.title, say(title::kCutInHalf));
    half.schedule = folded(schedule, deal);
    foldCosts(half, schedule.placement.directions[0]);
    setMicrobatches(half, plan.costs.microbatches.picked(deal.microbatches[0]));
    for (const Finding& finding : validate(half))
        if (finding.severity == Severity::Error)
            return Error{say(phrase("refusal", "the half would not be valid: %1"), finding.message)};
    return half;
}

} // namespace lanewright
