// SPDX-License-Identifier: Apache-2.0
#include "core/api/generate/generate_request.h"
#include "core/api/generate/sweep_axes.h"
#include "core/api/question_list.h"
#include "core/api/shown_numbers.h"
#include "core/api/table.h"
#include "core/base/choice_named.h"
#include "core/base/option_names.h"
#include "core/base/printed.h"
#include "core/base/wide.h"
#include "core/simulate/memory.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <iterator>
#include <limits>
#include <map>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

namespace lanewright::api {

namespace {

struct SweepRequest : GenerateRequest {
    std::vector<std::string> generators = {};
    std::string rankList = {};
    std::string microbatchList = {};
    std::string chunkList = {};
    int jobs = 0;
};

/// A schedule of a sweep: what was asked for, and its numbers or why there are none. The schedule itself is gone.
struct Cell {
    const Generator* generator = nullptr;
    std::optional<int> ranks = {};
    std::optional<int> microbatches = {};
    std::optional<int> chunks = {};
    std::optional<SweptLimit> limit = {};

    bool isDone = false;
    std::optional<Message> refused = {};
    std::optional<Message> invalid = {}; ///< the first error of a schedule that is not valid
    std::vector<Message> remarks = {};
    std::vector<std::string> numbers = {}; ///< in JSON, by `sweptNumbers`; empty where it was refused
    std::vector<std::string> shown = {};   ///< the same for people, by `kShown`
};

struct Sweep {
    std::vector<Cell> cells = {};
    bool stopped = false;
};

/// The rows of `numberFields` that are one value each and not said by the cell itself.
const std::vector<const Field<ShownNumbers>*>& sweptNumbers() {
    static const std::vector<const Field<ShownNumbers>*> kNumbers = [] {
        const std::set<std::string_view> others = {"title",       "ranks",       "microbatches",    "measured",
                                                   "step",        "proof",       "iteration_times", "throughput",
                                                   "measured_on", "memory_limit"};
        std::vector<const Field<ShownNumbers>*> numbers;
        for (const Field<ShownNumbers>& field : numberFields())
            if (!others.contains(field.key))
                numbers.push_back(&field);
        return numbers;
    }();
    return kNumbers;
}

/// The columns that people see behind what was asked for.
constexpr std::array kShown = {"iteration", "bubble", "gap", "makespan", "peak memory"};

std::vector<std::string> shownOf(const ShownNumbers& numbers) {
    const Metrics& metrics = numbers.metrics;
    const Plan& plan = numbers.shown.plan;
    const std::optional<double> share = metrics.bubbleShare();
    return {periodText(valueOf(metrics, Objective::Iteration), plan.timeUnit), share ? shareText(*share) : "-",
            numbers.held ? shareText(numbers.held->gap()) : "-", timeText(metrics.makespan, plan.timeUnit),
            memoryText(metrics.highestPeak(), plan.memoryUnit)};
}

void setNumbers(Cell& cell, const ShownNumbers& numbers) {
    const Units units = unitsOf(numbers.shown);
    for (const Field<ShownNumbers>* const field : sweptNumbers()) {
        json::Writer writer;
        if (!field->isThere || field->isThere(numbers))
            field->write(writer, numbers, units);
        else
            writer.null();
        cell.numbers.push_back(writer.take());
    }
    json::Writer writer;
    writeAny(writer, numbers.metrics.highestPeak(), units, In::Memory);
    cell.numbers.push_back(writer.take());
    cell.shown = shownOf(numbers);
    if (!numbers.errors.empty())
        cell.invalid = numbers.errors.front().message;
}

const Fields<Cell>& cellFields() {
    static const Fields<Cell> kFields = [] {
        Fields<Cell> fields = {
            {"generator", "by its name", [](const Cell& each) { return each.generator->name; }},
            {"ranks", "how many", &Cell::ranks},
            {"microbatches", "how many", &Cell::microbatches},
            {"chunks", "per rank", &Cell::chunks},
            {"memory_limit", "as asked: an amount, 1.5x or none; null: nobody asked",
             [](const Cell& each) { return each.limit ? std::optional{each.limit->text} : std::nullopt; }},
            {"refused", "why there is no such order; null: there is one", &Cell::refused}};
        const auto add = [&](std::string_view key, std::string_view words) {
            const std::size_t place = fields.size() - 6;
            fields.push_back({key, words, [place](json::Writer& writer, const Cell& each, const Units&) {
                                  writer.numeral(each.numbers.empty() ? "null" : each.numbers[place]);
                              }});
        };
        for (const Field<ShownNumbers>* const field : sweptNumbers())
            add(field->key, field->words);
        add("peak_memory_max", "of the rank that has the largest");
        return fields;
    }();
    return kFields;
}

const Fields<Sweep>& sweepFields() {
    static const Fields<Sweep> kFields = {
        {"cells",
         "by generators, ranks, microbatches, chunks and limits, the last the fastest; numbers are null where "
         "there is no order",
         rowsOf<Sweep>(&Sweep::cells, cellFields())},
        {"stopped", "before all was done; the rows so far", &Sweep::stopped}};
    return kFields;
}

std::string textOf(const Sweep& sweep) {
    std::vector<std::string> head = {"generator", "ranks", "microbatches", "chunks", "limit"};
    head.insert(head.end(), kShown.begin(), kShown.end());
    head.emplace_back("");
    Table table(head, "lrrrrrrrrrl");
    const auto text = [](std::optional<int> count) { return count ? std::to_string(*count) : "-"; };
    for (const Cell& cell : sweep.cells) {
        std::vector<std::string> row = {std::string{cell.generator->name}, text(cell.ranks), text(cell.microbatches),
                                        text(cell.chunks), cell.limit ? cell.limit->text : "-"};
        row.insert(row.end(), cell.shown.begin(), cell.shown.end());
        row.resize(head.size() - 1, "-");
        row.push_back(cell.refused ? cell.refused->text() : cell.invalid ? "not valid: " + cell.invalid->text() : "");
        table.add(std::move(row));
    }
    return table.text() + (sweep.stopped ? "stopped; these are the rows so far\n" : "");
}

std::string csvOf(const Sweep& sweep) { return csvHead(cellFields()) + csvRows(cellFields(), sweep.cells, {}); }

/// What 1F1B holds at most on each rank, made once for each number of ranks and microbatches.
class Yardsticks {
public:
    Yardsticks(const GenerateRequest& request, const RequestFiles& files) : m_request(request), m_files(files) {}

