// SPDX-License-Identifier: Apache-2.0
#include "core/edit/cost_fields.h"

#include "core/base/decimal.h"
#include "core/model/block_ops.h"
#include "core/model/text.h"
#include "core/model/totals.h"
#include "core/simulate/number_text.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

namespace lanewright {

namespace {

/// `whole` × `part` / `parts`, rounded down, without ever forming the product. All ≥ 0, `part` and `parts` below 2^60.
std::int64_t proportion(std::int64_t whole, std::int64_t part, std::int64_t parts) {
    std::int64_t result = part / parts * whole;
    part %= parts;
    std::int64_t quotient = 0;
    std::int64_t rest = 0;
    for (int bit = 62; bit >= 0; --bit) {
        quotient <<= 1;
        rest <<= 1;
        if ((whole >> bit & 1) != 0)
            rest += part;
        while (rest >= parts) {
            rest -= parts;
            ++quotient;
        }
    }
    return result + quotient;
}

/// The same, rounded to the nearest.
std::int64_t nearest(std::int64_t whole, std::int64_t part, std::int64_t parts) {
    const std::int64_t twice = proportion(2 * whole, part, parts);
    return twice / 2 + twice % 2;
}

Message amount(Bytes bytes, MemoryUnit unit) {
    return numbers::said(decimalFromTicks(bytes, scaleOf(unit)) +
                         (unit == MemoryUnit::Unit ? std::string{} : " " + std::string{toText(unit)}));
}

template <typename Each>
Each& entryOf(std::vector<std::vector<Each>>& lists, StageCopy copy) {
    const std::size_t list = std::min(static_cast<std::size_t>(copy.direction), lists.size() - 1);
    return lists[list][copy.stage];
}

/// Which number of a stage a field is: one of the three members. `op` takes that long, or allocates or frees that much.
struct StageNumber {
    StageField field = StageField::Forward;
    std::optional<OpKind> op = {};
    Time StageCosts::*duration = nullptr;
    std::optional<Time> StageCosts::*maybe = nullptr; ///< a duration that may be left open
    Bytes StageMemory::*amount = nullptr;
};
constexpr std::array kNumbers = {
    StageNumber{.field = StageField::Forward, .op = OpKind::F, .duration = &StageCosts::forward},
    StageNumber{.field = StageField::BackwardInput, .op = OpKind::B, .duration = &StageCosts::backwardInput},
    StageNumber{.field = StageField::BackwardWeight, .op = OpKind::W, .duration = &StageCosts::backwardWeight},
    StageNumber{.field = StageField::Recompute, .op = OpKind::R, .maybe = &StageCosts::recompute},
    StageNumber{.field = StageField::Overlapped, .maybe = &StageCosts::overlapped},
    StageNumber{.field = StageField::Optimizer, .duration = &StageCosts::optimizer},
    StageNumber{.field = StageField::AllReduce, .duration = &StageCosts::allReduce},
    StageNumber{.field = StageField::MemoryForward, .op = OpKind::F, .amount = &StageMemory::forward},
    StageNumber{.field = StageField::MemoryBackwardInput, .op = OpKind::B, .amount = &StageMemory::backwardInput},
    StageNumber{.field = StageField::MemoryBackwardWeight, .op = OpKind::W, .amount = &StageMemory::backwardWeight},
    StageNumber{.field = StageField::MemoryRecompute, .op = OpKind::R, .amount = &StageMemory::recompute},
    StageNumber{.field = StageField::MemoryFixed, .amount = &StageMemory::fixed}};

constexpr const StageNumber& numberOf(StageField field) {
    return *std::ranges::find(kNumbers, field, &StageNumber::field);
}
static_assert(std::ranges::equal(kStageFields, kNumbers, {}, {}, &StageNumber::field));

bool frees(StageField field) {
    return field == StageField::MemoryBackwardInput || field == StageField::MemoryBackwardWeight;
}

Result<Done> checkNumber(StageField field, std::optional<std::int64_t> value) {
    if (!value)
        return mayBeNone(field) ? Result<Done>(Done{}) : Error{say(phrase("refusal", "a number has to stand here"))};
    if (frees(field) ? *value > 0 : *value < 0)
        return Error{say(frees(field)    ? phrase("refusal", "B and W free memory: write 0 or a negative number")
                         : isTime(field) ? phrase("refusal", "a duration is 0 or more")
                                         : phrase("refusal", "what is allocated is 0 or more"))};
    const std::int64_t most = isTime(field) ? kMaxTime : kMaxMemory;
    if (*value > most || *value < -most)
        return Error{say(isTime(field) ? phrase("refusal", "a duration is at most 10^15 ns (11.5 days)")
                                       : phrase("refusal", "an amount of memory is at most 2^53 bytes (8 PiB)"))};
    return Done{};
}

/// B and W free what F and R allocate, in the proportion in which they freed it before.
void rebalance(StageMemory& memory) {
    const Bytes allocated = memory.forward + memory.recompute;
    const Bytes before = -(memory.backwardInput + memory.backwardWeight);
    memory.backwardInput = before > 0 ? -nearest(allocated, -memory.backwardInput, before) : 0;
    memory.backwardWeight = -allocated - memory.backwardInput;
}

Result<Done> setAmount(const Plan& plan, StageCopy copy, StageMemory& memory, StageField field, Bytes value) {
    memory.*numberOf(field).amount = value;
    const Bytes allocated = memory.forward + memory.recompute;
    if (frees(field) && -value > allocated)
        return Error{say(phrase("refusal", "Stage %1 allocates %2 for a microbatch, so no more can be freed"),
                         copy.stage, amount(allocated, plan.memoryUnit))};
    if (field == StageField::MemoryForward || field == StageField::MemoryRecompute)
        rebalance(memory);
    if (field == StageField::MemoryBackwardInput)
        memory.backwardWeight = -allocated - value;
    if (field == StageField::MemoryBackwardWeight)
        memory.backwardInput = -allocated - value;
    return Done{};
}

void setDuration(Plan& plan, StageCopy copy, StageField field, std::optional<Time> value) {
    StageCosts& costs = entryOf(plan.costs.stages, copy);
    const StageNumber& number = numberOf(field);
    if (number.maybe)
        costs.*number.maybe = value;
    else
        costs.*number.duration = *value;
    if (field != StageField::Recompute)
        return;
    StageMemory& memory = entryOf(plan.memory.stages, copy);
    if (!value && memory.recompute != 0) {
        memory.recompute = 0;
        rebalance(memory);
    }
}

/// Refuses a duration that no op would take, because the plan's table gives each microbatch its own.
Result<Done> checkTable(const Plan& plan, StageCopy copy, StageField field, std::optional<std::int64_t> value) {
    const std::optional<OpKind> kind = timedOp(field);
    if (!kind || plan.costs.microbatches.areEqual())
        return Done{};
    const auto has = [&](OpKind each) {
        return !plan.costs.microbatches.table()[static_cast<std::size_t>(each)].empty();
    };
    // A stage begins or ends to recompute, whatever its R takes.
    if (*kind == OpKind::R && value.has_value() != plan.costs.recomputes(copy.direction, copy.stage))
        return Done{};
    const auto runs = [&] { return holdsKind(plan.schedule.order, *kind); };
    const bool isHalf = *kind == OpKind::B || *kind == OpKind::W;
    const std::optional<OpKind> ruling = has(*kind)                             ? kind
                                         : isHalf && has(OpKind::BW) && !runs() ? std::optional(OpKind::BW)
                                                                                : std::nullopt;
    if (!ruling)
        return Done{};
    return Error{
        say(phrase("refusal", "this plan gives each microbatch a time of its own for %1 (\"microbatch\" in the "
                              "file), so a time of the stage would change nothing"),
            toText(*ruling))};
}

Result<Done> set(Plan& plan, StageCopy copy, StageField field, std::optional<std::int64_t> value) {
    if (Result<Done> fits = checkNumber(field, value); !fits)
        return fits;
    if (Result<Done> rules = checkTable(plan, copy, field, value); !rules)
        return rules;
    if (field == StageField::Overlapped && plan.costs.pairs.areGiven())
        return Error{
            say(phrase("refusal", "this plan gives pairs times that depend on both partners (\"overlapped\" in the "
                                  "file), so a time of the stage would change nothing"))};
    if (!isTime(field))
        return setAmount(plan, copy, entryOf(plan.memory.stages, copy), field, *value);
    setDuration(plan, copy, field, value);
    return Done{};
}

/// What holds for all stages together.
Result<Plan> checked(Plan plan) {
    for (const StageCopy copy : costedCopies(plan))
        if (plan.memory.of(copy.direction, copy.stage).recompute != 0 &&
            !plan.costs.recomputes(copy.direction, copy.stage))
            return Error{
                say(phrase("refusal", "Stage %1 recomputes nothing, so R allocates nothing: give R a duration first"),
                    copy.stage)};
    if (Result<Done> fits = checkTotals(plan); !fits)
        return fits.error();
    return plan;
}

/// Every known number of the list in the proportion that makes the largest one `largest`; where all are 0, all of them
/// become it.
template <typename Number>
void stretch(const std::vector<Number*>& numbers, Number before, Number largest) {
    for (Number* number : numbers)
        *number = before > 0 ? nearest(largest, *number, before) : largest;
}

Result<Plan> setRankAmount(const Plan& plan, std::vector<std::optional<Bytes>> MemoryCosts::*list, int rank,
                           std::optional<Bytes> value) {
    if (rank < 0 || rank >= plan.schedule.ranks())
        return Error{say(phrase("refusal", "there is no rank %1"), rank)};
    if (value && (*value < 0 || *value > kMaxMemory))
        return Error{say(phrase("refusal", "a limit is between 0 and 2^53 bytes (8 PiB)"))};
    Plan next = plan;
    std::vector<std::optional<Bytes>>& values = next.memory.*list;
    values.resize(plan.schedule.ranks());
    values[rank] = value;
    // An empty list says the same, and is what a file without limits gives.
    if (std::ranges::none_of(values, [](const auto& each) { return each.has_value(); }))
        values.clear();
    return next;
}

} // namespace

bool isTime(StageField field) { return !numberOf(field).amount; }

std::optional<OpKind> timedOp(StageField field) { return isTime(field) ? numberOf(field).op : std::nullopt; }

StageField memoryLike(StageField field) {
    const auto isLike = [op = numberOf(field).op](const StageNumber& number) {
        return op && number.amount && number.op == op;
    };
    const auto like = std::ranges::find_if(kNumbers, isLike);
    return like == kNumbers.end() ? field : like->field;
}

bool mayBeNone(StageField field) { return numberOf(field).maybe; }

std::vector<StageCopy> costedCopies(const Plan& plan) {
    const std::size_t lists = std::max(plan.costs.stages.size(), plan.memory.stages.size());
    std::vector<StageCopy> copies;
    copies.reserve(lists * static_cast<std::size_t>(plan.schedule.stages()));
    for (std::size_t direction = 0; direction < lists; ++direction)
        for (int stage = 0; stage < plan.schedule.stages(); ++stage)
            copies.push_back({.direction = static_cast<int>(direction), .stage = stage});
    return copies;
}

std::optional<std::int64_t> fieldOf(const Plan& plan, StageCopy copy, StageField field) {
    const StageNumber& number = numberOf(field);
    if (number.amount)
        return plan.memory.of(copy.direction, copy.stage).*number.amount;
    const StageCosts& costs = plan.costs.of(copy.direction, copy.stage);
    return number.maybe ? costs.*number.maybe : costs.*number.duration;
}

Result<Plan> setField(const Plan& plan, const std::vector<StageCopy>& copies, StageField field,
                      std::optional<std::int64_t> value) {
    Plan next = plan;
    for (const StageCopy copy : copies)
        if (Result<Done> fits = set(next, copy, field, value); !fits)
            return fits.error();
    return checked(std::move(next));
}

Result<Plan> scaleFields(const Plan& plan, const std::vector<FieldPlace>& places, int percent) {
    constexpr int kMostPercent = 10'000;
    if (percent < 0 || percent > kMostPercent)
        return Error{say(phrase("refusal", "scale by 0 to %1 per cent"), kMostPercent)};
    const auto follows = [&](const FieldPlace& place) {
        const auto among = [&](StageField field) {
            return std::ranges::find(places, FieldPlace{place.copy, field}) != places.end();
        };
        return frees(place.field) && (among(StageField::MemoryForward) || among(StageField::MemoryRecompute));
    };
    Plan next = plan;
    for (const FieldPlace& place : places) {
        const std::optional<std::int64_t> value = fieldOf(plan, place.copy, place.field);
        if (!value || follows(place))
            continue;
        const std::int64_t scaled = nearest(percent, std::abs(*value), 100);
        if (Result<Done> fits = set(next, place.copy, place.field, *value < 0 ? -scaled : scaled); !fits)
            return fits.error();
    }
    return checked(std::move(next));
}

Time longestTransfer(const Transfers& transfer) {
    return transfer.matrix.empty() ? transfer.every : std::max<Time>(0, std::ranges::max(transfer.matrix));
}

bool isLongestAtMost(const Transfers& transfer) {
    const Time longest = longestTransfer(transfer);
    return transfer.allAtMost || std::ranges::any_of(transfer.atMost, [&](const std::pair<int, int>& way) {
               return transfer.between(way.first, way.second) == longest;
           });
}

Result<Plan> setTransfer(const Plan& plan, Time longest) {
    if (longest < 0 || longest > kMaxTime)
        return Error{say(phrase("refusal", "a transfer takes 0 to 10^15 ns (11.5 days)"))};
    Plan next = plan;
    Transfers& transfer = next.costs.transfer;
    std::vector<Time*> numbers;
    if (transfer.matrix.empty())
        numbers = {&transfer.every};
    for (std::size_t at = 0; at < transfer.matrix.size(); ++at)
        if (at % (static_cast<std::size_t>(transfer.ranks) + 1) != 0 && transfer.matrix[at] != Transfers::kUnknown)
            numbers.push_back(&transfer.matrix[at]);
    stretch(numbers, longestTransfer(plan.costs.transfer), longest);
    transfer.allAtMost = false; // it is what somebody says now
    transfer.atMost.clear();
    return checked(std::move(next));
}

std::optional<Bytes> highestLimit(const MemoryCosts& memory) {
    std::optional<Bytes> highest;
    for (const std::optional<Bytes>& limit : memory.limit)
        if (limit)
            highest = std::max(*limit, highest.value_or(0));
    return highest;
}

Result<Plan> setLimits(const Plan& plan, std::optional<Bytes> highest) {
    if (highest && (*highest < 0 || *highest > kMaxMemory))
        return Error{say(phrase("refusal", "a limit is between 0 and 2^53 bytes (8 PiB)"))};
    Plan next = plan;
    const std::optional<Bytes> before = highestLimit(plan.memory);
    if (!highest)
        next.memory.limit.clear();
    else if (!before)
        next.memory.limit.assign(plan.schedule.ranks(), highest);
    else {
        std::vector<Bytes*> numbers;
        for (std::optional<Bytes>& limit : next.memory.limit)
            if (limit)
                numbers.push_back(&*limit);
        stretch(numbers, *before, *highest);
    }
    return next;
}

Result<Plan> setLimitOf(const Plan& plan, int rank, std::optional<Bytes> limit) {
    return setRankAmount(plan, &MemoryCosts::limit, rank, limit);
}

Result<Plan> setDeviceOf(const Plan& plan, int rank, std::optional<Bytes> device) {
    return setRankAmount(plan, &MemoryCosts::device, rank, device);
}

Result<std::optional<std::int64_t>> fieldFromText(std::string_view text, std::int64_t scale, std::string_view unit) {
    std::string word{text};
    const auto trim = [&] {
        word.erase(0, std::min(word.find_first_not_of(' '), word.size()));
        word.erase(word.find_last_not_of(' ') + 1);
    };
    trim();
    if (!unit.empty() && word.ends_with(unit)) {
        word.erase(word.size() - unit.size());
        trim();
    }
    if (word.empty() || word == "–" || word == "-" || word == "none")
        return std::optional<std::int64_t>{};
    // A screen shows a true minus sign.
    constexpr std::string_view kMinus = "−";
    if (word.starts_with(kMinus))
        word.replace(0, kMinus.size(), "-");
    std::ranges::replace(word, ',', '.');
    const Result<std::int64_t> ticks = ticksFromDecimal(word, scale);
    if (!ticks)
        return Error{say(phrase("refusal", "'%1' is no number that can stand here: %2"), word, ticks.error().message)};
    return std::optional<std::int64_t>(*ticks);
}

} // namespace lanewright
