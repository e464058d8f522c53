// SPDX-License-Identifier: Apache-2.0
#include "core/solve/solve.h"

#include "core/base/decimal.h"
#include "core/cli/commands.h"
#include "core/cli/interrupts.h"
#include "core/cli/print/print_numbers.h"
#include "core/cli/shown.h"
#include "core/cli/solve_lesson.h"
#include "core/generate/recognise/made_title.h"
#include "core/io/files.h"
#include "core/lesson/lesson_json.h"
#include "core/measured/run_costs.h"
#include "core/open/open_file.h"
#include "core/simulate/memory.h"
#include "core/simulate/metrics.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>
#include <unistd.h>
#include <utility>
#include <variant>

namespace lanewright::cli {

namespace {

struct SolveCommandOptions {
    std::string file = {};
    std::string objective = {}; ///< empty: iteration
    std::string order = {};     ///< empty: both
    SolveOptions solve = {};
    std::string memoryLimit = {};
    std::string output = {};
    bool json = false;
};

/// A problem, and what a reader must know of how it came about.
struct Problem {
    Plan plan = {};
    bool asPytorch = false;    ///< it has the costs of a run, as PyTorch runs its stages
    bool splitAssumed = false; ///< in which B and W were never measured apart
};

/// What is to be solved of a file. A run of PyTorch's gives the costs that it measured, since its plan may know nothing
/// of how PyTorch runs stage 0 and of what its hosts are busy with values; any other run the plan that it ran.
Result<Problem> problemIn(Result<Opened> opened) {
    if (!opened)
        return opened.error();
    if (const Run* const run = std::get_if<Run>(&*opened); run && namesPytorch(*run) && !run->paced) {
        Result<RunCosts> costs = costsOf(*run, run->plan, {.asPytorch = true});
        if (!costs)
            return costs.error();
        return Problem{.plan = std::move(costs->plan), .asPytorch = true, .splitAssumed = costs->splitAssumed};
    }
    Result<Plan> plan = planIn(std::move(opened));
    if (!plan)
        return plan.error();
    return Problem{.plan = *std::move(plan)};
}

/// The problem, with the limit of the command line in place of the file's.
Result<Problem> problemFrom(const SolveCommandOptions& options, std::string text) {
    Result<Problem> problem = problemIn(openBytes(options.file, std::move(text)));
    if (!problem || options.memoryLimit.empty())
        return problem;
    Plan* const plan = &problem->plan;
    const Result<Bytes> limit = ticksFromDecimal(options.memoryLimit, scaleOf(plan->memoryUnit));
    if (!limit)
        return Error{limit.error().message, "--memory-limit"};
    if (*limit < 0)
        return Error{"a limit can't be negative", "--memory-limit"};
    plan->memory.limit.assign(plan->schedule.ranks(), *limit);
    return problem;
}

/// What the order of the file takes and holds.
struct Before {
    Fraction value = {}; ///< the objective's, where the order has one
    std::vector<Bytes> peaks = {};
    std::string unfinished = {}; ///< why it has no value
};

/// None where the file has no order.
std::optional<Before> orderBefore(const Plan& problem, Objective objective) {
    if (problem.isProblem())
        return {};
    const Shown shown{.plan = problem, .timeline = simulate(problem.schedule, problem.costs)};
    const Metrics metrics = measure(problem, shown.timeline);
    return Before{
        .value = valueOf(metrics, objective), .peaks = metrics.peakMemory, .unfinished = unfinishedText(shown)};
}

Bytes mostOf(const std::vector<Bytes>& peaks) { return peaks.empty() ? 0 : std::ranges::max(peaks); }

std::string percentText(double share) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3f %%", 100 * share);
    return text;
}

/// One line on the terminal that is written over and over.
class SearchProgressLine {
public:
    explicit SearchProgressLine(const Plan& plan) : m_unit(plan.timeUnit), m_shows(isatty(STDERR_FILENO) != 0) {}
    ~SearchProgressLine() { say(""); }

    void show(const Solution& best) const {
        char seconds[32];
        std::snprintf(seconds, sizeof seconds, "%.1f s: ", best.seconds);
        say(seconds + periodText(best.value, m_unit) + ", bound " + periodText(best.bound, m_unit) + ", gap " +
            percentText(best.gap()) + " (" + toText(best.madeBy) + ")");
    }

private:
    void say(const std::string& line) const {
        if (m_shows)
            printProgress(line);
    }

