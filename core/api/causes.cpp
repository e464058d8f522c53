// SPDX-License-Identifier: Apache-2.0
#include "core/api/question_list.h"
#include "core/api/shown.h"
#include "core/api/table.h"
#include "core/base/counted_up.h"
#include "core/base/joined_by.h"
#include "core/measured/profile/shared_cores.h"
#include "core/measured/run_causes.h"
#include "core/measured/run_costs.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace lanewright::api {

namespace {

struct CausesRequest {
    std::string file = {};
    bool all = false;
};

struct CausesAnswer {
    LostByCause lost = {};
    Run run = {};
    bool all = false;
};

constexpr double kTicksPerSecond = 1e9;
constexpr std::size_t kNamed = 8; ///< ranks and replicas that the table names

std::string decimals(double number) { return printed("%.4f", number); }

/// Without the sign of what rounds to nothing.
std::string percent(double share) { return printed("%.1f %%", std::abs(share) < 0.0005 ? 0 : 100 * share); }

std::string secondsText(double ticks) { return printed("%.4f s", ticks / kTicksPerSecond); }

/// With the digits that make a quotient of two right to its fourth decimal.
std::string preciseText(double ticks) { return printed("%.7g s", ticks / kTicksPerSecond); }

/// What a person can do about a cause that no fix of `LossFix` mends.
const char* adviceFor(LossCause cause, const Run& run) {
    switch (cause) {
    case LossCause::FillAndDrain: return "";
    case LossCause::Stages: return "cut the model anew: plan";
    case LossCause::Microbatches: return "sort, pack or deal microbatches anew";
    case LossCause::Rank: return "look at that machine, or give it less: plan";
    case LossCause::Link: return "look at that link, or place its stages elsewhere";
    case LossCause::Communication: return "an order that hides transfers: solve";
    case LossCause::Order: return "another order: costs, then solve";
    case LossCause::Jitter: return "look for what else runs there";
    case LossCause::Launch:
        return ranOnCpus(run) ? "a thread did something else: larger ops, nothing else on that machine"
                              : "host-bound: larger ops, CUDA graphs, less Python";
    case LossCause::Between: return "record the job with the recorder, which tells waits from launches";
    case LossCause::Outside: return "overlap or shorten it";
    }
    return "";
}

std::string fixText(const FixEffect& effect) {
    const std::string by = effect.by.empty() ? "" : " (" + effect.by + ")";
    switch (effect.fix) {
    case LossFix::SplitBackward: return "split B and W" + by;
    case LossFix::MoreMicrobatches: return "twice the microbatches" + by;
    case LossFix::Interleave: return "two stages per rank" + by;
    case LossFix::CutAnew: return "cut the model anew: plan";
    case LossFix::OrderMicrobatches: return "sort the microbatches";
    case LossFix::DealMicrobatches: return "deal the microbatches anew";
    case LossFix::OtherOrder: return "another order" + (by.empty() ? " (costs, then solve)" : by);
    case LossFix::Solve: return "search an order: costs, then solve";
    }
    return "";
}

std::string memoryChangeText(const FixEffect& effect, MemoryUnit unit) {
    if (effect.memoryAfter == effect.memoryBefore)
        return "as it is";
    return memoryText(effect.memoryBefore, unit) + " -> " + memoryText(effect.memoryAfter, unit);
}

std::string whereText(const LossPlace& where, bool replicas) {
    std::string text;
    const auto add = [&text](const std::string& words) { text += (text.empty() ? "" : ", ") + words; };
    if (!where.name.empty())
        add(where.name);
    if (where.stage >= 0)
        add("stage " + std::to_string(where.stage));
    if (where.microbatch >= 0)
        add("microbatch " + std::to_string(where.microbatch));
    if (where.peer >= 0)
        add("from rank " + std::to_string(where.rank) + " to " + std::to_string(where.peer));
    else if (where.rank >= 0)
        add("rank " + std::to_string(where.rank));
    if (where.replica >= 0 && replicas)
        add("replica " + std::to_string(where.replica));
    if (where.step >= 0)
        add("most in step " + std::to_string(where.step));
    return text.empty() ? "-" : text;
}

/// The worst first, and how many there are; `nameOf(place)` is what each is called.
std::string worstText(const char* title, const std::vector<double>& slowdowns, std::size_t most, const auto& nameOf) {
    std::vector<std::size_t> order = countedUp(slowdowns.size());
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return slowdowns[a] > slowdowns[b]; });
    std::string text{title};
    for (std::size_t at = 0; at < std::min(most, order.size()); ++at)
        text += (at == 0 ? "" : ", ") + nameOf(order[at]) + ": " + decimals(slowdowns[order[at]]);
    if (order.size() > most)
        text += " (" + std::to_string(most) + " of " + std::to_string(order.size()) + ")";
    return text + "\n";
}

