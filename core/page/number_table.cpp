// SPDX-License-Identifier: Apache-2.0
#include "core/page/number_table.h"

#include "core/base/decimal.h"
#include "core/base/mapped.h"
#include "core/model/optimizer.h"
#include "core/model/proof.h"
#include "core/simulate/number_text.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <type_traits>
#include <utility>

namespace lanewright {

namespace {

template <typename Value>
NumberValue of(const std::optional<Value>& value) {
    return value ? NumberValue{*value} : NumberValue{};
}

template <auto member>
NumberValue metric(const Numbered& each) {
    return of(std::optional{std::invoke(member, each.metrics)});
}

/// A time that an order which stalls doesn't have.
template <Time Metrics::*time>
NumberValue ofOrder(const Numbered& each) {
    return each.metrics.stalls ? NumberValue{} : NumberValue{Fraction{each.metrics.*time, 1}};
}

/// One entry per rank.
template <typename Amount>
NumberValue amountsOf(const Numbered& each, const std::vector<Amount>& list) {
    Amounts amounts(list.begin(), list.end());
    amounts.resize(static_cast<std::size_t>(each.plan.schedule.ranks()));
    return amounts;
}
template <auto list>
NumberValue ofRanks(const Numbered& each) {
    return amountsOf(each, each.metrics.*list);
}

/// How many buffers each rank has, or what they take, which nobody knows where messages have no size.
template <auto buffers, auto amount>
NumberValue ofBuffers(const Numbered& each) {
    auto amounts = mapped(each.buffers.*buffers, amount);
    if (!std::is_same_v<decltype(amounts), std::vector<int>> && each.plan.costs.boundary.size.empty())
        amounts.clear();
    return amountsOf(each, amounts);
}

/// With the buffers, where there are any.
NumberValue totalMemoryOf(const Numbered& each) {
    return amountsOf(each, each.buffers.areNone() ? each.metrics.totalMemory
                                                  : totalMemory(each.plan, peakWithBuffers(each.plan, each.buffers)));
}

template <auto member>
NumberValue avoidable(const Numbered& each) {
    const std::optional<Avoidable> whole = avoidableOf(each.metrics, each.held->iterationBound);
    return whole ? NumberValue{*whole.*member} : NumberValue{};
}

/// In the plan's mode, or in the one that a run was in.
NumberValue throughputOf(const Numbered& each) {
    const std::optional<double>& synchronous = each.metrics.microbatchesPerSecond;
    return of(synchronous || !each.measured ? synchronous : each.metrics.microbatchesPerSecondPostValidated);
}

NumberValue proofText(const Numbered& each) {
    const Proof* const proof = proofOf(each.plan);
    if (proof == nullptr)
        return {};
    return std::string{toText(proof->objective)} + " at least " +
           numbers::periodText(proof->lowerBound, each.plan.timeUnit).text() + ", by " + proof->by;
}

Message ofObjective(const Message& value, const Numbered& each) {
    const Objective objective = each.held->objective;
    return objective == Objective::Iteration ? value : say(phrase("number", "%1 of the %2"), value, toText(objective));
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

std::span<const Number> allNumbers() {
    using enum NumberUnit;
    using enum ShownIn;
    using enum Applies;
    using enum Better;
    // Key, symbol, name, definition, value, unit, where it is shown and applies, what is better, and what else there is
    // beside the value. In formulas W is the work of the busiest rank.
    static constexpr Number kNumbers[] = {
        {"iteration_time", "T", phrase("number", "Iteration"),
         phrase("number",
                "time per iteration in the file's optimizer mode, with the steps, the all-reduce, the norm and its "
                "decision: synchronous, every rank waits for all; post-validated, each steps at once"),
         metric<&Metrics::iterationTime>, Duration, Tiles, Always, Less, "iteration_time_exact",
         [](const Message& value, const Numbered& each) {
             return say(each.metrics.optimizerMode == OptimizerMode::Synchronous
                            ? phrase("number", "%1, sync optimizer")
                            : phrase("number", "%1, postvalidated optimizer"),
                        value);
         }},
        {"optimizer_mode", "", phrase("number", "Optimizer"),
         phrase("number", "how iterations follow each other: sync or postvalidated"),
         [](const Numbered& each) { return NumberValue{std::string{keyOf(each.metrics.optimizerMode)}}; }, Word,
         Answers, Always, Neither},
        {"iteration_times", "", phrase("number", "Iteration, both modes"),
         phrase("number", "the time per iteration in both optimizer modes; null where it is not known"), nullptr,
         Duration, Answers, Always, Less, "", nullptr, writeIterationTimes},
        {"bubble", "b", phrase("number", "Bubble"),
         phrase("number", "the time of an iteration in which even the rank with the most work does not work, "
                          "because it waits or its optimizer steps: iteration time − its work"),
         metric<&Metrics::bubble>, PartOfIteration, Tiles, Planned},
        {"bubble_share", "b / T", phrase("number", "Bubble"),
         phrase("number", "the share of an iteration in which even the rank with the most work does not work, because "
                          "it waits or its optimizer steps: (iteration time − its work) / iteration time"),
         metric<&Metrics::bubbleShare>, Share, Tiles, Planned},
        {"lower_bound", "T*", phrase("number", "Lower bound"),
         phrase("number", "a proven bound for the objective: no order of these stages keeps the limits and "
                          "is below it; where none was chosen the objective is the iteration time"),
         [](const Numbered& each) { return NumberValue{each.held->lowerBound}; }, Duration, Tiles, Held, Neither,
         "lower_bound_exact", ofObjective},
        {"iteration_lower_bound", "T*", phrase("number", "Lower bound of the iteration"),
         phrase("number", "the lower bound of the iteration time, where the objective is another"),
         [](const Numbered& each) { return NumberValue{each.held->iterationBound}; }, Duration, Lines, HeldElsewhere,
         Neither, "iteration_lower_bound_exact"},
        {"gap", "T / T* − 1", phrase("number", "Gap"), phrase("number", "objective / lower bound − 1"),
         [](const Numbered& each) { return NumberValue{each.held->gap()}; }, Share, Lines, Held, Less, "", ofObjective},
        {"avoidable", "T − T*", phrase("number", "Avoidable"),
         phrase("number", "iteration time − its lower bound, as a time: what a better order could win at most"),
         avoidable<&Avoidable::time>, PartOfIteration, Tiles, Held},
        {"avoidable_share", "(T − T*) / T", phrase("number", "Avoidable"),
         phrase("number", "the share of an iteration that a better order could win at most: (iteration time "
                          "− its lower bound) / iteration time"),
         avoidable<&Avoidable::share>, Share, Tiles, Held},
        {"proof", "", phrase("number", "Proof"),
         phrase("number", "what a search has proved beyond the other bounds, or null"), proofText, Word, Lines, Held,
         Neither, "", nullptr, writeProof},
        {"makespan", "C", phrase("number", "Makespan"), phrase("number", "last end − first start, over all ranks"),
         ofOrder<&Metrics::makespan>, Duration, Tiles},
        {"longest_span", "S", phrase("number", "Longest span"),
         phrase("number", "largest over the ranks of (own last end − own first start), with every op as "
                          "early as it can; the cost of the Zero Bubble papers"),
         ofOrder<&Metrics::longestSpan>},
        {"period", "P", phrase("number", "Period"),
         phrase("number", "time per iteration when iterations follow each other back to back: the largest "
                          "cycle mean of the longest paths from rank to rank; never above the longest span"),
         metric<&Metrics::period>, Duration, Lines, Always, Less, "period_exact"},
        {"bubble_rate", "1 − W / S", phrase("number", "Papers' rate"),
         phrase("number", "the bubble rate of the Zero Bubble papers: 1 − (largest busy time of a rank) / "
                          "longest span; what ranks wait before their first and after their last op does not count"),
         metric<&Metrics::bubbleRate>, Share},
        {"idle_share", "", phrase("number", "Idle"),
         phrase("number", "the share of all ranks' time in which they do nothing: 1 − (busy time of all ranks) / "
                          "(ranks × makespan)"),
         metric<&Metrics::idleShare>, Share, Tiles},
        {"overhead", "C / W − 1", phrase("number", "Overhead"),
         phrase("number", "makespan / (largest busy time of a rank) − 1; the bubble fraction of Megatron"),
         metric<&Metrics::overhead>, Share},
        {"throughput", "", phrase("number", "Throughput"),
         phrase("number", "microbatches per second: microbatches / iteration time, for each optimizer mode; "
                          "per device: divided by the ranks; none where times are in abstract units"),
         throughputOf, PerSecond, Lines, Always, More, "", nullptr, writeThroughputs},
        {"transfer_volume", "", phrase("number", "Transfers"),
         phrase("number", "values sent between ranks per iteration"), metric<&Metrics::transferVolume>, Count},
        {"peak_memory", "M", phrase("number", "Peak memory"),
         phrase("number", "per rank: the largest running sum of activation changes in the order it runs its "
                          "ops; of a measured step what was counted, or null"),
         ofRanks<&Metrics::peakMemory>, Memory, Ranks},
        {"memory_limit", "", phrase("number", "Memory limit"),
         phrase("number", "per rank: the limit on its activations, or null"), ofRanks<&Metrics::memoryLimit>, Memory,
         Ranks, Always, Neither},
        {"total_memory", "", phrase("number", "Total memory"),
         phrase("number", "per rank: static bytes + staging buffers + peak memory; null of a measured step; "
                          "the peak of activations and buffers for messages together where the file says "
                          "how those are kept"),
         totalMemoryOf, Memory, Ranks},
        {"receive_buffers", "", phrase("number", "Receive buffers"),
         phrase("number", "per rank: buffers kept for messages from other ranks; null where they can't be "
                          "counted, and of a measured step"),
         ofBuffers<&KeptBuffers::receive, &RankBuffers::slots>, Count, Ranks, Buffered},
        {"receive_memory", "", phrase("number", "Receive memory"),
         phrase("number", "per rank: what its receive buffers take together; where none is kept, the most at "
                          "one time; null where messages have no size"),
         ofBuffers<&KeptBuffers::receive, &RankBuffers::bytes>, Memory, Ranks, Buffered},
        {"send_buffers", "", phrase("number", "Send buffers"),
         phrase("number", "per rank: the most messages to other ranks that are held at one time; null of a "
                          "measured step"),
         ofBuffers<&KeptBuffers::send, &RankBuffers::slots>, Count, Ranks, SendBuffered},
        {"send_memory", "", phrase("number", "Send memory"),
         phrase("number", "per rank: the most that these take at one time; null where messages have no size"),
         ofBuffers<&KeptBuffers::send, &RankBuffers::bytes>, Memory, Ranks, SendBuffered},
        {"device_memory", "", phrase("number", "Device memory"),
         phrase("number", "per rank: all the memory its device has, or null"), ofRanks<&Metrics::deviceMemory>, Memory,
         Ranks, Always, Neither},
        {"parameter_copies", "", phrase("number", "Copies of parameters"),
         phrase("number", "per stage: how often its weights are held"), nullptr, Count, Answers, Always, Less, "",
         nullptr,
         [](json::Writer& writer, const Numbered& each, const Units& units) {
             writeAny(writer, each.metrics.parameterCopies, units);
         }},
    };
    return kNumbers;
}

std::span<const Number> iterationNumbers() {
    const auto end = std::ranges::find(allNumbers(), "makespan", &Number::key);
    return {allNumbers().begin(), end};
}

const Number& numberNamed(std::string_view key) {
    const auto found = std::ranges::find(allNumbers(), key, &Number::key);
    assert(found != allNumbers().end());
    return *found;
}

Phrase definitionOf(std::string_view key) {
    const auto found = std::ranges::find(allNumbers(), key, &Number::key);
    return found == allNumbers().end() ? Phrase{} : found->definition;
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