    TimeUnit m_unit;
    bool m_shows;
};

std::string objectiveText(Objective objective) {
    switch (objective) {
    case Objective::Iteration: return "iteration time";
    case Objective::Period: return "period";
    case Objective::Makespan: return "makespan";
    case Objective::LongestSpan: return "longest span";
    }
    return {};
}

Shown shownFrom(const Plan& problem, const SolveCommandOptions& options, const Solution& solution) {
    Shown shown{.plan = withSolution(problem, options.solve.objective, solution)};
    shown.plan.title = title::ofSolved(shown.plan, options.solve.objective);
    shown.timeline = simulate(shown.plan.schedule, shown.plan.costs);
    return shown;
}

/// What was searched for against what was proved of it.
Held heldBy(const SolveCommandOptions& options, const Shown& shown, const Solution& solution) {
    Held held{.objective = options.solve.objective,
              .value = solution.value,
              .lowerBound = solution.bound,
              .iterationBound = solution.bound};
    if (held.objective != Objective::Iteration)
        held.iterationBound = lowerBounds(shown.plan, Objective::Iteration, BoundEffort::Quick).front().value;
    return held;
}

void writeFractions(json::Writer& writer, const char* key, const Fraction& value, Time scale) {
    writer.key(key);
    writeFraction(writer, value, scale);
    writer.key(std::string{key} + "_exact").string(fractionText(value, scale));
}

void writeAnswer(json::Writer& writer, const SolveCommandOptions& options, const Shown& shown,
                 const Solution& solution) {
    writer.key("feasible").boolean(true);
    writer.key("objective").string(toText(options.solve.objective));
    writeFractions(writer, "value", solution.value, scaleOf(shown.plan.timeUnit));
    writer.key("optimal").boolean(solution.optimal);
    writer.key("proved_by");
    solution.provedBy == ProvedBy::Nobody ? writer.null() : writer.string(toText(solution.provedBy));
    writer.key("bound_name").string(solution.why.name);
    writer.key("bound_reason").string(solution.why.reason.text());
    writer.key("method").string(toText(solution.madeBy));
    writer.key("all_tried").boolean(solution.triedAll);
    writer.key("seconds").real(solution.seconds);
    writer.key("seed").number(options.solve.seed);
}

/// What the order at hand took and held, beside `value` and `peak_memory` of the one that was found.
void writeBefore(json::Writer& writer, const SolveCommandOptions& options, const Problem& problem) {
    const std::optional<Before> before = orderBefore(problem.plan, options.solve.objective);
    writer.key("before");
    if (!before)
        return writer.null();
    writer.beginObject(json::Layout::Line);
    writer.key("value");
    if (before->unfinished.empty()) {
        writeFraction(writer, before->value, scaleOf(problem.plan.timeUnit));
    } else {
        writer.null();
        writer.key("unfinished").string(before->unfinished);
    }
    writer.key("peak_memory").beginArray(json::Layout::Line);
    for (const Bytes peak : before->peaks)
        writer.real(static_cast<double>(peak) / static_cast<double>(scaleOf(problem.plan.memoryUnit)));
    writer.endArray();
    writer.endObject();
}

Exit answerJson(const SolveCommandOptions& options, const Problem& problem, const Shown& shown,
                const Solution& solution, bool stopped) {
    json::Writer writer;
    writer.beginObject(json::Layout::Lines);
    writeAnswer(writer, options, shown, solution);
    writer.key("as");
    problem.asPytorch ? writer.string("pytorch") : writer.null();
    writer.key("split_assumed").boolean(problem.splitAssumed);
    writeBefore(writer, options, problem);
    writer.key("stopped").boolean(stopped);
    writer.key("output");
    options.output.empty() ? writer.null() : writer.string(options.output);
    writeNumbers(writer, shown, heldBy(options, shown, solution));
    writer.endObject();
    return print(writer);
}

std::string proofText(const Solution& solution) {
    if (!solution.optimal)
        return "within " + percentText(solution.gap()) + " of the bound";
    return solution.provedBy == ProvedBy::Bound ? "optimal, proved by the bound"
                                                : "optimal, proved by " + std::string{toText(solution.provedBy)};
}

/// Time and memory of the order at hand beside those of the one that was found.
std::string changeText(const SolveCommandOptions& options, const Plan& problem, const Shown& shown,
                       const Solution& solution) {
    const std::optional<Before> before = orderBefore(problem, options.solve.objective);
    if (!before)
        return "";
    const TimeUnit time = problem.timeUnit;
    const MemoryUnit memory = problem.memoryUnit;
    std::string why = before->unfinished;
    if (why.ends_with('.'))
        why.pop_back();
    const std::string timeBefore = why.empty() ? periodText(before->value, time) + " before" : "– before (" + why + ")";
    const Bytes peak = mostOf(peakMemory(shown.plan.schedule, shown.plan.memory, shown.plan.costs.weightParts));
    return "planned      " + timeBefore + ", " + periodText(solution.value, time) + " now\n" + "memory       " +
           memoryText(mostOf(before->peaks), memory) + " before, " + memoryText(peak, memory) +
           " now, activations of the fullest rank\n";
}

Exit answerText(const SolveCommandOptions& options, const Problem& problem, const Shown& shown,
                const Solution& solution, bool stopped) {
    const TimeUnit unit = shown.plan.timeUnit;
    char seconds[32];
    std::snprintf(seconds, sizeof seconds, "%.1f s", solution.seconds);
    std::string text = numbersText(shown, heldBy(options, shown, solution)) + "\n";
    text += objectiveText(options.solve.objective) + "  " + periodText(solution.value, unit) + ", " +
            proofText(solution) + "\n";
    text += changeText(options, problem.plan, shown, solution);
    if (problem.asPytorch)
        text += "costs        measured, as PyTorch runs them (--as pytorch): all of stage 0's backward is its W\n";
    if (problem.splitAssumed)
        text += "             " + say(kSplitAssumed).text() + "\n";
    if (shown.plan.costs.measuredOn)
        text += "             " + measuredOnText(shown.plan.costs);
    text += "lower bound  " + periodText(solution.bound, unit) + " (" + solution.why.name +
            "): " + solution.why.reason.text() + "\n";
    if (disprovesProof(problem.plan, options.solve.objective, solution))
        text += "             the file's proof said that no order is below " +
                periodText(proofOf(problem.plan)->lowerBound, unit) + ", which this one is: the proof is dropped\n";
    text += "method       " + toText(solution.madeBy) + ", " + seconds +
            (solution.triedAll ? ", all orders of the microbatches tried" : "") + (stopped ? ", stopped" : "") + "\n";
    if (!options.output.empty())
        text += "saved        " + options.output + "\n";
    return print(text);
}

/// A lesson says itself what is to be made small, and within which limits.
Exit runLesson(const SolveCommandOptions& options, std::string_view text) {
    if (!options.objective.empty() || !options.memoryLimit.empty() || !options.order.empty())
        return failed(Exit::Usage, options.file,
                      {"a lesson's own goals and limits count; leave out --objective, --order and --memory-limit"});
    return solveLessonFile({options.file, options.solve, options.output, options.json}, text);
}

/// A first answer is made whatever the limit; where that takes longer, the limit says something else than it seems to.
void sayHowLongAtLeast(const SolveCommandOptions& options, const Plan& problem) {
    constexpr double kWorthSaying = 1; // s
    const double seconds = secondsToFirstAnswer(problem);
    if (options.solve.rounds || seconds < std::max(kWorthSaying, options.solve.timeLimit))
        return;
    char words[96];
    std::snprintf(words, sizeof words,
                  "the first answer to so many ops takes about %.0f s, longer than the limit of %g s",
                  std::ceil(seconds), options.solve.timeLimit);
    complain(options.file, {words});
}

Exit run(SolveCommandOptions options) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    const auto spent = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
    if (const Result<Done> writable = checkOutput(options.output, options.json); !writable)
        return failed(Exit::Usage, options.output, writable.error());
    // Read once: a pipe has nothing to say a second time.
    Result<std::string> text = readFile(options.file);
    if (!text)
        return failed(Exit::Usage, options.file, text.error());
    if (isLessonFile(options.file, *text))
        return runLesson(options, *text);
    const Result<Problem> problem = problemFrom(options, *std::move(text));
    if (!problem)
        return failed(Exit::Usage, options.file, problem.error());
    complainOfKeys(options.file, problem->plan);
    if (options.order == "microbatches" && problem->plan.costs.microbatches.areEqual())
        return failed(Exit::Usage, options.file,
                      {"its microbatches are alike, so that no order of them is better than another; leave out "
                       "--order microbatches to move ops",
                       "--order"});
    options.solve.objective = *objectiveFromText(options.objective.empty() ? "iteration" : options.objective);
    options.solve.moves = *movesFromText(options.order.empty() ? "both" : options.order);
    sayHowLongAtLeast(options, problem->plan);
    options.solve.timeLimit = std::max(0.0, options.solve.timeLimit - spent()); // a large file is not read at once
    bool stopped = false;
    Result<Solution> solution = [&] {
        const Interrupts interrupts;
        const SearchProgressLine line{problem->plan};
        Result<Solution> result =
            solve(problem->plan, options.solve, interrupts.stop(), [&](const Solution& best) { line.show(best); });
        stopped = interrupts.stop().stop_requested();
        return result;
    }();
    if (!solution)
        return infeasible(options.file, options.json, solution.error());
    const Shown shown = shownFrom(problem->plan, options, *solution);
    solution->seconds = spent();
    if (const Result<Done> saved = writeSchedule(options.output, shown.plan); !saved)
        return failed(Exit::Usage, options.output, saved.error());
    const Exit printed = isStandardOutput(options.output) ? Exit::Done
                         : options.json                   ? answerJson(options, *problem, shown, *solution, stopped)
                                                          : answerText(options, *problem, shown, *solution, stopped);
    return stopped && printed == Exit::Done ? Exit::Stopped : printed;
}