std::string slowdownsText(const LostByCause& lost, bool all) {
    const bool replicas = lost.byReplica.size() > 1;
    const std::size_t most = all ? lost.byRank.size() : kNamed;
    const auto number = [](std::size_t at) { return std::to_string(at); };
    const auto replicaName = [&](std::size_t at) { return std::to_string(lost.replicas[at]); };
    const std::size_t ranks = lost.byRank.size() / std::max<std::size_t>(1, lost.byReplica.size());
    const auto rankName = [&](std::size_t at) {
        return replicas ? std::to_string(at % ranks) + " of replica " + replicaName(at / ranks) : number(at);
    };
    const auto kindText = [](const auto& kind) { return kind.name + ": " + decimals(kind.slowdown); };
    std::string text = "\nSlowdown if only this kept its own times and all else were typical:\nby kind     ";
    text += joinedBy(", ", lost.byKind, kindText) + "\n" +
            worstText("by stage    ", lost.byStage, lost.byStage.size(), number);
    text += worstText("by rank     ", lost.byRank, most, rankName);
    return replicas ? text + worstText("by replica  ", lost.byReplica, most, replicaName) : text;
}

/// What a reader must know of the run to believe the rest.
std::string notesText(const LostByCause& lost, const Run& run) {
    std::string text;
    if (lost.leftOut > 0)
        text += std::to_string(lost.leftOut) +
                (lost.leftOut == 1 ? " step lacks ops and is" : " steps lack ops and are") + " left out.\n";
    if (run.recorder && run.recorder->waitsInside)
        text += "The ops of this run may hold waits for their values, which then count as work.\n";
    if (run.paced)
        text += "The run was paced: its ops were held to the plan's times, so no advice is given.\n";
    if (const std::optional<SharedCores> shared = sharedCoresOf(run))
        text += sentenceOf(*shared).text() + ".\n";
    return text.empty() ? "" : "\n" + text;
}

/// Every cause with its share, and what the shares leave.
std::string sharesText(const LostByCause& lost, const Run& run) {
    const bool replicas = lost.byReplica.size() > 1;
    // Held to the plan's times a rank can't be found slow, nor a cut or an order bad: no fix is of use there.
    // Nor can anything be told from times that hold waits for a core.
    const bool advises = !run.paced && !sharedCoresOf(run);
    Table table({"where the step went", "of the step", "", "alone", "where", advises ? "what may help" : ""}, "lrrrll");
    const auto timeOf = [&](double share) { return secondsText(std::abs(share) < 0.0005 ? 0 : share * lost.step); };
    for (const Loss& loss : lost.causes)
        table.add({std::string{toText(loss.cause)}, percent(loss.share), timeOf(loss.share), percent(loss.alone),
                   whereText(loss.where, replicas), advises ? adviceFor(loss.cause, run) : ""});
    table.add({"work", percent(lost.work), timeOf(lost.work), "", "the mean rank", ""});
    table.add({"unnamed", percent(lost.unnamed), timeOf(lost.unnamed), "", "-", ""});
    table.add({"all", percent(1), timeOf(1), "", "", ""});
    std::string text = table.text() +
                       "\nalone: what a step would be shorter by without that cause and with all others; "
                       "these do not add up.\n";
    for (const Loss& loss : lost.causes)
        if (loss.cause == LossCause::FillAndDrain)
            text += "Of fill and drain (" + percent(loss.share) + ") no order of these ops avoids " +
                    percent(loss.unavoidable) + ".\n";
    return text;
}

/// What each fix gives, and what it costs.
std::string fixesText(const LostByCause& lost) {
    if (std::ranges::all_of(lost.causes, [](const Loss& loss) { return loss.fixes.empty(); }))
        return "";
    Table table({"against", "fix", "a step is shorter by", "activations of the fullest rank"}, "llrl");
    for (const Loss& loss : lost.causes)
        for (const FixEffect& effect : loss.fixes) {
            const std::string gain =
                effect.gain ? (effect.atMost ? "at most " : "") + percent(*effect.gain) : "unknown until tried";
            table.add(
                {std::string{toText(loss.cause)}, fixText(effect), gain,
                 effect.fix == LossFix::Solve ? "as the limit allows" : memoryChangeText(effect, lost.memoryUnit)});
        }
    std::string text =
        "\n" + table.text() +
        "\nGains are planned with the mean times of the run; of more microbatches, for as many as ran.\n";
    const auto givesMore = [](const Loss& loss) {
        return std::ranges::any_of(loss.fixes,
                                   [&](const FixEffect& effect) { return effect.gain.value_or(0) > loss.share; });
    };
    if (std::ranges::any_of(lost.causes, givesMore))
        text += "A fix that gives more than the loss it stands against also hides transfers, or work of unequal "
                "stages.\n";
    if (lost.splitAssumed)
        text += say(kSplitAssumed).text() + ".\n";
    return text;
}