    /// What it holds with the ranks and microbatches of the cell. Fails where 1F1B can't run the problem.
    Result<std::vector<Bytes>> peaksOf(const Cell& cell) {
        Yardstick* yardstick = nullptr;
        {
            const std::scoped_lock lock(m_mutex);
            yardstick = &m_all[{cell.ranks, cell.microbatches}];
        }
        std::call_once(yardstick->once, [&] { yardstick->peaks = measured(cell); });
        return yardstick->peaks;
    }

private:
    struct Yardstick {
        std::once_flag once = {};
        Result<std::vector<Bytes>> peaks = std::vector<Bytes>{};
    };

    Result<std::vector<Bytes>> measured(const Cell& cell) const {
        const Generator& generator = *findGenerator("1f1b");
        GenerateRequest request = m_request;
        request.ranks = cell.ranks;
        request.microbatches = cell.microbatches;
        auto problem = problemOf(request, m_files);
        if (const auto* const none = std::get_if<Reply>(&problem))
            return none->refusal->error;
        Plan& unlimited = std::get<Plan>(problem);
        unlimited.memory.limit.assign(static_cast<std::size_t>(unlimited.schedule.ranks()), std::nullopt);
        const Result<Plan> plan = generate(generator.name, preparedFor(generator, unlimited));
        if (!plan)
            return Error{
                say(phrase("refusal", "a limit with an x is a multiple of what 1F1B holds: %1"), plan.error().message)};
        return peakMemory(plan->schedule, plan->memory, plan->costs.weightParts);
    }

