// SPDX-License-Identifier: Apache-2.0
#include "core/page/number_table.h"

#include "core/base/decimal.h"
#include "core/base/mapped.h"
#include "core/model/optimizer.h"
#include "core/model/proof.h"
#include "core/simulate/number_text.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <type_traits>
#include <utility>

namespace lanewright {

namespace {

template <typename Value>
NumberValue of(const std::optional<Value>& value) {
    return value ? NumberValue{*value} : NumberValue{};
}

/// A time that an order which stalls doesn't have.
NumberValue ofOrder(const Numbered& each, Time time) {
    return each.metrics.stalls ? NumberValue{} : NumberValue{Fraction{time, 1}};
}

/// One entry per rank.
template <typename Amount>
NumberValue amountsOf(const Numbered& each, const std::vector<Amount>& list) {
    Amounts amounts(list.begin(), list.end());
    amounts.resize(static_cast<std::size_t>(each.plan.schedule.ranks()));
    return amounts;
}

/// How many buffers each rank has, or what they take, which nobody knows where messages have no size.
template <typename Amount>
NumberValue ofBuffers(const Numbered& each, const std::vector<RankBuffers>& buffers, Amount RankBuffers::*amount) {
    const bool isKnown = std::is_same_v<Amount, int> || !each.plan.costs.boundary.size.empty();
    return amountsOf(each, isKnown ? mapped(buffers, amount) : std::vector<Amount>{});
}

/// With the buffers, where there are any.
NumberValue totalMemoryOf(const Numbered& each) {
    return amountsOf(each, each.buffers.areNone() ? each.metrics.totalMemory
                                                  : totalMemory(each.plan, peakWithBuffers(each.plan, each.buffers)));
}

std::optional<Avoidable> avoidableOf(const Numbered& each) {
    return lanewright::avoidableOf(each.metrics, each.held->iterationBound);
}
std::optional<Fraction> avoidableTime(const Numbered& each) {
    const std::optional<Avoidable> avoidable = avoidableOf(each);
    return avoidable ? std::optional{avoidable->time} : std::nullopt;
}
std::optional<double> avoidableShare(const Numbered& each) {
    const std::optional<Avoidable> avoidable = avoidableOf(each);
    return avoidable ? std::optional{avoidable->share} : std::nullopt;
}

/// In the plan's mode, or in the one that a run was in.
std::optional<double> throughputOf(const Numbered& each) {
    const std::optional<double>& synchronous = each.metrics.microbatchesPerSecond;
    return synchronous || !each.measured ? synchronous : each.metrics.microbatchesPerSecondPostValidated;
}

std::optional<std::string> proofText(const Numbered& each) {
    const Proof* const proof = proofOf(each.plan);
    if (proof == nullptr)
        return {};
    return std::string{toText(proof->objective)} + " at least " +
           numbers::periodText(proof->lowerBound, each.plan.timeUnit) + ", by " + proof->by;
}

std::string ofObjective(const Numbered& each) {
    const Objective objective = each.held->objective;
    return objective == Objective::Iteration ? "" : " of the " + std::string{toText(objective)};
}

void writeIterationTimes(json::Writer& writer, const Numbered& each, const Units& units) {
    writer.beginObject(json::Layout::Line);
    for (const OptimizerMode mode : kOptimizerModes)
        writeAny(writer.key(keyOf(mode)), each.metrics.iterationTimes.of(mode), units);
    writer.endObject();
}

void writeProof(json::Writer& writer, const Numbered& each, const Units& units) {
    static const Fields<Proof> kFields = {{"objective", "what was proved", &Proof::objective},
                                          {"lower_bound", "no order is below", &Proof::lowerBound},
                                          {"by", "who proved it", &Proof::by}};
    if (const Proof* const proof = proofOf(each.plan))
        writeObject(writer, kFields, *proof, units);
    else
        writer.null();
}

/// Per second, of the whole pipeline and of each device; samples and tokens where the model is known.
void writeThroughput(json::Writer& writer, const Plan& plan, double microbatches) {
    writer.beginObject(json::Layout::Line);
    const auto both = [&](const std::string& key, double rate) {
        writer.key(key).real(rate);
        writer.key(key + "_per_device").real(rate / plan.schedule.ranks());
    };
    both("microbatches", microbatches);
    if (plan.model) {
        both("samples", microbatches * plan.model->batch);
        both("tokens", microbatches * plan.model->batch * plan.model->context);
    }
    writer.endObject();
}

void writeThroughputs(json::Writer& writer, const Numbered& each, const Units&) {
    const std::optional<double>& synchronous = each.metrics.microbatchesPerSecond;
    const std::optional<double>& postValidated = each.metrics.microbatchesPerSecondPostValidated;
    if (!synchronous && !postValidated)
        return writer.null();
    writer.beginObject(json::Layout::Lines);
    for (const auto& [mode, rate] :
         {std::pair{OptimizerMode::Synchronous, synchronous}, {OptimizerMode::PostValidated, postValidated}})
        if (rate)
            writeThroughput(writer.key(keyOf(mode)), each.plan, *rate);
    writer.endObject();
}

// In formulas W is the work of the busiest rank.
constexpr std::array kNumbers = std::to_array<Number>({
    {.key = "iteration_time",
     .symbol = "T",
     .name = phrase("number", "Iteration"),
     .definition = phrase(
         "number", "time per iteration in the file's optimizer mode, with the steps, the all-reduce, the norm and its "
                   "decision: synchronous, every rank waits for all; post-validated, each steps at once"),
     .shownIn = ShownIn::Tiles,
     .value = [](const Numbered& each) { return NumberValue{of(each.metrics.iterationTime())}; },
     .exactKey = "iteration_time_exact",
     .suffix =
         [](const Numbered& each) { return ", " + std::string{keyOf(each.metrics.optimizerMode)} + " optimizer"; }},
    {.key = "optimizer_mode",
     .name = phrase("number", "Optimizer"),
     .definition = phrase("number", "how iterations follow each other: sync or postvalidated"),
     .unit = NumberUnit::Word,
     .better = Better::Neither,
     .shownIn = ShownIn::Answers,
     .value = [](const Numbered& each) { return NumberValue{std::string{keyOf(each.metrics.optimizerMode)}}; }},
    {.key = "iteration_times",
     .name = phrase("number", "Iteration, both modes"),
     .definition = phrase("number", "the time per iteration in both optimizer modes; null where it is not known"),
     .shownIn = ShownIn::Answers,
     .json = writeIterationTimes},
    {.key = "bubble",
     .symbol = "b",
     .name = phrase("number", "Bubble"),
     .definition = phrase("number", "the time of an iteration in which even the rank with the most work does not work, "
                                    "because it waits or its optimizer steps: iteration time − its work"),
     .unit = NumberUnit::PartOfIteration,
     .applies = Applies::Planned,
     .shownIn = ShownIn::Tiles,
     .value = [](const Numbered& each) { return NumberValue{of(each.metrics.bubble())}; }},
    {.key = "bubble_share",
     .symbol = "b / T",
     .name = phrase("number", "Bubble"),
     .definition =
         phrase("number", "the share of an iteration in which even the rank with the most work does not work, because "
                          "it waits or its optimizer steps: (iteration time − its work) / iteration time"),
     .unit = NumberUnit::Share,
     .applies = Applies::Planned,
     .shownIn = ShownIn::Tiles,
     .value = [](const Numbered& each) { return NumberValue{of(each.metrics.bubbleShare())}; }},
    {.key = "lower_bound",
     .symbol = "T*",
     .name = phrase("number", "Lower bound"),
     .definition = phrase("number", "a proven bound for the objective: no order of these stages keeps the limits and "
                                    "is below it; where none was chosen the objective is the iteration time"),
     .better = Better::Neither,
     .applies = Applies::Held,
     .shownIn = ShownIn::Tiles,
     .value = [](const Numbered& each) { return NumberValue{each.held->lowerBound}; },
     .exactKey = "lower_bound_exact",
     .suffix = ofObjective},
    {.key = "iteration_lower_bound",
     .symbol = "T*",
     .name = phrase("number", "Lower bound of the iteration"),
     .definition = phrase("number", "the lower bound of the iteration time, where the objective is another"),
     .better = Better::Neither,
     .applies = Applies::HeldElsewhere,
     .shownIn = ShownIn::Lines,
     .value = [](const Numbered& each) { return NumberValue{each.held->iterationBound}; },
     .exactKey = "iteration_lower_bound_exact"},
    {.key = "gap",
     .symbol = "T / T* − 1",
     .name = phrase("number", "Gap"),
     .definition = phrase("number", "objective / lower_bound − 1"),
     .unit = NumberUnit::Share,
     .applies = Applies::Held,
     .shownIn = ShownIn::Lines,
     .value = [](const Numbered& each) { return NumberValue{each.held->gap()}; },
     .suffix = ofObjective},
    {.key = "avoidable",
     .symbol = "T − T*",
     .name = phrase("number", "Avoidable"),
     .definition =
         phrase("number", "iteration time − its lower bound, as a time: what a better order could win at most"),
     .unit = NumberUnit::PartOfIteration,
     .applies = Applies::Held,
     .shownIn = ShownIn::Tiles,
     .value = [](const Numbered& each) { return NumberValue{of(avoidableTime(each))}; }},
    {.key = "avoidable_share",
     .symbol = "(T − T*) / T",
     .name = phrase("number", "Avoidable"),
     .definition = phrase("number", "the share of an iteration that a better order could win at most: (iteration time "
                                    "− its lower bound) / iteration time"),
     .unit = NumberUnit::Share,
     .applies = Applies::Held,
     .shownIn = ShownIn::Tiles,
     .value = [](const Numbered& each) { return NumberValue{of(avoidableShare(each))}; }},
    {.key = "proof",
     .name = phrase("number", "Proof"),
     .definition = phrase("number", "what a search has proved beyond the other bounds, or null"),
     .unit = NumberUnit::Word,
     .better = Better::Neither,
     .applies = Applies::Held,
     .shownIn = ShownIn::Lines,
     .value = [](const Numbered& each) { return NumberValue{of(proofText(each))}; },
     .json = writeProof},
    {.key = "makespan",
     .symbol = "C",
     .name = phrase("number", "Makespan"),
     .definition = phrase("number", "last end − first start, over all ranks"),
     .shownIn = ShownIn::Tiles,
     .value = [](const Numbered& each) { return NumberValue{ofOrder(each, each.metrics.makespan)}; }},
    {.key = "longest_span",
     .symbol = "S",
     .name = phrase("number", "Longest span"),
     .definition = phrase("number", "largest over the ranks of (own last end − own first start), with every op as "
                                    "early as it can; the cost of the Zero Bubble papers"),
     .value = [](const Numbered& each) { return NumberValue{ofOrder(each, each.metrics.longestSpan)}; }},
    {.key = "period",
     .symbol = "P",
     .name = phrase("number", "Period"),
     .definition = phrase("number", "time per iteration when iterations follow each other back to back: the largest "
                                    "cycle mean of the longest paths from rank to rank; never above longest_span"),
     .shownIn = ShownIn::Lines,
     .value = [](const Numbered& each) { return NumberValue{of(each.metrics.period)}; },
     .exactKey = "period_exact"},
    {.key = "bubble_rate",
     .symbol = "1 − W / S",
     .name = phrase("number", "Bubble rate"),
     .definition =
         phrase("number", "the bubble rate of the Zero Bubble papers: 1 − (largest busy time of a rank) / "
                          "longest_span; what ranks wait before their first and after their last op does not count"),
     .unit = NumberUnit::Share,
     .value = [](const Numbered& each) { return NumberValue{of(each.metrics.bubbleRate)}; }},
    {.key = "idle_share",
     .name = phrase("number", "Idle"),
     .definition = phrase(
         "number",
         "the share of all ranks' time in which they do nothing: 1 − (busy time of all ranks) / (ranks × makespan)"),
     .unit = NumberUnit::Share,
     .shownIn = ShownIn::Tiles,
     .value = [](const Numbered& each) { return NumberValue{of(each.metrics.idleShare)}; }},
    {.key = "overhead",
     .symbol = "C / W − 1",
     .name = phrase("number", "Overhead"),
     .definition = phrase("number", "makespan / (largest busy time of a rank) − 1; the bubble fraction of Megatron"),
     .unit = NumberUnit::Share,
     .value = [](const Numbered& each) { return NumberValue{of(each.metrics.overhead)}; }},
    {.key = "throughput",
     .name = phrase("number", "Throughput"),
     .definition = phrase("number", "microbatches per second: microbatches / iteration time, for each optimizer mode; "
                                    "per device: divided by the ranks; none where times are in abstract units"),
     .unit = NumberUnit::PerSecond,
     .better = Better::More,
     .shownIn = ShownIn::Lines,
     .value = [](const Numbered& each) { return NumberValue{of(throughputOf(each))}; },
     .json = writeThroughputs},
    {.key = "transfer_volume",
     .name = phrase("number", "Transfers"),
     .definition = phrase("number", "values sent between ranks per iteration"),
     .unit = NumberUnit::Count,
     .value = [](const Numbered& each) { return NumberValue{of(each.metrics.transferVolume)}; }},
    {.key = "peak_memory",
     .symbol = "M",
     .name = phrase("number", "Peak memory"),
     .definition = phrase("number", "per rank: the largest running sum of activation changes in the order it runs its "
                                    "ops; of a measured step what was counted, or null"),
     .unit = NumberUnit::Memory,
     .shownIn = ShownIn::Ranks,
     .value = [](const Numbered& each) { return NumberValue{amountsOf(each, each.metrics.peakMemory)}; }},
    {.key = "memory_limit",
     .name = phrase("number", "Memory limit"),
     .definition = phrase("number", "per rank: the limit on its activations, or null"),
     .unit = NumberUnit::Memory,
     .better = Better::Neither,
     .shownIn = ShownIn::Ranks,
     .value = [](const Numbered& each) { return NumberValue{amountsOf(each, each.metrics.memoryLimit)}; }},
    {.key = "total_memory",
     .name = phrase("number", "Total memory"),
     .definition = phrase("number", "per rank: static bytes + staging buffers + peak_memory; null of a measured step; "
                                    "the peak of activations and buffers for messages together where the file says "
                                    "how those are kept"),
     .unit = NumberUnit::Memory,
     .shownIn = ShownIn::Ranks,
     .value = totalMemoryOf},
    {.key = "receive_buffers",
     .name = phrase("number", "Receive buffers"),
     .definition = phrase("number", "per rank: buffers kept for messages from other ranks; null where they can't be "
                                    "counted, and of a measured step"),
     .unit = NumberUnit::Count,
     .applies = Applies::Buffered,
     .shownIn = ShownIn::Ranks,
     .value = [](const Numbered& each) { return ofBuffers(each, each.buffers.receive, &RankBuffers::slots); }},
    {.key = "receive_memory",
     .name = phrase("number", "Receive memory"),
     .definition = phrase("number", "per rank: what its receive buffers take together; where none is kept, the most at "
                                    "one time; null where messages have no size"),
     .unit = NumberUnit::Memory,
     .applies = Applies::Buffered,
     .shownIn = ShownIn::Ranks,
     .value = [](const Numbered& each) { return ofBuffers(each, each.buffers.receive, &RankBuffers::bytes); }},
    {.key = "send_buffers",
     .name = phrase("number", "Send buffers"),
     .definition = phrase("number", "per rank: the most messages to other ranks that are held at one time; null of a "
                                    "measured step"),
     .unit = NumberUnit::Count,
     .applies = Applies::SendBuffered,
     .shownIn = ShownIn::Ranks,
     .value = [](const Numbered& each) { return ofBuffers(each, each.buffers.send, &RankBuffers::slots); }},
    {.key = "send_memory",
     .name = phrase("number", "Send memory"),
     .definition = phrase("number", "per rank: the most that these take at one time; null where messages have no size"),
     .unit = NumberUnit::Memory,
     .applies = Applies::SendBuffered,
     .shownIn = ShownIn::Ranks,
     .value = [](const Numbered& each) { return ofBuffers(each, each.buffers.send, &RankBuffers::bytes); }},
    {.key = "device_memory",
     .name = phrase("number", "Device memory"),
     .definition = phrase("number", "per rank: all the memory its device has, or null"),
     .unit = NumberUnit::Memory,
     .better = Better::Neither,
     .shownIn = ShownIn::Ranks,
     .value = [](const Numbered& each) { return NumberValue{amountsOf(each, each.metrics.deviceMemory)}; }},
    {.key = "parameter_copies",
     .name = phrase("number", "Copies of parameters"),
     .definition = phrase("number", "per stage: how often its weights are held"),
     .unit = NumberUnit::Count,
     .shownIn = ShownIn::Answers,
     .json = [](json::Writer& writer, const Numbered& each,
                const Units& units) { writeAny(writer, each.metrics.parameterCopies, units); }},
});

} // namespace

bool Number::appliesTo(const Numbered& numbered) const {
    switch (applies) {
    case Applies::Always: return true;
    case Applies::Planned: return !numbered.measured;
    case Applies::Held: return numbered.held.has_value();
    case Applies::Buffered: return numbered.plan.memory.receiveBuffers.has_value();
    case Applies::SendBuffered: return numbered.plan.memory.sendBuffers.has_value();
    case Applies::HeldElsewhere: return numbered.held && numbered.held->objective != Objective::Iteration;
    }
    return true;
}

std::span<const Number> allNumbers() { return kNumbers; }

std::span<const Number> iterationNumbers() {
    const auto end = std::ranges::find(kNumbers, "makespan", &Number::key);
    return {kNumbers.begin(), end};
}

const Number& numberNamed(std::string_view key) {
    const auto found = std::ranges::find(kNumbers, key, &Number::key);
    assert(found != kNumbers.end());
    return *found;
}

Phrase definitionOf(std::string_view key) {
    const auto found = std::ranges::find(kNumbers, key, &Number::key);
    return found == kNumbers.end() ? Phrase{} : found->definition;
}

void writeNumber(json::Writer& writer, const Number& number, const Numbered& numbered, const Units& units) {
    if (number.json != nullptr)
        return number.json(writer, numbered, units);
    const NumberValue value = number.value(numbered);
    std::visit(
        [&](const auto& each) {
            if constexpr (std::is_same_v<std::decay_t<decltype(each)>, std::monostate>)
                writer.null();
            else
                writeAny(writer, each, units, number.unit == NumberUnit::Memory ? In::Memory : In::Ones);
        },
        value);
}

void writeExact(json::Writer& writer, const Number& number, const Numbered& numbered, const Units& units) {
    const NumberValue value = number.value(numbered);
    const Fraction* const fraction = std::get_if<Fraction>(&value);
    fraction ? writer.string(fractionText(*fraction, scaleOf(units.time))) : writer.null();
}

} // namespace lanewright