std::string textOf(const CausesAnswer& answer) {
    const auto& [lost, run, all] = answer;
    Table times({"", "an iteration", ""}, "lrl");
    times.add({"measured", secondsText(lost.step),
               "mean of " + std::to_string(lost.steps) + (lost.steps == 1 ? " step" : " steps") +
                   ", with what lies outside the pipeline"});
    times.add({"replayed", secondsText(lost.replayed), "with the launch delays that were recorded"});
    times.add({"without launch", secondsText(lost.withoutLaunch), "measured is " + decimals(lost.launch()) + " times"});
    times.add({"ideal", secondsText(lost.ideal), "every op takes what is typical of its kind"});
    const std::string text = (run.plan.title.empty() ? "" : run.plan.title.text() + "\n\n") + times.text() +
                             "\nslowdown " + decimals(lost.slowdown()) + " (without launch " +
                             preciseText(lost.withoutLaunch) + " / ideal " + preciseText(lost.ideal) + ")\n\n" +
                             sharesText(lost, run) + fixesText(lost);
    return text + slowdownsText(lost, all) + notesText(lost, run);
}

/// A row of a place, left out where the loss is not tied to one.
Field<LossPlace> placeNumber(std::string_view key, std::string_view words, int LossPlace::*member) {
    return Field<LossPlace>{key, words, member}.when([member](const LossPlace& where) { return where.*member >= 0; });
}

const Fields<LossPlace> kPlaceFields = {
    Field<LossPlace>{"name", "what lies outside the pipeline", &LossPlace::name}.when(
        [](const LossPlace& where) { return !where.name.empty(); }),
    placeNumber("stage", "of the model", &LossPlace::stage),
    placeNumber("microbatch", "by its number", &LossPlace::microbatch),
    Field<LossPlace>{"from", "the rank where a link begins", &LossPlace::rank}.when(
        [](const LossPlace& where) { return where.peer >= 0 && where.rank >= 0; }),
    Field<LossPlace>{"rank", "by its number", &LossPlace::rank}.when(
        [](const LossPlace& where) { return where.peer < 0 && where.rank >= 0; }),
    placeNumber("to", "the rank where a link leads", &LossPlace::peer),
    placeNumber("replica", "by its number", &LossPlace::replica),
    placeNumber("step", "in which it was most", &LossPlace::step)};

const Fields<FixEffect> kFixFields = {
    {"cure", "what is done", &FixEffect::fix},
    Field<FixEffect>{"by", "the generator that makes it", &FixEffect::by}.when(
        [](const FixEffect& effect) { return !effect.by.empty(); }),
    {"gain", "share of the step; null: trying says so", &FixEffect::gain},
    {"at_most", "the gain is a bound", &FixEffect::atMost},
    {"memory_before", "activations of the fullest rank", &FixEffect::memoryBefore, In::Memory},
    {"memory", "the same with the fix", &FixEffect::memoryAfter, In::Memory}};

const Fields<Loss> kLossFields = {
    {"cause", "of the loss", &Loss::cause},
    {"share", "of the step; all add up to 1 with work and unnamed", &Loss::share},
    {"alone", "what a step would be shorter by without it", &Loss::alone},
    Field<Loss>{"unavoidable", "no order of these ops avoids it", &Loss::unavoidable}.when(
        [](const Loss& loss) { return loss.cause == LossCause::FillAndDrain; }),
    {"where", "or null",
     objectOf<Loss>(
         [](const Loss& loss) { return loss.where == LossPlace{} ? std::nullopt : std::optional{loss.where}; },
         kPlaceFields)},
    {"cures", "the one to try first is the first", rowsOf<Loss>(&Loss::fixes, kFixFields)}};

/// A row of a time, which need not be whole ticks.
Field<LostByCause> meanTime(std::string_view key, std::string_view words, double LostByCause::*member) {
    return {key, words, [member](json::Writer& writer, const LostByCause& lost, const Units& units) {
                writer.real(lost.*member / static_cast<double>(scaleIn(units, In::Times)));
            }};
}

