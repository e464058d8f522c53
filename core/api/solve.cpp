// SPDX-License-Identifier: Apache-2.0
#include "core/solve/solve.h"

#include "core/api/lesson/lesson_sources.h"
#include "core/api/lesson/solve_lesson.h"
#include "core/api/placed_findings.h"
#include "core/api/plan_values.h"
#include "core/api/question_list.h"
#include "core/api/shown.h"
#include "core/api/shown_numbers.h"
#include "core/api/table.h"
#include "core/base/decimal.h"
#include "core/base/option_names.h"
#include "core/base/printed.h"
#include "core/generate/recognise/made_title.h"
#include "core/lesson/lesson_json.h"
#include "core/measured/run_costs.h"
#include "core/open/open_file.h"
#include "core/simulate/metrics.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <utility>
#include <variant>

namespace lanewright::api {

namespace {

struct SolveRequest {
    std::string file = {};
    std::string objective = {}; ///< empty: iteration
    std::string order = {};     ///< empty: both
    SolveOptions solve = {};
    std::string memoryLimit = {};
    std::string optimizerMode = {}; ///< empty: the file's
    std::string output = {};
};

/// A problem, and what a reader must know of how it came about.
struct Problem {
    Plan plan = {};
    bool asPytorch = false;    ///< it has the costs of a run, as PyTorch runs its stages
    bool splitAssumed = false; ///< in which B and W were never measured apart
};

/// What the order of the file takes and holds.
struct Before {
    Fraction value = {}; ///< the objective's, where the order has one
    std::vector<Bytes> peaks = {};
    std::string unfinished = {}; ///< why it has no value

    bool isUnfinished() const { return !unfinished.empty(); }
};

/// The order that was found, beside the one at hand.
struct Solved {
    Problem problem = {};
    Solution solution = {};
    SolveOptions options = {};
    ShownNumbers numbers = {};
    std::optional<Before> before = {};
    std::string output = {};
    bool stopped = false;

