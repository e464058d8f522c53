// SPDX-License-Identifier: Apache-2.0
#include "core/cli/commands.h"
#include "core/cli/shown.h"
#include "core/measured/run_causes.h"
#include "core/open/open_file.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <variant>

namespace lanewright::cli {

namespace {

struct CausesOptions {
    std::string file = {};
    bool all = false;
    bool json = false;
};

constexpr double kTicksPerSecond = 1e9;
constexpr std::size_t kNamed = 8; ///< ranks and replicas that the table names

std::string decimals(double number, int places, const char* unit = "") {
    char text[64];
    std::snprintf(text, sizeof text, "%.*f%s", places, number, unit);
    return text;
}

std::string secondsText(double ticks) { return decimals(ticks / kTicksPerSecond, 4, " s"); }

/// What a person can do about a cause.
const char* cureFor(LossCause cause) {
    switch (cause) {
    case LossCause::Stages: return "cut the model anew: plan";
    case LossCause::Microbatches: return "sort, pack or deal microbatches anew";
    case LossCause::Rank: return "look at that machine, or give it less: plan";
    case LossCause::Link: return "look at that link, or place its stages elsewhere";
    case LossCause::Communication: return "an order that hides transfers: solve";
    case LossCause::Order: return "another order: costs, then solve";
    case LossCause::Jitter: return "look for what else runs there";
    case LossCause::Launch: return "host-bound: larger ops, CUDA graphs, less Python";
    case LossCause::Outside: return "overlap or shorten it";
    }
    return "";
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
template <typename Name>
std::string worstText(const char* title, const std::vector<double>& slowdowns, std::size_t most, const Name& nameOf) {
    std::vector<std::size_t> order;
    for (std::size_t at = 0; at < slowdowns.size(); ++at)
        order.push_back(at);
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return slowdowns[a] > slowdowns[b]; });
    std::string text{title};
    for (std::size_t at = 0; at < std::min(most, order.size()); ++at)
        text += (at == 0 ? "" : ", ") + nameOf(order[at]) + ": " + decimals(slowdowns[order[at]], 4);
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
    std::string text = "\nSlowdown if only this kept its own times and all else were typical:\nby kind     ";
    for (std::size_t at = 0; at < lost.byKind.size(); ++at)
        text += (at == 0 ? "" : ", ") + lost.byKind[at].name + ": " + decimals(lost.byKind[at].slowdown, 4);
    text += "\n" + worstText("by stage    ", lost.byStage, lost.byStage.size(), number);
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
    return text.empty() ? "" : "\n" + text;
}

std::string causesText(const LostByCause& lost, const Run& run, bool all) {
    const bool replicas = lost.byReplica.size() > 1;
    Table times({"", "a step", ""}, "lrl");
    times.add({"measured", secondsText(lost.step),
               "mean of " + std::to_string(lost.steps) + (lost.steps == 1 ? " step" : " steps")});
    times.add({"replayed", secondsText(lost.replayed), "with the launch delays that were recorded"});
    times.add(
        {"without launch", secondsText(lost.withoutLaunch), "measured is " + decimals(lost.launch(), 4) + " times"});
    times.add({"ideal", secondsText(lost.ideal), "every op takes what is typical of its kind"});
    std::string text = (run.plan.title.empty() ? "" : run.plan.title.text() + "\n\n") + times.text() + "\nslowdown " +
                       decimals(lost.slowdown(), 4) + " (without launch / ideal)\n\n";
    if (lost.causes.empty())
        text += "Nothing costs as much as a two-thousandth of a step.\n";
    else {
        // Held to the plan's times a rank can't be found slow, nor a cut or an order bad: no cure is of use there.
        Table causes({"lost to", "of a step", "", "where", run.paced ? "" : "what may help"}, "lrrll");
        for (const Loss& loss : lost.causes)
            causes.add({std::string{toText(loss.cause)}, shareText(loss.share), secondsText(loss.share * lost.step),
                        whereText(loss.where, replicas), run.paced ? "" : cureFor(loss.cause)});
        text +=
            causes.text() + "\nEach is what a step would be shorter by without that cause alone; they do not add up.\n";
    }
    return text + slowdownsText(lost, all) + notesText(lost, run);
}

void writeWhere(json::Writer& writer, const LossPlace& where) {
    if (where == LossPlace{}) {
        writer.null();
        return;
    }
    writer.beginObject(json::Layout::Line);
    const auto add = [&](const char* key, int number) {
        if (number >= 0)
            writer.key(key).number(number);
    };
    if (!where.name.empty())
        writer.key("name").string(where.name);
    add("stage", where.stage);
    add("microbatch", where.microbatch);
    add(where.peer >= 0 ? "from" : "rank", where.rank);
    add("to", where.peer);
    add("replica", where.replica);
    add("step", where.step);
    writer.endObject();
}

void writeList(json::Writer& writer, const char* key, const std::vector<double>& numbers) {
    writer.key(key).beginArray(json::Layout::Line);
    for (const double number : numbers)
        writer.real(number);
    writer.endArray();
}

Exit answerJson(const LostByCause& lost) {
    json::Writer writer;
    writer.beginObject(json::Layout::Lines);
    writer.key("time_unit").string("s");
    writer.key("step").real(lost.step / kTicksPerSecond);
    writer.key("replayed").real(lost.replayed / kTicksPerSecond);
    writer.key("without_launch").real(lost.withoutLaunch / kTicksPerSecond);
    writer.key("ideal").real(lost.ideal / kTicksPerSecond);
    writer.key("slowdown").real(lost.slowdown());
    writer.key("launch").real(lost.launch());
    writer.key("steps").number(lost.steps);
    writer.key("left_out").number(lost.leftOut);
    writer.key("by_kind").beginObject(json::Layout::Line);
    for (const NamedSlowdown& kind : lost.byKind)
        writer.key(kind.name).real(kind.slowdown);
    writer.endObject();
    writeList(writer, "by_stage", lost.byStage);
    writeList(writer, "by_rank", lost.byRank);
    writeList(writer, "by_replica", lost.byReplica);
    writer.key("replicas").beginArray(json::Layout::Line);
    for (const int replica : lost.replicas)
        writer.number(replica);
    writer.endArray();
    writer.key("causes").beginArray(json::Layout::Lines);
    for (const Loss& loss : lost.causes) {
        writer.beginObject(json::Layout::Line);
        writer.key("cause").string(toText(loss.cause));
        writer.key("share").real(loss.share);
        writeWhere(writer.key("where"), loss.where);
        writer.endObject();
    }
    writer.endArray();
    writer.endObject();
    return print(writer);
}

Exit causes(const CausesOptions& options) {
    const Result<Opened> opened = openFile(options.file);
    if (!opened)
        return failed(Exit::Usage, options.file, opened.error());
    const Run* const run = std::get_if<Run>(&*opened);
    if (!run)
        return failed(Exit::Usage, options.file, {"this is a plan; what loses time is measured: give a run"});
    const Result<LostByCause> lost = lostByCauseOf(*run);
    if (!lost)
        return failed(Exit::No, options.file, lost.error());
    return options.json ? answerJson(*lost) : print(causesText(*lost, *run, options.all));
}

constexpr const char* kCausesFooter = R"(
Replays the measured steps under ideal conditions, one cause at a time, and says what a step would be shorter by: stages
of unequal work, microbatches of unequal length, a rank that is slower than its twins, a slow link, communication,
another order, jitter, late launches, and what lies outside the pipeline (collectives, the optimizer). The first step of
a run of our own engine does not count. The slowdowns are those of Lin et al., Understanding Stragglers in Large Model
Training Using What-if Analysis (OSDI 2025).

--json gives, in seconds and means over the steps, step (measured), replayed (with the launch delays that were recorded),
without_launch, ideal (every op takes what is typical of its kind); slowdown = without_launch / ideal, launch = step /
without_launch; by_kind, by_stage, by_rank (by replica, then rank) and by_replica: the slowdown if only that kept its own
times; replicas: their numbers; causes, worst first, each with its share of the step and where it is.

Examples:
  lanewright-cli causes job.lwrun
  lanewright-cli causes job.lwrun --json)";

} // namespace

void addCauses(Parser& program) {
    CommandParser& command = program.addCommand("causes", "Where a run lost its time, by cause");
    const auto options = std::make_shared<CausesOptions>();
    command.setFooter(kCausesFooter);
    command.addOption("RUN", options->file, "The measured run").required();
    command.addFlag("--all", options->all, "List every rank and replica, not only the worst 8");
    command.addJson(options->json);
    command.onRun([options] { return causes(*options); });
}

} // namespace lanewright::cli