    const GenerateRequest& m_request;
    const RequestFiles& m_files;
    std::mutex m_mutex = {};
    std::map<std::pair<std::optional<int>, std::optional<int>>, Yardstick> m_all = {};
};

/// Sets the cell's limit in the problem.
Result<Done> setLimit(const Cell& cell, Yardsticks& yardsticks, Plan& problem) {
    if (!cell.limit)
        return Done{};
    std::vector<std::optional<Bytes>> limits(static_cast<std::size_t>(problem.schedule.ranks()));
    if (cell.limit->kind == SweptLimit::Kind::Bytes)
        std::ranges::fill(limits, cell.limit->amount);
    if (cell.limit->kind == SweptLimit::Kind::Times) {
        const Result<std::vector<Bytes>> peaks = yardsticks.peaksOf(cell);
        if (!peaks)
            return peaks.error();
        std::ranges::transform(*peaks, limits.begin(), [&](Bytes peak) {
            const Wide limit = static_cast<Wide>(peak) * cell.limit->amount / SweptLimit::kOne;
            return static_cast<Bytes>(std::min<Wide>(limit, std::numeric_limits<Bytes>::max()));
        });
    }
    problem.memory.limit = std::move(limits);
    return Done{};
}

/// What the generator takes of the choices; another one of the sweep takes the others.
Choices takenBy(const Generator& generator, Choices choices) {
    if (!generator.takesObjective)
        choices.objective = Choices{}.objective;
    if (!generator.takesGroup)
        choices.group = std::nullopt;
    return choices;
}

/// Makes the schedule of the cell, and keeps its numbers.
Result<Done> fill(Cell& cell, const SweepRequest& sweep, const RequestFiles& files, Yardsticks& yardsticks) {
    GenerateRequest request = sweep;
    request.ranks = cell.ranks;
    request.microbatches = cell.microbatches;
    request.chunks = cell.chunks;
    auto problem = problemOf(request, files);
    if (const auto* const none = std::get_if<Reply>(&problem))
        return none->refusal->error;
    Plan& limited = std::get<Plan>(problem);
    if (Result<Done> set = setLimit(cell, yardsticks, limited); !set)
        return set;
    auto made = planOf(request, *cell.generator, takenBy(*cell.generator, choicesOf(request)), std::move(limited));
    if (const auto* const none = std::get_if<Reply>(&made))
        return none->refusal->error;
    Shown shown{.plan = std::get<Plan>(std::move(made))};
    for (Message& remark :
         std::array{leftOutBy(*cell.generator, shown.plan), keptLimitsOf(*cell.generator, shown.plan)})
        if (!remark.empty())
            cell.remarks.push_back(std::move(remark));
    shown.timeline = simulate(shown.plan.schedule, shown.plan.costs);
    cell.chunks = shown.plan.schedule.stages() / shown.plan.schedule.ranks();
    setNumbers(cell, numbersOf(std::move(shown)));
    return Done{};
}

/// Fills all cells, so many at once, until it is stopped; says how far it is. What a thread throws, for want of memory,
/// is thrown again here.
void fillAll(std::vector<Cell>& cells, const auto& fillOne, int jobs, const std::stop_token& stop, const Asker& asker) {
    std::atomic<std::size_t> next = 0;
    std::atomic<std::size_t> done = 0;
    std::mutex mutex;
    std::condition_variable ended;
    std::size_t running = std::min(static_cast<std::size_t>(jobs), cells.size());
    std::exception_ptr failure;
    const auto work = [&] {
        for (std::size_t each = next++; each < cells.size() && !stop.stop_requested(); each = next++) {
            fillOne(cells[each]);
            cells[each].isDone = true;
            ++done;
        }
    };
    std::vector<std::jthread> threads;
    for (std::size_t count = running; count > 0; --count)
        threads.emplace_back([&] {
            std::exception_ptr thrown;
            try {
                work();
            } catch (...) {
                thrown = std::current_exception();
                next = cells.size();
            }
            const std::scoped_lock lock(mutex);
            failure = thrown ? thrown : failure;
            --running;
            ended.notify_one();
        });
    {
        std::unique_lock lock(mutex);
        while (!ended.wait_for(lock, std::chrono::milliseconds(200), [&] { return running == 0; }))
            asker.progress(std::to_string(done) + " of " + std::to_string(cells.size()) +
                           " cells; Ctrl-C keeps the rows so far");
    }
    asker.progress("");
    if (failure)
        std::rethrow_exception(failure);
}

/// The lists of a request.
struct Axes {
    std::vector<const Generator*> generators = {};
    std::vector<std::optional<int>> ranks = {};
    std::vector<std::optional<int>> microbatches = {};
    std::vector<std::optional<int>> chunks = {};
    std::vector<std::optional<SweptLimit>> limits = {};
};

/// The values of a list, or none once where it was not given. Keeps the first that is wrong.
template <typename Value>
std::vector<std::optional<Value>> axisOf(Result<std::vector<Value>> values, bool isGiven, Result<Done>& right) {
    if (!isGiven)
        return {std::nullopt};
    if (values)
        return {values->begin(), values->end()};
    if (right)
        right = values.error();
    return {};
}

Result<Axes> axesOf(const SweepRequest& request, const RequestFiles& files) {
    if (request.generators.empty())
        return Error{say(phrase("file", "%1 needs the option %2"), "sweep", optionNamed("NAME"))};
    Axes axes;
    Choices untaken = choicesOf(request);
    for (const std::string& name : request.generators) {
        axes.generators.push_back(findGenerator(name));
        if (axes.generators.back() == nullptr)
            return generate(name, {}).error();
        if (axes.generators.back()->takesObjective)
            untaken.objective = Choices{}.objective;
        if (axes.generators.back()->takesGroup)
            untaken.group = std::nullopt;
    }
    if (const Result<Done> fits = checkChoices(*axes.generators.front(), untaken); !fits)
        return fits.error();
    if (files.problem && !(request.rankList + request.chunkList).empty())
        return Error{naming("-p and -v can't be given together with a problem, whose placement says them")};
    const MemoryUnit unit = choiceNamed(request.memoryUnit, kAllMemoryUnits)
                                .value_or(files.problem ? files.problem->memoryUnit : MemoryUnit::Unit);
    Result<Done> right = Done{};
    const auto counts = [&](const std::string& list, const char* option) {
        return axisOf(countsFromText(list, option), !list.empty(), right);
    };
    axes.ranks = counts(request.rankList, "-p");
    axes.microbatches = counts(request.microbatchList, "-m");
    axes.chunks = counts(request.chunkList, "-v");
    axes.limits = axisOf(limitsFromText(request.memoryLimit, unit), !request.memoryLimit.empty(), right);
    if (!right)
        return right.error();
    double cells = 1;
    for (const std::size_t size :
         {axes.generators.size(), axes.ranks.size(), axes.microbatches.size(), axes.chunks.size(), axes.limits.size()})
        cells *= static_cast<double>(size);
    if (cells > static_cast<double>(kMostCells))
        return Error{say(phrase("refusal", "these lists make more than %1 cells; ask for fewer at once"), kMostCells)};
    return axes;
}

std::vector<Cell> cellsOf(const Axes& axes) {
    std::vector<Cell> cells;
    for (const Generator* const generator : axes.generators)
        for (const std::optional<int> ranks : axes.ranks)
            for (const std::optional<int> microbatches : axes.microbatches)
                for (const std::optional<int> chunks : axes.chunks)
                    for (const std::optional<SweptLimit>& limit : axes.limits)
                        cells.push_back({generator, ranks, microbatches, chunks, limit});
    return cells;
}

/// Says what is beside the rows, each sentence once.
void remarkAll(const std::vector<Cell>& cells, const Asker& asker) {
    std::set<std::string> said;
    for (const Cell& cell : cells)
        for (const Message& remark : cell.remarks)
            if (said.insert(remark.text()).second)
                asker.remark("", {remark});
}

/// Says how much there is to do where that takes more than a minute or so.
void remarkMany(const std::vector<Cell>& cells, const Schedule& usual, const Asker& asker) {
    constexpr double kMany = 1e8;
    double ops = 0;
    for (const Cell& cell : cells)
        ops += 3.0 * cell.ranks.value_or(usual.ranks()) * cell.microbatches.value_or(usual.microbatches);
    if (ops >= kMany)
        asker.remark("",
                     {std::to_string(cells.size()) + printed(" cells with %.0f million ops take a while; ", ops / 1e6) +
                      "whoever stops them has the rows so far"});
}

Reply sweepAll(const SweepRequest& asked, const Asker& asker) {
    SweepRequest request = asked;
    auto files = filesOf(request, asker);
    if (auto* const none = std::get_if<Reply>(&files))
        return std::move(*none);
    const RequestFiles& given = std::get<RequestFiles>(files);
    const Result<Axes> axes = axesOf(request, given);
    if (!axes)
        return refused(Exit::Usage, "", axes.error());
    request.memoryLimit.clear(); // from here on it is a cell's
    // What is wrong with the costs is wrong in each cell. What is not asked for is as here in each.
    request.microbatches = axes->microbatches.front();
    const auto usual = problemOf(request, given);
    request.microbatches = std::nullopt;
    if (const auto* const none = std::get_if<Reply>(&usual))
        return *none;
    Sweep sweep{.cells = cellsOf(*axes)};
    remarkMany(sweep.cells, std::get<Plan>(usual).schedule, asker);
    Yardsticks yardsticks(request, given);
    const int jobs =
        request.jobs > 0 ? request.jobs : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    const Stops stops = asker.stops();
    fillAll(
        sweep.cells,
        [&](Cell& cell) {
            if (const Result<Done> filled = fill(cell, request, given, yardsticks); !filled)
                cell.refused = filled.error().message;
        },
        jobs, stops.stop, asker);
    std::erase_if(sweep.cells, [](const Cell& cell) { return !cell.isDone; });
    for (Cell& cell : sweep.cells) {
        cell.ranks = cell.ranks.value_or(std::get<Plan>(usual).schedule.ranks());
        cell.microbatches = cell.microbatches.value_or(std::get<Plan>(usual).schedule.microbatches);
    }
    remarkAll(sweep.cells, asker);
    sweep.stopped = stops.stop.stop_requested();
    const Exit exit = sweep.stopped ? Exit::Stopped : Exit::Done;
    return answered(std::move(sweep), sweepFields(), Units{}, textOf, exit, csvOf);
}

constexpr const char* kSweepFooter = R"(
Lists have commas between values, or FROM:TO:STEP: 4,8 or 8:64:8. A memory limit with an x is so many times what 1F1B
holds at most on that rank, with the same ranks, microbatches, costs and memory; without one it is an amount for each
rank, none is no limit. Times, memory, chunks and lengths are as in generate, so each row has the numbers that simulate
gives what generate makes. Where a generator refuses, the row says why. --objective and --group are for those
generators that take them. All cells are independent, and the rows are the same with any number of jobs.

Examples:
  lanewright-cli sweep 1f1b zb-h1 zbv -p 4,8 -m 8:64:8 --csv
  lanewright-cli sweep zb-auto zbv 1f1b -p 4 -m 8,16 --memory-limit 0.5x:2x:0.25x --tf 1 --tb 1.1 --tw 0.8
  lanewright-cli sweep zb-auto 1f1b --problem a.lwsched -m 8,16,32 --memory-limit none,1x --json)";

} // namespace

Question sweepQuestion() {
    using R = SweepRequest;
    std::vector<Option> options = {
        option<R>("NAME", &R::generators, "Generators; see lanewright-cli list")
            .required()
            .completing(Completes::Generators),
        option<R>("--problem", &R::problem, "Take placement, costs and memory from this file"),
        option<R>("-p,--ranks", &R::rankList, "Ranks, a list (4)"),
        option<R>("-m,--microbatches", &R::microbatchList, "Microbatches, a list (8)"),
        option<R>("-v,--chunks", &R::chunkList, "Chunks per rank, a list (what each generator takes)"),
        option<R>("--memory-limit", &R::memoryLimit,
                  "Limits on the activations of each rank, a list: amounts, none, or 1.5x for so many times what 1F1B "
                  "holds there (none)"),
        option<R>("-j,--jobs", &R::jobs, "Cells made at once; 0: one per core (0)").range(0, 256)};
    std::ranges::move(costOptions<R>(), std::back_inserter(options));
    Question sweep = question<R>("sweep", "The numbers of many generators, sizes and memory limits, a row each",
                                 kSweepFooter, options, sweepAll, sweepFields());
    sweep.hasCsv = true;
    return sweep;
}

} // namespace lanewright::api