    TimeUnit unit() const { return problem.plan.timeUnit; }
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
    return plan ? Result{Problem{.plan = *std::move(plan)}} : plan.error();
}

/// The problem, with the limits and the mode of the request in place of the file's.
Result<Problem> problemFrom(const SolveRequest& request, std::string text) {
    Result<Problem> problem = problemIn(openBytes(request.file, std::move(text)));
    if (!problem)
        return problem;
    if (const Result<Done> limited = setLimits(request.memoryLimit, problem->plan); !limited)
        return limited.error();
    setOptimizerMode(request.optimizerMode, problem->plan);
    return problem;
}

/// None where the file has no order.
std::optional<Before> orderBefore(const Plan& problem, Objective objective) {
    if (problem.isProblem())
        return {};
    const Checked known = checked(problem, simulate(problem.schedule, problem.costs));
    return Before{.value = valueOf(known.metrics, objective),
                  .peaks = known.metrics.peakMemory,
                  .unfinished = unfinishedText(known.errors)};
}

Bytes mostOf(const std::vector<Bytes>& peaks) { return peaks.empty() ? 0 : std::ranges::max(peaks); }

std::string percentText(double share) { return printed("%.3f %%", 100 * share); }

/// The best so far: a line for people, an object for others.
void tellOf(const Solution& best, const Plan& plan, const Asker& asker) {
    static const Fields<Solution> kFields = {
        {"seconds", "since the search began", &Solution::seconds},
        {"value", "of the objective", &Solution::value, In::Times},
        {"lower_bound", "no order is below", &Solution::bound, In::Times},
        {"gap", "value / bound − 1", &Solution::gap},
        {"method", "that found it", [](const Solution& each) { return toText(each.madeBy); }}};
    asker.best([&](json::Writer& writer) { writeObject(writer, kFields, best, {plan.timeUnit}); });
    asker.progress(printed("%.1f s: ", best.seconds) + periodText(best.value, plan.timeUnit) + ", bound " +
                   periodText(best.bound, plan.timeUnit) + ", gap " + percentText(best.gap()) + " (" +
                   toText(best.madeBy) + ")");
}

std::string objectiveText(Objective objective) {
    switch (objective) {
    case Objective::Iteration: return "iteration time";
    case Objective::Period: return "period";
    case Objective::Makespan: return "makespan";
    case Objective::LongestSpan: return "longest span";
    }
    return {};
}

Shown shownFrom(const Plan& problem, Objective objective, const Solution& solution) {
    Shown shown{.plan = withSolution(problem, objective, solution)};
    shown.plan.title = title::ofSolved(shown.plan, objective, solution.madeBy.generator);
    shown.timeline = simulate(shown.plan.schedule, shown.plan.costs);
    return shown;
}

/// What was searched for against what was proved of it.
Held heldBy(Objective objective, const Shown& shown, const Solution& solution) {
    Held held{.objective = objective,
              .value = solution.value,
              .lowerBound = solution.bound,
              .iterationBound = solution.bound};
    if (objective != Objective::Iteration)
        held.iterationBound = lowerBounds(shown.plan, Objective::Iteration, BoundEffort::Quick).front().value;
    return held;
}

const Fields<Before> kBeforeFields = {
    {"value", "of the objective, or null",
     [](const Before& before) { return before.isUnfinished() ? std::nullopt : std::optional{before.value}; },
     In::Times},
    Field<Before>{"unfinished", "why it has no value", &Before::unfinished}.when(&Before::isUnfinished),
    {"peak_memory", "per rank", &Before::peaks, In::Memory}};

const Fields<Solution> kSolutionFields = {
    {"value", "of the objective", &Solution::value, In::Times},
    {"value_exact", "the same as an exact fraction",
     [](json::Writer& writer, const Solution& each, const Units& units) {
         writer.string(fractionText(each.value, scaleOf(units.time)));
     }},
    {"optimal", "no order is better", &Solution::optimal},
    {"proved_by", "who proved that, or null",
     [](const Solution& each) {
         return each.provedBy == ProvedBy::Nobody ? std::nullopt : std::optional{toText(each.provedBy)};
     }},
    {"bound_name", "of the lower bound", [](const Solution& each) { return each.why.name; }},
    {"bound_reason", "of the lower bound", [](const Solution& each) { return each.why.reason; }},
    {"method", "that found the order", [](const Solution& each) { return toText(each.madeBy); }},
    {"all_tried", "all orders of the microbatches were tried", &Solution::triedAll},
    {"seconds", "that it took", &Solution::seconds}};

const Fields<Solved> kSolvedFields =
    Fields<Solved>{{"feasible", "there is such an order", [](const Solved&) { return true; }},
                   {"objective", "what was made small", [](const Solved& each) { return each.options.objective; }}} +
    membersOf<Solved>(&Solved::solution, kSolutionFields) +
    Fields<Solved>{
        {"seed", "of the random numbers", [](const Solved& each) { return each.options.seed; }},
        {"as", "as whom the costs of a run are, or null",
         [](const Solved& each) { return each.problem.asPytorch ? std::optional{"pytorch"} : std::nullopt; }},
        {"split_assumed", "B and W were never measured apart",
         [](const Solved& each) { return each.problem.splitAssumed; }},
        {"before", "the file's order, or null", objectOf<Solved>(&Solved::before, kBeforeFields)},
        {"stopped", "before its time was up", &Solved::stopped},
        outputField<Solved>(&Solved::output)} +
    membersOf<Solved>(&Solved::numbers, numberFields());

std::string proofText(const Solution& solution) {
    if (!solution.optimal)
        return "within " + percentText(solution.gap()) + " of the bound";
    return solution.provedBy == ProvedBy::Bound ? "optimal, proved by the bound"
                                                : "optimal, proved by " + std::string{toText(solution.provedBy)};
}

/// Time and memory of the order at hand beside those of the one that was found.
std::string changeText(const Solved& solved) {
    const auto& [problem, solution, options, numbers, before, output, stopped] = solved;
    if (!before)
        return "";
    const TimeUnit time = solved.unit();
    const MemoryUnit memory = problem.plan.memoryUnit;
    std::string why = before->unfinished;
    if (why.ends_with('.'))
        why.pop_back();
    const std::string timeBefore = why.empty() ? periodText(before->value, time) + " before" : "– before (" + why + ")";
    const Bytes peak = mostOf(numbers.metrics.peakMemory);
    return "planned      " + timeBefore + ", " + periodText(solution.value, time) + " now\n" + "memory       " +
           memoryText(mostOf(before->peaks), memory) + " before, " + memoryText(peak, memory) +
           " now, activations of the fullest rank\n";
}

std::string textOf(const Solved& solved) {
    const auto& [problem, solution, options, numbers, before, output, stopped] = solved;
    const TimeUnit unit = solved.unit();
    std::string text = numbersText(numbers) + "\n" + objectiveText(options.objective) + "  " +
                       periodText(solution.value, unit) + ", " + proofText(solution) + "\n" + changeText(solved);
    if (problem.asPytorch)
        text += "costs        measured, as PyTorch runs them (--as pytorch): all of stage 0's backward is its W\n";
    if (problem.splitAssumed)
        text += "             " + say(kSplitAssumed).text() + "\n";
    if (problem.plan.costs.measuredOn)
        text += "             " + measuredOnText(problem.plan.costs);
    text += "lower bound  " + periodText(solution.bound, unit) + " (" + solution.why.name +
            "): " + solution.why.reason.text() + "\n";
    text += "method       " + toText(solution.madeBy) + ", " + printed("%.1f s", solution.seconds) +
            (solution.triedAll ? ", all orders of the microbatches tried" : "") + (stopped ? ", stopped" : "") + "\n";
    return output.empty() ? text : text + "saved        " + output + "\n";
}

/// A lesson says itself what is to be made small, and within which limits.
Reply solveLessonIn(const SolveRequest& request, std::string_view text, const Asker& asker) {
    if (!request.objective.empty() || !request.memoryLimit.empty() || !request.order.empty() ||
        !request.optimizerMode.empty())
        return refused(
            Exit::Usage, request.file,
            {naming("a lesson's own goals and limits count; leave out --objective, --order, --optimizer-mode and "
                    "--memory-limit")});
    return solveLessonFile({request.file, request.solve, request.output}, text, asker);
}

/// A first answer is made whatever the limit; where that takes longer, the limit says something else than it seems to.
void sayHowLongAtLeast(const SolveRequest& request, const Plan& problem, const Asker& asker) {
    constexpr double kWorthSaying = 1; // s
    const double seconds = secondsToFirstAnswer(problem);
    if (request.solve.rounds || seconds < std::max(kWorthSaying, request.solve.timeLimit))
        return;
    asker.remark(request.file,
                 {printed("the first answer to so many ops takes about %.0f s, longer than the limit of %g s",
                          std::ceil(seconds), request.solve.timeLimit)});
}

/// What the request says of the search, `spent` seconds after it was made.
Result<SolveOptions> optionsFor(const SolveRequest& request, const Plan& problem, double spent) {
    if (request.order == "microbatches" && problem.costs.microbatches.areEqual())
        return Error{naming("its microbatches are alike, so that no order of them is better than another; leave out "
                            "--order microbatches to move ops"),
                     optionNamed("--order")};
    SolveOptions options = request.solve;
    options.objective = *objectiveFromText(request.objective.empty() ? "iteration" : request.objective);
    options.moves = *movesFromText(request.order.empty() ? "both" : request.order);
    options.timeLimit = std::max(0.0, options.timeLimit - spent); // a large file is not read at once
    return options;
}

using SolveTime = std::chrono::steady_clock;

/// Searches for an order of the problem, which was asked for at `start`.
Reply solveProblem(const SolveRequest& request, Problem problem, SolveTime::time_point start, const Asker& asker) {
    const auto spent = [&] { return std::chrono::duration<double>(SolveTime::now() - start).count(); };
    const Result<SolveOptions> options = optionsFor(request, problem.plan, spent());
    if (!options)
        return refused(Exit::Usage, request.file, options.error());
    sayHowLongAtLeast(request, problem.plan, asker);
    Solved solved{.options = *options, .output = request.output};
    Stops stops = asker.stops();
    Result<Solution> solution =
        solve(problem.plan, *options, stops.stop, [&](const Solution& best) { tellOf(best, problem.plan, asker); });
    asker.progress("");
    solved.stopped = stops.stop.stop_requested();
    if (!solution)
        return infeasible(request.file, solution.error());
    if (disprovesProof(problem.plan, options->objective, *solution)) {
        const Proof& proof = *proofOf(problem.plan);
        asker.remark(request.file, {"its proof says that no order's " + objectiveText(proof.objective) + " is below " +
                                    periodText(proof.lowerBound, problem.plan.timeUnit) +
                                    ", and that of the order found is: the proof is dropped"});
    }
    Shown shown = shownFrom(problem.plan, options->objective, *solution);
    solution->seconds = spent();
    if (const Result<Done> saved = asker.write(request.output, shown.plan); !saved)
        return refused(Exit::Usage, request.output, saved.error());
    stops = {}; // whoever interrupts from here on loses nothing
    remarkBuffers(asker, request.output, shown.plan);
    const Exit exit = solved.stopped ? Exit::Stopped : Exit::Done;
    if (isStandardOutput(request.output))
        return printedFile(exit);
    const Held held = heldBy(options->objective, shown, *solution);
    solved.before = orderBefore(problem.plan, options->objective);
    solved.problem = std::move(problem);
    solved.solution = *std::move(solution);
    solved.numbers = numbersOf(std::move(shown), held);
    const Units units = unitsOf(solved.numbers.shown);
    return answered(std::move(solved), kSolvedFields, units, textOf, exit);
}

Reply solveFile(const SolveRequest& request, const Asker& asker) {
    const SolveTime::time_point start = SolveTime::now();
    if (const Result<Done> writable = asker.checkOutput(request.output); !writable)
        return refused(Exit::Usage, request.output, writable.error());
    // Read once: a pipe has nothing to say a second time.
    Result<std::string> text = bytesOrLesson(request.file, asker);
    if (!text)
        return refused(Exit::Usage, request.file, text.error());
    if (isLessonFile(request.file, *text))
        return solveLessonIn(request, *text, asker);
    Result<Problem> problem = problemFrom(request, *std::move(text));
    if (!problem)
        return refused(Exit::Usage, request.file, problem.error());
    asker.remarkKeys(request.file, problem->plan);
    return solveProblem(request, *std::move(problem), start, asker);
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
  lanewright-cli solve exercise.lwlesson
  lanewright-cli solve zb-h1)";

} // namespace

Question solveQuestion() {
    using R = SolveRequest;
    return question<R>(
        "solve", "Search for the best order, and prove how good it is", kSolveFooter,
        {option<R>("FILE", &R::file,
                   "A problem or schedule (.lwsched), run (.lwrun) or lesson (.lwlesson, or one of the program by name "
                   "or number)")
             .required(),
         option<R>("--objective", &R::objective, "iteration, makespan, period or longest_span (iteration)")
             .oneOf({"iteration", "makespan", "period", "longest_span"}),
         option<R>("--order", &R::order, "What moves where microbatches differ: microbatches, ops or both (both)")
             .oneOf({"microbatches", "ops", "both"}),
         option<R>("--time-limit", memberOf(&R::solve, &SolveOptions::timeLimit), "Seconds to search (10)")
             .range(0, 1e7),
         option<R>("--exact", memberOf(&R::solve, &SolveOptions::exact),
                   "Go for a proof: the solver takes over as soon as the search calms down"),
         option<R>("--seed", memberOf(&R::solve, &SolveOptions::seed), "Seed of the random numbers (1)"),
         option<R>("--threads", memberOf(&R::solve, &SolveOptions::threads), "Threads; 0: one per core (0)")
             .range(0, 256),
         option<R>("--rounds", memberOf(&R::solve, &SolveOptions::rounds),
                   "Search for so many rounds instead of a time, to repeat exactly")
             .range(0, 1'000'000),
         option<R>("--memory-limit", &R::memoryLimit,
                   "Limit on the activations of each rank, or a list with one per rank, in place of the file's"),
         optimizerModeOption<R>(&R::optimizerMode),
         option<R>("-o,--output", &R::output, "Write the schedule here (-: standard output)")},
        solveFile, kSolvedFields);
}

} // namespace lanewright::api
