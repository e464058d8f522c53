// SPDX-License-Identifier: Apache-2.0
#include "core/client/run_builder.h"

#include "core/base/counted_up.h"
#include "core/base/mapped.h"
#include "core/model/op.h"

#include <algorithm>
#include <cmath>

namespace lanewright {

namespace {

template <typename T>
void append(std::vector<T>& list, const std::vector<T>& more) {
    list.insert(list.end(), more.begin(), more.end());
}

/// The items in the order of the places.
template <typename T>
void arrange(std::vector<T>& items, const std::vector<std::size_t>& places) {
    items = mapped(places, [&](std::size_t place) { return items[place]; });
}

/// Puts the spans of each rank in the order of their starts, and what was counted during them along with them.
void sortByStart(StepRecord& record) {
    for (std::size_t rank = 0; rank < record.wall.lanes.size(); ++rank) {
        Lane& lane = record.wall.lanes[rank];
        std::vector<Bytes>& live = record.live[rank];
        if (live.size() != lane.size())
            live.clear();
        if (std::ranges::is_sorted(lane, {}, &Span::start))
            continue;
        std::vector<std::size_t> places = countedUp(lane.size());
        std::ranges::stable_sort(places, {}, [&](std::size_t place) { return lane[place].start; });
        arrange(lane, places);
        if (!live.empty())
            arrange(live, places);
    }
    for (Lane& lane : record.virtualTime.lanes)
        std::ranges::stable_sort(lane, {}, &Span::start);
    if (std::ranges::all_of(record.live, &std::vector<Bytes>::empty))
        record.live.clear();
}

/// Puts what comes of a rank's kernels behind what is there, with one list of names.
void join(KernelLane& lane, const KernelLane& more) {
    std::vector<int> places;
    places.reserve(more.names.size());
    for (const std::string& name : more.names) {
        const auto found = std::ranges::find(lane.names, name);
        places.push_back(static_cast<int>(found - lane.names.begin()));
        if (found == lane.names.end())
            lane.names.push_back(name);
    }
    for (Kernel kernel : more.kernels) {
        kernel.name = places[kernel.name];
        lane.kernels.push_back(kernel);
    }
    lane.leftOut += more.leftOut;
}

/// Puts the kernels of each rank in the order of their starts, and the ranks in theirs.
void sortKernels(StepRecord& record) {
    std::ranges::sort(record.kernels, {}, &KernelLane::rank);
    for (KernelLane& lane : record.kernels)
        std::ranges::stable_sort(lane.kernels, {}, &Kernel::start);
}

/// Takes out of the times of a step by how much each rank's clock ran faster than that of rank 0.
void removeClockGain(StepRecord& record, const std::vector<Time>& gain, Time length) {
    if (gain.size() != record.wall.lanes.size() || length <= 0)
        return;
    const auto corrected = [&](int rank, Time point) -> Time {
        const auto own = static_cast<std::size_t>(rank);
        if (rank < 0 || own >= gain.size() || gain[own] == 0)
            return point;
        return point -
               std::llround(static_cast<double>(gain[own]) * static_cast<double>(point) / static_cast<double>(length));
    };
    for (int rank = 0; rank < static_cast<int>(gain.size()); ++rank)
        for (Span& span : record.wall.lanes[rank]) {
            span.start = corrected(rank, span.start);
            span.end = corrected(rank, span.end);
        }
    for (Activity& activity : record.others) {
        // The end of a transfer is seen by the rank that it travels to.
        const bool travels = activity.kind == ActivityKind::Transfer && activity.peer >= 0;
        activity.start = corrected(activity.rank, activity.start);
        activity.end = std::max(activity.start, corrected(travels ? activity.peer : activity.rank, activity.end));
    }
    for (KernelLane& lane : record.kernels)
        for (Kernel& kernel : lane.kernels) {
            kernel.start = corrected(lane.rank, kernel.start);
            kernel.end = corrected(lane.rank, kernel.end);
        }
}

} // namespace

RunBuilder::RunBuilder(const RunRequest& request, const std::string& launcher, std::size_t keptSteps)
    : m_request(request), m_keptSteps(keptSteps) {
    m_run.plan = request.plan;
    m_run.plan.model = request.model;
    // It pads what is shorter, so that all ran alike.
    if (request.backend == "torch" && request.plan.costs.microbatches.form() == MicrobatchCosts::Form::Lengths)
        setMicrobatches(m_run.plan, {});
    m_run.backend = request.backend;
    m_run.launcher = launcher;
    m_run.paced = request.paced;
    m_run.optimizer = request.optimizer;
    m_run.precision = request.precision;
    m_run.threads = request.threads;
}

Result<Done> RunBuilder::add(const Event& event) {
    if (const auto* ready = std::get_if<ReadyEvent>(&event))
        return take(*ready);
    if (const auto* spans = std::get_if<SpansEvent>(&event))
        return take(*spans);
    if (const auto* kernels = std::get_if<KernelsEvent>(&event))
        return take(*kernels);
    if (const auto* step = std::get_if<StepEvent>(&event))
        return take(*step);
    if (const auto* validation = std::get_if<ValidationEvent>(&event))
        m_run.validation.push_back({validation->step, validation->loss});
    if (const auto* done = std::get_if<DoneEvent>(&event)) {
        m_run.weightsHash = done->weightsHash;
        m_run.gradientsHash = done->gradientsHash;
    }
    return Done{};
}

Result<Done> RunBuilder::take(const ReadyEvent& ready) {
    const int ranks = m_request.plan.schedule.ranks();
    if (ready.ranks != ranks)
        return Error{say(phrase("engine", "it started %1 ranks instead of %2"), ready.ranks, ranks)};
    m_run.backend = ready.backend;
    m_run.hosts = ready.hosts;
    m_run.cores = ready.cores;
    m_run.clockUncertainty = ready.clockUncertainty;
    m_run.firstStep = ready.firstStep;
    if (!ready.framework.empty())
        m_run.recorder = Recorder{.name = "lanewright", .framework = ready.framework};
    m_pids = ready.pids;
    return Done{};
}

Result<Done> RunBuilder::take(const SpansEvent& spans) {
    if (spans.rank < 0 || spans.rank >= m_request.plan.schedule.ranks() || spans.step < step() ||
        spans.step >= m_request.steps)
        return Error{
            say(phrase("engine", "it reports spans of rank %1, step %2, which can't be"), spans.rank, spans.step)};
    const auto fits = [&](const Span& span) {
        return std::ranges::all_of(opsIn(span), [&](const Op& op) { return inShape(m_request.plan.schedule, op); });
    };
    if (!std::ranges::all_of(spans.wall, fits) || !std::ranges::all_of(spans.virtualTime, fits))
        return Error{say(phrase("engine", "it reports a span of an op that the schedule does not have"))};
    StepRecord& open = record(spans.step);
    append(open.wall.lanes[spans.rank], spans.wall);
    if (m_request.paced)
        append(open.virtualTime.lanes[spans.rank], spans.virtualTime);
    append(open.live[spans.rank], spans.live);
    append(open.others, spans.others);
    return Done{};
}

Result<Done> RunBuilder::take(const KernelsEvent& kernels) {
    const KernelLane& more = kernels.lane;
    if (more.rank < 0 || more.rank >= m_request.plan.schedule.ranks() || kernels.step < step() ||
        kernels.step >= m_request.steps)
        return Error{
            say(phrase("engine", "it reports kernels of rank %1, step %2, which can't be"), more.rank, kernels.step)};
    const auto fits = [&](const Kernel& kernel) { return !kernel.op || inShape(m_request.plan.schedule, *kernel.op); };
    if (!std::ranges::all_of(more.kernels, fits))
        return Error{say(phrase("engine", "it reports a kernel of an op that the schedule does not have"))};
    std::vector<KernelLane>& lanes = record(kernels.step).kernels;
    const auto found = std::ranges::find(lanes, more.rank, &KernelLane::rank);
    join(found == lanes.end() ? lanes.emplace_back(KernelLane{.rank = more.rank}) : *found, more);
    return Done{};
}

Result<Done> RunBuilder::take(const StepEvent& ended) {
    if (ended.step != step() || ended.step >= m_request.steps)
        return Error{say(phrase("engine", "it ends step %1 where step %2 runs"), ended.step, step())};
    StepRecord& open = record(ended.step);
    open.loss = ended.loss;
    open.start = ended.start;
    open.update = ended.update;
    open.peakActivations = ended.peakActivations;
    m_run.losses.push_back(ended.loss);
    removeClockGain(open, ended.clockGain, ended.length);
    if (ended.clockUncertainty.size() == m_run.clockUncertainty.size())
        std::ranges::transform(m_run.clockUncertainty, ended.clockUncertainty, m_run.clockUncertainty.begin(),
                               [](Time before, Time now) { return std::max(before, now); });
    return Done{};
}

StepRecord& RunBuilder::record(int step) {
    StepRecord& record = m_open[step];
    while (m_open.size() > m_keptSteps && m_open.begin()->first < step)
        m_open.erase(m_open.begin());
    const int ranks = m_request.plan.schedule.ranks();
    record.step = step;
    record.wall.lanes.resize(ranks);
    record.live.resize(ranks);
    if (m_request.paced)
        record.virtualTime.lanes.resize(ranks);
    return record;
}

Run RunBuilder::latest() const {
    Run run = m_run;
    run.partial = true;
    for (const auto& [step, open] : m_open) {
        StepRecord& copy = run.steps.emplace_back(open);
        sortByStart(copy);
        sortKernels(copy);
    }
    return run;
}

Run RunBuilder::take(bool partial) {
    m_run.partial = partial;
    if (partial) {
        m_run.weightsHash.clear();
        m_run.gradientsHash.clear();
    }
    const int complete = step();
    for (auto& [step, open] : m_open)
        if (step < complete || (complete == 0 && step == 0)) {
            sortByStart(open);
            sortKernels(open);
            m_run.steps.push_back(std::move(open));
        }
    m_open.clear();
    return std::move(m_run);
}

} // namespace lanewright