constexpr const char* kSolveFooter = R"(
Starts from every generator that suits the problem's placement and from the file's own order, if it is valid, and
improves on them until the bound is met, the time is up or Ctrl-C, which keeps the best so far. Unless told otherwise it
makes the time of an iteration small, in the file's optimizer mode. What no order is below is saved with the schedule, and
why, where check-proof can check it. The exit code is 1 when the memory limit can't be kept.

The same seed, rounds and threads give the same schedule everywhere, unless a proof by z3, which --time-limit still ends,
finds a better one. Of millions of ops the first answer alone takes seconds; it is made whatever the limit, which is said
before.

Where microbatches differ, every op counts with its own time, whole microbatches change places as well as single ops,
and --order says which of the two. With --order microbatches each rank keeps its order of F, B and W, and the search
ends early where it has tried all orders of the microbatches. A plan of several replicas has its microbatches dealt to
them anew, as many to each as before, and the bound holds whatever the deal; with --order ops each stays where it is.
Gradients are then added in another order than before, so that results differ in their last bits.

Of a run it solves the plan that was run; of a run of PyTorch's with the costs that it measured, as `costs --as pytorch`
makes them: what its hosts are busy with values counts, and all of stage 0's backward is its W.

Of a lesson it finds the best order that the lesson's rules allow: a backward stays in one where splitting is not
allowed, locked ops keep their order, and so on. It prints that beside the lesson's goal and solution; the exit code is 1
where it misses a goal.

