// SPDX-License-Identifier: Apache-2.0
#include "core/explain/compare.h"

#include "core/api/compare_iterations.h"
#include "core/api/comparison_text.h"
#include "core/api/kernels_text.h"
#include "core/api/question_list.h"
#include "core/api/shown.h"
#include "core/api/shown_numbers.h"
#include "core/api/table.h"
#include "core/base/decimal.h"
#include "core/check/validate.h"
#include "core/model/text.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <utility>

namespace lanewright::api {

namespace {

constexpr int kRows = 20;

struct CompareRequest {
    std::string planned = {};
    std::string actual = {};
    bool all = false;
};

/// One of the two.
struct Side {
    ShownNumbers numbers = {};
    std::string unfinished = {}; ///< why it has no times; empty: it has

    const Shown& shown() const { return numbers.shown; }
};

/// A against B.
struct Compared {
    Side planned = {};
    Side actual = {};
    Comparison comparison = {};
    int most = kRows; ///< ops and kernels that the text lists

    const Plan& plan() const { return planned.shown().plan; }
    TimeUnit unit() const { return plan().timeUnit; }
    bool isWhole() const { return planned.unfinished.empty() && actual.unfinished.empty(); }
    bool sameOrder() const {
        return comparison.inversions.empty() && comparison.onlyPlanned.empty() && comparison.onlyActual.empty();
    }
    IterationComparison iterations() const { return compareIterations(planned.numbers, actual.numbers); }
};

/// The order of a plan as lanes of blocks that all take as long: what of it never starts is in it, too.
Timeline orderedLanes(const Schedule& schedule) {
    Timeline timeline;
    for (const Row& row : schedule.order) {
        Lane& lane = timeline.lanes.emplace_back();
        for (const Block& block : row) {
            const auto at = static_cast<Time>(lane.size());
            lane.push_back({.op = block.op, .paired = block.paired, .start = at, .end = at + 1});
        }
    }
    return timeline;
}

/// Where one of them has no times, only their orders are compared.
Compared compared(Shown planned, Shown actual, int most) {
    const auto sideOf = [](Shown shown) {
        Side side{.numbers = numbersOf(std::move(shown))};
        side.unfinished = unfinishedText(side.numbers);
        return side;
    };
    Compared both{.planned = sideOf(std::move(planned)), .actual = sideOf(std::move(actual)), .most = most};
    const auto lanes = [&](const Side& side) {
        return both.isWhole() || side.shown().run ? side.shown().timeline : orderedLanes(side.shown().plan.schedule);
    };
    both.comparison = compare(both.plan(), lanes(both.planned), both.actual.shown().plan, lanes(both.actual));
    return both;
}

/// Why there are no times to compare, as sentences; nothing where there are.
std::string unfinishedSides(const Compared& both) {
    const auto sentence = [](const char* name, const Side& side) {
        return side.unfinished.empty() ? "" : std::string{name} + " has no times to compare: " + side.unfinished + "\n";
    };
    return sentence("A", both.planned) + sentence("B", both.actual);
}

/// Why the difference of the makespans isn't split; empty where it is.
std::string unsplitText(const Compared& both) {
    const Schedule& one = both.plan().schedule;
    const Schedule& other = both.actual.shown().plan.schedule;
    switch (both.comparison.likeness) {
    case Likeness::OtherStages:
        return "A has " + counted(one.stages(), "stage", "stages") + " and B " + std::to_string(other.stages()) +
               ": no op of one is an op of the other";
    case Likeness::OtherMicrobatches:
        return "A has " + counted(one.microbatches, "microbatch", "microbatches") + " and B " +
               std::to_string(other.microbatches);
    case Likeness::OtherOps: return "A and B do not run the same ops";
    case Likeness::OtherRanks: return "A and B run some ops on other ranks";
    case Likeness::OtherPairs: return "A and B run other ops as overlapped pairs";
    case Likeness::SameBlocks: return "";
    }
    return "";
}

/// A row of one side's time, which an unfinished one doesn't have.
Field<Side> extent(std::string_view key, Time Metrics::*member) {
    return {key, definitionOf(key).text,
            [member](const Side& each) {
                return each.unfinished.empty() ? std::optional{each.numbers.metrics.*member} : std::nullopt;
            },
            In::Times};
}

/// With the times of its iteration.
const Fields<Side> kExtentFields =
    Fields<Side>{extent("makespan", &Metrics::makespan), extent("longest_span", &Metrics::longestSpan),
                 Field<Side>{"unfinished", "why it has no times", &Side::unfinished}.when(
                     [](const Side& each) { return !each.unfinished.empty(); })} +
    membersOf<Side>(&Side::numbers, iterationFields());

const Fields<Deviation> kDeviationFields = {
    {"op", "in both", &Deviation::op},
    {"rank", "that runs it", &Deviation::rank},
    {"planned_start", "from the first start of A", &Deviation::plannedStart, In::Times},
    {"actual_start", "from the first start of B", &Deviation::actualStart, In::Times},
    {"slip", "actual − planned start", &Deviation::slip, In::Times},
    {"planned_length", "of the op in A", &Deviation::plannedLength, In::Times},
    {"actual_length", "of the op in B", &Deviation::actualLength, In::Times},
    {"stretch", "actual − planned length", &Deviation::stretch, In::Times}};

/// A row of a part of the difference; null where it is not split.
Field<Compared> lostPart(std::string_view key, std::string_view words, Time LostTime::*member) {
    return {key, words,
            [member](const Compared& both) {
                const std::optional<LostTime>& lost = both.comparison.lost;
                return lost && both.isWhole() ? std::optional{(*lost).*member} : std::nullopt;
            },
            In::Times};
}

const Fields<Compared> kDifferenceFields = {
    {"difference", "of the makespans",
     [](const Compared& both) { return both.isWhole() ? std::optional{both.comparison.difference()} : std::nullopt; },
     In::Times},
    lostPart("durations", "what the planned order loses to the ops' lengths", &LostTime::durations),
    lostPart("waits", "the rest", &LostTime::waits),
    lostPart("schedule", "another order", &LostTime::schedule),
    lostPart("op_times", "the ops of a stage and kind take another time", &LostTime::opTimes),
    lostPart("jitter", "each op takes its own", &LostTime::jitter),
    lostPart("transfers", "each link takes another time", &LostTime::transfers),
    lostPart("launch", "between the ops of a rank", &LostTime::launch),
    Field<Compared>{"left_out", "why it is not split",
                    [](const Compared& both) {
                        const std::string unfinished = unfinishedSides(both);
                        return both.isWhole() ? unsplitText(both) : unfinished.substr(0, unfinished.size() - 1);
                    }}
        .when([](const Compared& both) { return !both.comparison.lost || !both.isWhole(); })};

const Fields<Inversion> kInversionFields = {{"rank", "that runs both", &Inversion::rank},
                                            {"first", "in A", &Inversion::first},
                                            {"second", "in A, before it in B", &Inversion::second}};

const Fields<Comparison> kOrderFields = {
    {"inversions", "pairs in the other order", rowsOf<Comparison>(&Comparison::inversions, kInversionFields)},
    {"only_planned", "ops that B lacks", &Comparison::onlyPlanned},
    {"only_actual", "ops that A lacks", &Comparison::onlyActual}};
const Fields<Compared> kComparedFields =
    Fields<Compared>{
        {"planned", "A", objectOf<Compared>(&Compared::planned, kExtentFields)},
        {"actual", "B", objectOf<Compared>(&Compared::actual, kExtentFields)},
        {"iterations", "the time of one, by optimizer mode",
         objectOf<Compared>(&Compared::iterations, iterationComparisonFields(), json::Layout::Lines)},
        {"same_order", "every rank runs the same ops in the same order", &Compared::sameOrder},
        {"lost", "where the difference comes from",
         objectOf<Compared>([](const Compared& both) -> const Compared& { return both; }, kDifferenceFields)},
        {"deviations", "of the ops in both",
         rowsOf<Compared>(
             [](const Compared& both) {
                 return both.isWhole() ? both.comparison.deviations : std::vector<Deviation>{};
             },
             kDeviationFields)}} +
    membersOf<Compared>(&Compared::comparison, kOrderFields) +
    Fields<Compared>{{"kernels", "of B, where it traced them",
                      objectOf<Compared>(
                          [](const Compared& both) {
                              const std::optional<Run>& run = both.actual.shown().run;
                              return tracedKernelsOf(run ? &*run : nullptr);
                          },
                          kernelFields(), json::Layout::Lines)},
                     {"time_unit", "of times", &Compared::unit}};

std::string ratioText(Time actual, Time planned) {
    return planned == 0 ? "" : printed("%.4f", static_cast<double>(actual) / static_cast<double>(planned));
}

std::string iterationText(const Fraction& time, const Shown& of) {
    return of.run ? roundedTimeText(time, of.plan.timeUnit) : periodText(time, of.plan.timeUnit);
}

/// Rows about the iterations of both, and of two plans what those are held against.
void addIterations(Table& table, const ShownNumbers& before, const ShownNumbers& after) {
    const auto add = [&](const char* name, const std::optional<Fraction>& left, const std::optional<Fraction>& right) {
        if (left && right)
            table.add({name, iterationText(*left, before.shown), iterationText(*right, after.shown)});
    };
    add("iteration_time", before.metrics.iterationTime(), after.metrics.iterationTime());
    if (!before.held || !after.held)
        return;
    add("bubble", before.metrics.bubble(), after.metrics.bubble());
    add("avoidable", avoidableOf(before.metrics, before.held->iterationBound)->time,
        avoidableOf(after.metrics, after.held->iterationBound)->time);
}

std::string lostText(const Compared& both) {
    const Comparison& comparison = both.comparison;
    const auto time = [&](Time value) { return roundedTimeText(value, both.unit()); };
    const std::string difference = time(comparison.difference());
    if (!comparison.lost)
        return "What the makespan's difference of " + difference +
               " comes from is not told op by op: " + unsplitText(both) + ".\n";
    const LostTime& lost = *comparison.lost;
    return "Of the makespan's difference of " + difference + ", " + time(lost.durations) +
           " come from the lengths of ops and " + time(lost.waits) +
           " from waits (transfers, launches, another order).\n" + "One by one: order " + time(lost.schedule) +
           ", op times " + time(lost.opTimes) + ", jitter " + time(lost.jitter) + ", transfers " +
           time(lost.transfers) + ", launch " + time(lost.launch) + ".\n";
}

std::string summaryText(const Compared& both) {
    const Comparison& comparison = both.comparison;
    const TimeUnit unit = both.unit();
    Table table({"", "planned", "actual", "difference", "ratio"}, "lrrrr");
    const auto add = [&](const char* name, Time before, Time after) {
        table.add({name, roundedTimeText(before, unit), roundedTimeText(after, unit),
                   roundedTimeText(after - before, unit), ratioText(after, before)});
    };
    add("makespan", comparison.plannedMakespan, comparison.actualMakespan);
    add("longest_span", comparison.plannedLongestSpan, comparison.actualLongestSpan);
    addIterations(table, both.planned.numbers, both.actual.numbers);
    return table.text() + "\n" + lostText(both);
}

std::vector<Deviation> worstFirst(std::vector<Deviation> deviations) {
    const auto size = [](const Deviation& deviation) {
        return std::max(std::abs(deviation.slip()), std::abs(deviation.stretch()));
    };
    std::ranges::stable_sort(deviations, std::greater<>{}, size);
    return deviations;
}

std::string deviationsText(const Comparison& comparison, const Plan& plan, int most) {
    Table table({"op", "rank", "planned start", "actual start", "slip", "planned length", "actual length", "stretch"},
                "lrrrrrrr");
    const std::vector<Deviation> worst = worstFirst(comparison.deviations);
    const int rows = std::min(most, static_cast<int>(worst.size()));
    const auto time = [&](Time value) { return roundedTimeText(value, plan.timeUnit); };
    for (int i = 0; i < rows; ++i)
        table.add({toText(worst[i].op, plan.costs.weightParts), std::to_string(worst[i].rank),
                   time(worst[i].plannedStart), time(worst[i].actualStart), time(worst[i].slip()),
                   time(worst[i].plannedLength), time(worst[i].actualLength), time(worst[i].stretch())});
    if (table.empty())
        return "";
    const std::string count = std::to_string(rows) + " of " + std::to_string(worst.size());
    return "\nOps, worst first (" + count + "):\n" + table.text();
}

std::string orderText(const Comparison& comparison, const Plan& plan) {
    if (comparison.likeness == Likeness::OtherStages)
        return "";
    const auto name = [&](const Op& op) { return toText(op, plan.costs.weightParts); };
    std::string text;
    for (std::size_t i = 0; i < comparison.inversions.size() && i < kRows; ++i) {
        const Inversion& inversion = comparison.inversions[i];
        text += "rank " + std::to_string(inversion.rank) + ": " + name(inversion.first) + " is planned before " +
                name(inversion.second) + ", but comes after it\n";
    }
    if (comparison.inversions.size() > kRows)
        text += "and " + std::to_string(comparison.inversions.size() - kRows) + " more pairs in the other order\n";
    const auto only = [&](const char* words, const std::vector<Op>& ops) {
        if (!ops.empty())
            text +=
                std::string{words} + ": " + std::to_string(ops.size()) + " ops, the first " + name(ops.front()) + "\n";
    };
    only("only planned", comparison.onlyPlanned);
    only("not planned", comparison.onlyActual);
    return text.empty() ? "\nEvery rank runs its ops in the planned order.\n" : "\n" + text;
}

/// Times on different machines can't be compared more closely than their clocks.
std::string clocksText(const Shown& shown) {
    if (!shown.run || shown.run->clockUncertainty.empty())
        return "";
    const Time most = std::ranges::max(shown.run->clockUncertainty);
    return most > 0 ? "the clocks of the ranks agree within " + decimalFromTicks(most, 1000) + " µs\n" : "";
}

std::string textOf(const Compared& both) {
    const Shown& planned = both.planned.shown();
    const Shown& actual = both.actual.shown();
    const std::string paced = actual.run && actual.run->paced ? "paced run, step " + std::to_string(actual.step) + "\n"
                              : actual.run                    ? "run, step " + std::to_string(actual.step) + "\n"
                                                              : "";
    if (!both.isWhole())
        return paced + unfinishedSides(both) + orderText(both.comparison, both.plan());
    return paced + clocksText(actual) + summaryText(both) + iterationsText(both.iterations(), planned, actual) +
           deviationsText(both.comparison, both.plan(), both.most) + orderText(both.comparison, both.plan()) +
           (actual.run ? kernelsText(*actual.run, both.most) : "");
}

std::string csvOf(const Compared& both) {
    const std::vector<Deviation> none;
    return csvHead(kDeviationFields) +
           csvRows(kDeviationFields, both.isWhole() ? both.comparison.deviations : none, unitsOf(both.planned.shown()));
}

Reply compareFiles(const CompareRequest& request, const Asker& asker) {
    Result<Shown> planned = asker.shown(request.planned);
    if (!planned)
        return refused(Exit::Usage, request.planned, planned.error());
    Result<Shown> actual = asker.shown(request.actual);
    if (!actual)
        return refused(Exit::Usage, request.actual, actual.error());
    Compared both =
        compared(*std::move(planned), *std::move(actual), request.all ? std::numeric_limits<int>::max() : kRows);
    const Exit exit = both.sameOrder() ? Exit::Done : Exit::No;
    const Units units = unitsOf(both.planned.shown());
    return answered(std::move(both), kComparedFields, units, textOf, exit, csvOf);
}

constexpr const char* kCompareFooter = R"(
Starts count from the first start of either. The exit code is 1 when ops or their order differ; other times alone
do not count. A plan that lacks ops, breaks a rule or stalls has no times to compare. The time of an iteration is given
for each optimizer mode: of a plan once its iterations repeat, of a run as it was measured. Of a run B that traced
kernels these are listed by name. With --csv a line for each op in both.

Examples:
  lanewright-cli compare a.lwsched a.lwrun
  lanewright-cli compare sync.lwrun postvalidated.lwrun)";

} // namespace

std::string comparisonText(const Shown& planned, const Shown& actual, int most) {
    return textOf(compared(planned, actual, most));
}

Question compareQuestion() {
    using R = CompareRequest;
    Question compare =
        question<R>("compare", "Plan against run, or plan against plan", kCompareFooter,
                    {option<R>("A", &R::planned, "The plan (or a run)").required(),
                     option<R>("B", &R::actual, "What to hold against it: a run or another plan").required(),
                     option<R>("--all", &R::all, "List every op and kernel, not only the worst 20")},
                    compareFiles, kComparedFields);
    compare.hasCsv = true;
    return compare;
}

} // namespace lanewright::api