const Fields<LostByCause> kLostFields = {
    {"time_unit", "of times, that of the run",
     [](json::Writer& writer, const LostByCause&, const Units& units) { writer.string(toText(units.time)); }},
    meanTime("step", "measured", &LostByCause::step),
    meanTime("replayed", "with the launch delays that were recorded", &LostByCause::replayed),
    meanTime("without_launch", "without them", &LostByCause::withoutLaunch),
    meanTime("ideal", "every op takes what is typical of its kind", &LostByCause::ideal),
    {"slowdown", "without launch / ideal", &LostByCause::slowdown},
    {"launch", "step / without launch", &LostByCause::launch},
    {"steps", "that were looked at", &LostByCause::steps},
    {"left_out", "steps that lack ops", &LostByCause::leftOut},
    {"by_kind", "slowdown if only these ops kept their times",
     [](json::Writer& writer, const LostByCause& lost, const Units&) {
         writer.beginObject(json::Layout::Line);
         for (const NamedSlowdown& kind : lost.byKind)
             writer.key(kind.name).real(kind.slowdown);
         writer.endObject();
     }},
    {"by_stage", "the same of a stage's", &LostByCause::byStage},
    {"by_rank", "the same of a rank's, by replica", &LostByCause::byRank},
    {"by_replica", "the same of a replica's", &LostByCause::byReplica},
    {"replicas", "their numbers", &LostByCause::replicas},
    {"work", "share of the step that ranks compute", &LostByCause::work},
    {"unnamed", "share that no cause explains", &LostByCause::unnamed},
    {"split_assumed", "B and W were never measured apart", &LostByCause::splitAssumed},
    {"memory_unit", "of memory", &LostByCause::memoryUnit},
    {"causes", "the largest share first", rowsOf<LostByCause>(&LostByCause::causes, kLossFields)}};

Reply causes(const CausesRequest& request, const Asker& asker) {
    static const Fields<CausesAnswer> kFields = membersOf<CausesAnswer>(&CausesAnswer::lost, kLostFields);
    Result<Opened> opened = asker.open(request.file);
    if (!opened)
        return refused(Exit::Usage, request.file, opened.error());
    Run* const run = std::get_if<Run>(&*opened);
    if (!run)
        return refused(Exit::Usage, request.file, {"this is a plan; what loses time is measured: give a run"});
    Result<LostByCause> lost = lostByCauseOf(*run);
    if (!lost)
        return refused(Exit::No, request.file, lost.error());
    const Units units{.time = run->plan.timeUnit, .memory = lost->memoryUnit};
    return answered(CausesAnswer{*std::move(lost), std::move(*run), request.all}, kFields, units, textOf);
}

constexpr const char* kCausesFooter = R"(
Shares the measured step out: what the ranks compute in the mean, fill and drain of the schedule, and what is lost to
another order that would take less, stages of unequal work, microbatches of unequal length, a rank that is slower than
its twins, a slow link, communication, jitter, late launches, and what lies outside the pipeline (collectives, the
optimizer). The shares are the differences of a chain of replays, each of which takes one cause more away, so that they
add up to the step. Beside each stands what a step would be shorter by without that cause alone. Below them are the fixes
with what they give and the memory that they cost; a backward that was measured in one is split as the run's plan splits
it. The first step of a run of our own engine does not count. All times are measured but those of fixes, which are
planned. The slowdowns are those of Lin et al., Understanding Stragglers in Large Model Training Using What-if Analysis
(OSDI 2025).

--json gives, in time_unit (the run's) and means over the steps, step (measured), replayed (with the launch delays that
were recorded), without_launch, ideal (every op takes what is typical of its kind); slowdown = without_launch / ideal,
launch = step / without_launch; by_kind, by_stage, by_rank (by replica, then rank) and by_replica: the slowdown if only
that kept its own times; replicas: their numbers; split_assumed: B and W never ran apart, and gains of fixes that split
them assume that they divide a backward as the plan does; work, unnamed and the share of each of the causes, largest
first, which add up to 1; of each cause also alone, where it is and its fixes (cures): gain (a share of the step; null:
unknown until tried), at_most, memory_before and memory (activations of the fullest rank, in memory_unit); of
fill_and_drain also unavoidable: what of its share no order of the same ops avoids.

Examples:
  lanewright-cli causes job.lwrun
  lanewright-cli causes job.lwrun --json)";

} // namespace

Question causesQuestion() {
    using R = CausesRequest;
    return question<R>("causes", "Where a run lost its time, by cause", kCausesFooter,
                       {option<R>("RUN", &R::file, "The measured run").required(),
                        option<R>("--all", &R::all, "List every rank and replica, not only the worst 8")},
                       causes, kLostFields);
}

} // namespace lanewright::api