Examples:
  lanewright-cli solve a.lwsched --time-limit 20 -o b.lwsched
  lanewright-cli solve a.lwsched --objective longest_span --memory-limit 1152 --json
  lanewright-cli solve job.lwsched --order microbatches -o sorted.lwsched
  lanewright-cli solve exercise.lwlesson)";

} // namespace

void addSolve(Parser& program) {
    CommandParser& command = program.addCommand("solve", "Search for the best order, and prove how good it is");
    const auto options = std::make_shared<SolveCommandOptions>();
    SolveOptions& solve = options->solve;
    command.setFooter(kSolveFooter);
    command.addOption("FILE", options->file, "A problem or schedule (.lwsched), run (.lwrun) or lesson (.lwlesson)")
        .required();
    command.addOption("--objective", options->objective, "iteration, makespan, period or longest_span (iteration)")
        .oneOf({"iteration", "makespan", "period", "longest_span"});
    command
        .addOption("--order", options->order, "What moves where microbatches differ: microbatches, ops or both (both)")
        .oneOf({"microbatches", "ops", "both"});
    command.addOption("--time-limit", solve.timeLimit, "Seconds to search (10)").range(0.0, 1e7);
    command.addFlag("--exact", solve.exact, "Go for a proof: the solver takes over as soon as the search calms down");
    command.addOption("--seed", solve.seed, "Seed of the random numbers (1)");
    command.addOption("--threads", solve.threads, "Threads; 0: one per core (0)").range(0, 256);
    command.addOption("--rounds", solve.rounds, "Search for so many rounds instead of a time, to repeat exactly")
        .range(0, 1'000'000);
    command.addOption("--memory-limit", options->memoryLimit,
                      "Limit on the activations of each rank, in place of the file's");
    command.addOption("-o,--output", options->output, "Write the schedule here (-: standard output)");
    command.addJson(options->json);
    command.onRun([options] { return run(*options); });
}

} // namespace lanewright::cli
