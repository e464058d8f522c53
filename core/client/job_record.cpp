// SPDX-License-Identifier: Apache-2.0
#include "core/client/job_record.h"

#include "core/base/median.h"
#include "core/client/rank_places.h"
#include "core/io/forms.h"
#include "core/io/optimizer_json.h"
#include "core/io/plan/plan_parts.h"
#include "core/io/schedule_json.h"
#include "core/io/span_json.h"
#include "core/model/limits.h"
#include "core/model/text.h"
#include "core/model/totals.h"
#include "core/protocol/host_cores.h"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

namespace lanewright {

namespace {

/// Bounds of a time of somebody's clock, in ns: two of them can be subtracted.
constexpr Range kClock = {.least = std::numeric_limits<Time>::min() / 4, .most = std::numeric_limits<Time>::max() / 4};

/// The stage whose value the op waits for; −1: it waits for none. W and R need nothing that travels.
int sourceOf(const Op& op, int stages) {
    switch (op.kind) {
    case OpKind::F: return op.stage - 1;
    case OpKind::B:
    case OpKind::BW: return op.stage + 1 < stages ? op.stage + 1 : -1;
    case OpKind::W:
    case OpKind::R: return -1;
    }
    return -1;
}

} // namespace

Result<Done> JobRecord::add(int rank, std::string_view line) {
    return readText(line, [&](const json::Node& root, Trouble& trouble) {
        const auto event = required(root, "event", trouble);
        const std::string name = event ? stringFrom(*event, trouble) : std::string{};
        if (name == "ready")
            takeReady(rank, root, trouble);
        else if (name == "spans")
            takeSpans(rank, root, trouble);
        else if (name == "done" && rank < ranks()) {
            Rank own = m_ranks[rank];
            if (const auto dropped = root.find("dropped"))
                own.dropped = amountFrom(*dropped, {}, trouble);
            own.over = true;
            if (!trouble)
                m_ranks[rank] = std::move(own);
        }
        return Done{};
    });
}

JobRecord::Rank JobRecord::rankFrom(const json::Node& root, const Job& job, Trouble& trouble) {
    Frame frame;
    Rank rank{.ready = true, .host = stringIn(root, "host", "", trouble)};
    if (const auto stages = required(root, "stages", trouble); stages && expect(*stages, json::Kind::Array, trouble))
        for (const json::Node stage : stages->children())
            rank.stages.push_back(integerFrom(stage, 0, std::max(0, job.stages - 1), trouble));
    if (const auto cores = root.find("cores"))
        rank.cores = form::list(form::integer(0)).read(*cores, frame, trouble);
    if (const auto clock = root.find("clock_uncertainty"); clock && !clock->isNull())
        rank.clockUncertainty = amountFrom(*clock, {.most = kMaxTime}, trouble);
    return rank;
}

std::optional<Plan> JobRecord::planFrom(const json::Node& root, const Job& job, Trouble& trouble) {
    std::optional<Plan> plan;
    if (const auto schedule = root.find("schedule"); schedule && !schedule->isNull() && !trouble)
        plan = planFromNode(*schedule, trouble);
    if (!trouble && plan &&
        (plan->isProblem() || plan->schedule.ranks() != job.ranks || plan->schedule.stages() != job.stages ||
         plan->schedule.microbatches != job.microbatches))
        trouble.add(say(phrase("job", "the job's plan is for another number of ranks, stages or microbatches")), root);
    return plan;
}

JobRecord::Setup JobRecord::setupFrom(const json::Node& root, Trouble& trouble) {
    Frame frame;
    Setup setup{.backend = stringIn(root, "backend", "cpu", trouble)};
    if (const auto threads = root.find("threads"))
        setup.threads = threadsForm().read(*threads, frame, trouble);
    setup.launcher = stringIn(root, "launcher", "", trouble);
    setup.framework = stringIn(root, "framework", "", trouble);
    setup.deviceClock = stringIn(root, "device_clock", "host", trouble);
    setup.title = stringIn(root, "title", "", trouble);
    return setup;
}

void JobRecord::takeReady(int rank, const json::Node& root, Trouble& trouble) {
    const auto count = [&](std::string_view key, int most) {
        const auto node = required(root, key, trouble);
        return node ? integerFrom(*node, 1, most, trouble) : 0;
    };
    const Job job{.ranks = count("ranks", kMaxRanks),
                  .stages = count("stage_count", kMaxStages),
                  .microbatches = count("microbatches", kMaxMicrobatches)};
    Rank own = rankFrom(root, job, trouble);
    std::optional<Plan> plan = planFrom(root, job, trouble);
    if (!trouble && (rank >= job.ranks || (!m_ranks.empty() && job != m_job)))
        trouble.add(say(phrase("job", "rank %1 is of another job"), rank), root);
    Setup setup = m_ranks.empty() ? setupFrom(root, trouble) : m_setup;
    if (trouble)
        return;
    m_job = job;
    m_setup = std::move(setup);
    m_ranks.resize(job.ranks);
    if (plan)
        m_plan = std::move(plan);
    m_ranks[rank] = std::move(own);
}

JobRecord::Part JobRecord::partFrom(const json::Node& root, Trouble& trouble) const {
    Frame frame;
    frame.ranks = ranks();
    Part part;
    if (const auto origin = required(root, "origin", trouble))
        part.origin = amountFrom(*origin, kClock, trouble);
    if (const auto wall = required(root, "wall", trouble))
        part.wall = spansForm().read(*wall, frame, trouble);
    if (const auto live = root.find("live"))
        part.live = form::list(form::amount({.most = kMaxTotalMemory})).read(*live, frame, trouble);
    if (!trouble && !part.live.empty() && part.live.size() != part.wall.size())
        trouble.add(say(phrase("file", "live must hold as many numbers as wall holds spans")), root);
    if (const auto others = root.find("others"))
        part.others = form::list(activityForm()).read(*others, frame, trouble);
    if (const auto loss = root.find("loss"))
        part.loss = realFrom(*loss, trouble);
    return part;
}

void JobRecord::takeSpans(int rank, const json::Node& root, Trouble& trouble) {
    if (rank >= ranks() || !m_ranks[rank].ready)
        return trouble.add(say(phrase("job", "rank %1 reports spans before it was ready"), rank), root);
    Rank& own = m_ranks[rank];
    const auto number = required(root, "step", trouble);
    const int step = number ? integerFrom(*number, 0, std::numeric_limits<int>::max(), trouble) : 0;
    Part part = partFrom(root, trouble);
    if (!trouble && !inShape(part))
        trouble.add(say(phrase("job", "rank %1 reports an op that its job does not have"), rank), root);
    if (!trouble && step <= own.lastStep)
        trouble.add(say(phrase("job", "rank %1 reports step %2 after step %3"), rank, step, own.lastStep), root);
    if (trouble)
        return;
    own.lastStep = step;
    m_steps[step].emplace(rank, std::move(part));
    // What this rank left out in front of its step will never be whole.
    for (auto at = m_steps.begin(); at != m_steps.end() && at->first < step;)
        at = at->second.contains(rank) ? std::next(at) : m_steps.erase(at);
    while (m_steps.size() > static_cast<std::size_t>(m_keptSteps))
        m_steps.erase(m_steps.begin());
}

bool JobRecord::inShape(const Op& op) const {
    return op.stage >= 0 && op.stage < m_job.stages && op.microbatch >= 0 && op.microbatch < m_job.microbatches &&
           op.part == 0;
}

bool JobRecord::inShape(const Part& part) const {
    const auto fits = [&](const Span& span) { return inShape(span.op) && (!span.paired || inShape(*span.paired)); };
    return std::ranges::all_of(part.wall, fits) && std::ranges::all_of(part.others, [&](const Activity& activity) {
               return !activity.op || inShape(*activity.op);
           });
}

std::optional<int> JobRecord::latestStep() const {
    for (auto at = m_steps.rbegin(); at != m_steps.rend(); ++at)
        if (isWhole(at->second))
            return at->first;
    return {};
}

bool JobRecord::isOver() const { return !m_ranks.empty() && std::ranges::all_of(m_ranks, &Rank::over); }

Message JobRecord::unfinished() const {
    std::vector<int> ranks;
    for (int rank = 0; rank < this->ranks(); ++rank)
        if (const Rank& own = m_ranks[rank]; own.ready && !own.over)
            ranks.push_back(rank);
    if (ranks.empty())
        return {};
    return sayCounted(countedPhrase("job",
                                    "ranks %1 went without a last word: they were killed, or their links were lost",
                                    "rank %1 went without a last word: it was killed, or its link was lost"),
                      static_cast<std::int64_t>(ranks.size()), listOf(ranks));
}

Result<std::vector<int>> JobRecord::place() const {
    std::vector<int> place(m_job.stages, -1);
    for (int rank = 0; rank < ranks(); ++rank)
        for (const int stage : m_ranks[rank].stages)
            place[stage] = rank;
    if (const auto missing = std::ranges::find(place, -1); missing != place.end())
        return Error{say(phrase("job", "no rank says that it has stage %1"), missing - place.begin())};
    return place;
}

Costs JobRecord::medianCosts() const {
    std::map<std::pair<OpKind, int>, std::vector<Time>> lengths; // by kind and stage
    for (const auto& [step, parts] : m_steps) {
        if (!isWhole(parts))
            continue;
        for (const auto& [rank, part] : parts)
            for (const Span& span : part.wall)
                if (!span.paired)
                    lengths[{span.op.kind, static_cast<int>(span.op.stage)}].push_back(span.length());
    }
    const auto medianOf = [&](OpKind kind, int stage) {
        const auto found = lengths.find({kind, stage});
        return found == lengths.end() ? std::nullopt : std::optional{middleMedian(found->second)};
    };
    Costs costs = uniform(m_job.stages);
    for (int stage = 0; stage < m_job.stages; ++stage) {
        StageCosts& own = costs.stages[0][stage];
        // A whole backward says nothing of its two halves: each is taken for half of it.
        const Time both = medianOf(OpKind::BW, stage).value_or(0);
        own.forward = medianOf(OpKind::F, stage).value_or(0);
        own.backwardInput = medianOf(OpKind::B, stage).value_or(both / 2);
        own.backwardWeight = medianOf(OpKind::W, stage).value_or((both + 1) / 2);
    }
    return costs;
}

Result<Plan> JobRecord::planAsItRan(const std::vector<int>& place) const {
    const auto first = std::ranges::find_if(m_steps, [this](const auto& each) { return isWhole(each.second); });
    Plan plan{.title = m_setup.title, .timeUnit = TimeUnit::Ms};
    plan.schedule = {.placement = {.ranks = m_job.ranks, .directions = {place}}, .microbatches = m_job.microbatches};
    for (const auto& [rank, part] : first->second) {
        Row& row = plan.schedule.order.emplace_back();
        for (const Span& span : part.wall)
            row.push_back({.op = span.op, .paired = span.paired});
    }
    plan.costs = medianCosts();
    plan.memory = uniformMemory(m_job.stages, m_job.ranks, {.forward = kMemoryUnit, .backwardWeight = -kMemoryUnit});
    return planFromJson(planToJson(plan)); // which refuses what is no plan
}

std::optional<Time> JobRecord::commonStartOf(const Parts& parts) {
    std::optional<Time> start;
    for (const auto& [rank, part] : parts)
        if (!part.wall.empty()) {
            const Time first = part.origin + part.wall.front().start;
            start = start ? std::min(*start, first) : first;
        }
    const auto apart = [&](const auto& each) {
        return each.second.origin - *start > kMaxTime || *start - each.second.origin > kMaxTime;
    };
    return start && std::ranges::any_of(parts, apart) ? std::nullopt : start;
}

std::optional<StepRecord> JobRecord::stepAt(int step) const {
    const auto found = m_steps.find(step);
    const Result<std::vector<int>> placed = place();
    if (found == m_steps.end() || !isWhole(found->second) || !placed)
        return {};
    const std::optional<Time> start = commonStartOf(found->second);
    return start ? std::optional(recordOf(step, found->second, *placed, *start)) : std::nullopt;
}

StepRecord JobRecord::recordOf(int step, const Parts& parts, const std::vector<int>& place, Time commonStart) const {
    StepRecord record{.step = step};
    for (const auto& [rank, part] : parts) {
        const Time shift = part.origin - commonStart;
        Lane& lane = record.wall.lanes.emplace_back(part.wall);
        for (Span& span : lane) {
            span.start += shift;
            span.end += shift;
        }
        for (Activity activity : part.others) {
            activity.start += shift;
            activity.end += shift;
            const int source = activity.op ? sourceOf(*activity.op, m_job.stages) : -1;
            if (activity.kind == ActivityKind::Wait && source >= 0)
                activity.peer = place[source];
            record.others.push_back(activity);
        }
        record.live.push_back(part.live);
        record.loss = part.loss.value_or(record.loss);
    }
    std::ranges::stable_sort(record.others, {}, &Activity::start);
    if (std::ranges::all_of(record.live, &std::vector<Bytes>::empty))
        record.live.clear();
    return record;
}

void JobRecord::addMachines(Run& run) const {
    const auto isKnown = [](const Rank& rank) { return rank.clockUncertainty.has_value(); };
    const bool known = std::ranges::all_of(m_ranks, isKnown);
    run.clocks.source = known ? ClockSource::Raw : ClockSource::Unstated;
    std::vector<std::vector<int>> allowed;
    allowed.reserve(m_ranks.size());
    for (const Rank& rank : m_ranks) {
        run.hosts.push_back(rank.host);
        allowed.push_back(rank.cores);
        if (!known)
            continue;
        run.clockUncertainty.push_back(*rank.clockUncertainty);
        if (*rank.clockUncertainty > 0)
            run.clocks.source = ClockSource::Exchange;
    }
    run.cores = hostCores(run.hosts, allowed);
}

Result<Done> JobRecord::addSteps(Run& run, const std::vector<int>& place, std::size_t latest) const {
    bool losses = true;
    Time previousOrigin = 0;
    std::vector<std::pair<int, const Parts*>> whole;
    whole.reserve(m_steps.size());
    for (const auto& [step, parts] : m_steps)
        if (isWhole(parts))
            whole.emplace_back(step, &parts);
    for (const auto& [step, all] : std::span(whole).last(std::min(latest, whole.size()))) {
        const Parts& parts = *all;
        const std::optional<Time> origin = commonStartOf(parts);
        if (!origin)
            return Error{
                say(phrase("job", "step %1 holds no op, or the clocks of the ranks are days apart in it"), step)};
        StepRecord record = recordOf(step, parts, place, *origin);
        if (!run.steps.empty()) {
            const StepRecord& before = run.steps.back();
            const Time next =
                step == before.step + 1 ? std::max<Time>(0, *origin - previousOrigin) : extentOf(before.wall).end;
            record.start = before.start + next;
        }
        previousOrigin = *origin;
        losses = losses && std::ranges::any_of(parts, [](const auto& each) { return each.second.loss.has_value(); });
        run.losses.push_back(record.loss);
        run.steps.push_back(std::move(record));
    }
    if (!losses)
        run.losses.clear();
    return Done{};
}

Result<Run> JobRecord::run(std::size_t latest) const {
    if (!latestStep())
        return Error{say(phrase("job", "no step was reported by all ranks"))};
    const Result<std::vector<int>> placed = place();
    if (!placed)
        return placed.error();
    const Result<Plan> plan = m_plan ? Result<Plan>{*m_plan} : planAsItRan(*placed);
    if (!plan)
        return plan.error();
    Run run{.plan = *plan, .backend = m_setup.backend, .launcher = m_setup.launcher, .threads = m_setup.threads};
    run.recorder = Recorder{.name = "lanewright",
                            .framework = m_setup.framework,
                            .deviceClock = m_setup.deviceClock,
                            .orderMeasured = !m_plan};
    run.partial = !isOver() || std::ranges::any_of(m_ranks, [](const Rank& rank) { return rank.dropped > 0; });
    if (const Result<Done> added = addSteps(run, *placed, latest); !added)
        return added.error();
    addMachines(run);
    return run;
}

} // namespace lanewright
