// SPDX-License-Identifier: Apache-2.0
#include "engine/run/device_run.h"

#include "engine/device/clock.h"
#include "engine/device/failure.h"
#include "engine/run/device_budget.h"
#include "engine/run/device_clock.h"
#include "engine/run/device_executor.h"
#include "engine/run/device_returns.h"
#include "engine/run/device_state_io.h"
#include "engine/run/device_timeline.h"
#include "engine/run/device_wait.h"
#include "engine/run/lane_probe.h"
#include "engine/run/patience.h"
#include "engine/run/peers.h"
#include "engine/run/planned_memory.h"
#include "engine/run/rank_stages.h"
#include "engine/run/soundness.h"
#include "engine/run/step_report.h"
#include "engine/run/verdict.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <numeric>

namespace lanewright::engine {

namespace {

/// When a rank has stepped its weights.
struct StepMarks {
    Event start, end;
};

class DeviceRun {
public:
    DeviceRun(const RunRequest& request, const Corpus& corpus, Device& device, Reporter& reporter,
              const Switches& switches);
    void run();

private:
    void makeLanes();
    void warmUp();
    void sayReady();
    void probe();
    void runStep(int step);
    void loadTexts(std::uint64_t firstSample);
    void enqueueReturns();
    void follow();
    void awaitReturns();
    NormReport gather(int step);
    void stepWeights(const Verdict& verdict);
    void report(int step);
    void poison(int step);
    void pauseAfter(int done);
    void finish(int done);
    void sayHashes();
    Progress progressAfter(int done) const;
    std::uint64_t samplesPerStep() const;

    const RunRequest* m_request;
    const Corpus* m_corpus;
    Device* m_device;
    Reporter* m_reporter;
    const Switches* m_switches;
    DeviceWait m_wait;
    DeviceBudget m_budget;
    std::vector<std::unique_ptr<DeviceLane>> m_lanes;
    std::unique_ptr<DeviceExecutor> m_executor;
    std::unique_ptr<DeviceClock> m_clock;
    std::unique_ptr<DeviceTimeline> m_timeline;
    std::vector<std::unique_ptr<DeviceReturns>> m_returns; ///< by rank
    std::vector<StepMarks> m_optimizer;                    ///< by rank
    std::unique_ptr<HostPiece> m_texts;                    ///< tokens and targets of a step
    StepLedger m_ledger;
    Soundness m_soundness;
    Progress m_before; ///< how far the weights had been trained before this run
    int m_updates = 0;
    int m_saved = 0;
    bool m_cancelled = false;
};

std::int64_t tokensOf(const RunRequest& request) {
    return std::int64_t{request.plan.schedule.microbatches} * Sizes{request.model}.tokens;
}

DeviceRun::DeviceRun(const RunRequest& request, const Corpus& corpus, Device& device, Reporter& reporter,
                     const Switches& switches)
    : m_request(&request), m_corpus(&corpus), m_device(&device), m_reporter(&reporter), m_switches(&switches),
      m_wait(patienceFor(request), reporter, switches),
      m_ledger(request.plan.schedule.ranks(), request.plan.schedule.microbatches) {
    constexpr int kBatches = 8; // that may wait to be written while a step runs
    if (request.spans)
        reporter.stock(kBatches * request.plan.schedule.ranks());
    m_ledger.onSpans = [this](SpansEvent& spans) { m_reporter->postSpans(spans); };
    m_ledger.onStep = [this](StepEvent event, const std::vector<StepReport>&) {
        if (const std::optional<std::string> reason = Soundness::afterLoss(event.step, event.loss))
            throw Failure{*reason};
        m_reporter->post(std::move(event));
    };
}

void DeviceRun::makeLanes() {
    std::vector<int> ranks(static_cast<std::size_t>(m_request->plan.schedule.ranks()));
    std::iota(ranks.begin(), ranks.end(), 0);
    m_budget = budgetOf(*m_request, ranks, deviceOrder(*m_request).pieces, m_device->workspaceBytes());
    expectRoom(m_budget, m_device->facts().memory);
    for (int rank = 0; rank < m_request->plan.schedule.ranks(); ++rank) {
        whereabouts() = {.rank = rank, .op = {}};
        m_lanes.push_back(std::make_unique<DeviceLane>(*m_request, rank, *m_device));
        m_lanes.back()->memory.breathe = [this](Time waited) { m_wait.breathe(waited); };
        m_returns.push_back(std::make_unique<DeviceReturns>(*m_request, *m_lanes.back()));
        m_optimizer.push_back({m_device->makeEvent(true), m_device->makeEvent(true)});
    }
    whereabouts() = {};
    m_texts = std::make_unique<HostPiece>(*m_device, 2 * tokensOf(*m_request));
    m_executor = std::make_unique<DeviceExecutor>(*m_request, *m_device, m_lanes);
    m_clock = std::make_unique<DeviceClock>(*m_device, m_device->stream(0, StreamUse::Receive));
    m_wait.earliest = [this] { return m_timeline->earliest(); };
    m_timeline = std::make_unique<DeviceTimeline>(*m_request, *m_executor, *m_device, *m_clock, m_ledger);
}

std::uint64_t DeviceRun::samplesPerStep() const {
    return static_cast<std::uint64_t>(m_request->plan.schedule.microbatches) *
           static_cast<std::uint64_t>(m_request->model.batch);
}

/// The tokens and targets of a step's microbatches, to the ranks of the first and last stages.
void DeviceRun::loadTexts(std::uint64_t firstSample) {
    const std::int64_t all = tokensOf(*m_request);
    auto* const tokens = m_texts->as<std::uint8_t>();
    Samples samples;
    for (int microbatch = 0; microbatch < m_request->plan.schedule.microbatches; ++microbatch) {
        const auto before = static_cast<std::uint64_t>(microbatch) * static_cast<std::uint64_t>(m_request->model.batch);
        m_corpus->fill(samples, TextPart::Training, firstSample + before);
        const auto at = static_cast<std::ptrdiff_t>(samples.tokens.size()) * microbatch;
        std::ranges::copy(samples.tokens, tokens + at);
        std::ranges::copy(samples.targets, tokens + all + at);
    }
    for (const auto& lane : m_lanes)
        for (const auto& stage : lane->stages) {
            if (stage->shape().isFirst())
                m_device->copy(lane->memory.compute, lane->memory.tokens, tokens, all);
            if (stage->shape().isLast())
                m_device->copy(lane->memory.compute, lane->memory.targets, tokens + all, all);
        }
}

/// A whole step whose results nobody uses: after it the pools hold all that a step asks for, and the device has chosen
/// how it computes each product. The weights stay as they are.
void DeviceRun::warmUp() {
    loadTexts(0);
    m_executor->enqueue();
    enqueueReturns();
    awaitReturns();
}

/// Losses and squares, to the host.
void DeviceRun::enqueueReturns() {
    for (std::size_t rank = 0; rank < m_lanes.size(); ++rank) {
        whereabouts() = {.rank = static_cast<int>(rank), .op = {}};
        m_returns[rank]->enqueue();
    }
    whereabouts() = {};
}

void DeviceRun::awaitReturns() {
    for (const auto& returns : m_returns)
        m_wait.until([&] { return m_device->isDone(returns->done()); });
}

void DeviceRun::runStep(int step) {
    for (const auto& lane : m_lanes)
        lane->memory.pool.resetPeak();
    m_clock->align();
    m_timeline->beginStep(step);
    loadTexts(m_before.samples + static_cast<std::uint64_t>(step) * samplesPerStep());
    m_executor->enqueue();
    enqueueReturns();
    follow();
    poison(step);
    const Verdict verdict = judge(gather(step), m_request->optimizer.clip);
    const Update update{.norm = verdict.norm, .kind = verdict.kind};
    if (const std::optional<std::string> reason = m_soundness.afterVerdict(update))
        throw Failure{*reason};
    stepWeights(verdict);
    m_ledger.judge(step, update);
    report(step);
}

/// Says the blocks of a step while they are done, until all are.
void DeviceRun::follow() {
    m_wait.until([&] {
        if (m_timeline->look())
            m_wait.goOn();
        m_timeline->flush(false);
        return m_timeline->isWhole();
    });
    awaitReturns();
}

/// For tests of the optimizer.
void DeviceRun::poison(int step) {
    bool any = false;
    for (const Poison& each : m_request->poison)
        for (const auto& lane : m_lanes)
            for (std::size_t at = 0; each.step == step && at < lane->stages.size(); ++at) {
                lane->stages[at]->spoilGradient(each.tensor, static_cast<float>(each.factor));
                any = true;
            }
    if (!any)
        return;
    enqueueReturns();
    awaitReturns();
}

NormReport DeviceRun::gather(int step) {
    NormReport report{.step = step};
    for (const auto& returns : m_returns)
        merge(report.squares, returns->squares());
    return report;
}

void DeviceRun::stepWeights(const Verdict& verdict) {
    const bool steps = verdict.kind != UpdateKind::Skipped;
    m_updates += steps ? 1 : 0;
    for (std::size_t rank = 0; rank < m_lanes.size(); ++rank) {
        whereabouts() = {.rank = static_cast<int>(rank), .op = {}};
        const Stream stream = m_lanes[rank]->memory.compute;
        m_device->record(m_optimizer[rank].start, stream);
        m_device->enter("optimizer");
        for (std::size_t at = 0; steps && at < m_lanes[rank]->stages.size(); ++at)
            m_lanes[rank]->stages[at]->optimize(m_request->optimizer, m_updates, verdict.factor);
        m_device->leave();
        m_device->record(m_optimizer[rank].end, stream);
    }
    whereabouts() = {};
    for (const StepMarks& marks : m_optimizer)
        m_wait.until([&] { return m_device->isDone(marks.end); });
}

void DeviceRun::report(int step) {
    for (std::size_t rank = 0; rank < m_lanes.size(); ++rank)
        m_timeline->optimizer(static_cast<int>(rank), m_optimizer[rank].start, m_optimizer[rank].end);
    m_timeline->flush(true);
    for (std::size_t rank = 0; rank < m_lanes.size(); ++rank)
        m_ledger.end(static_cast<int>(rank), step,
                     {.step = step,
                      .end = m_timeline->when(m_optimizer[rank].end),
                      .peak = m_lanes[rank]->memory.pool.peak(),
                      .losses = m_returns[rank]->losses()});
}

void DeviceRun::sayReady() {
    const Peer own = self();
    const auto ranks = static_cast<std::size_t>(m_request->plan.schedule.ranks());
    m_reporter->post(ReadyEvent{.ranks = static_cast<int>(ranks),
                                .backend = m_request->backend,
                                .hosts = std::vector<std::string>(ranks, own.host),
                                .clockUncertainty = std::vector<Time>(ranks, 0),
                                .pids = std::vector<int>(ranks, own.pid),
                                .firstStep = static_cast<int>(m_before.steps)});
}

Progress DeviceRun::progressAfter(int done) const {
    return {.steps = m_before.steps + done,
            .updates = m_updates,
            .samples = m_before.samples + static_cast<std::uint64_t>(done) * samplesPerStep()};
}

/// What is done between two steps.
void DeviceRun::pauseAfter(int done) {
    const Validation& validation = m_request->validation;
    const bool isLast = done == m_request->steps;
    bool pauses = false;
    if (validation.share > 0 && (isLast || (validation.every > 0 && done % validation.every == 0))) {
        const double loss = DeviceProber(*m_request, *m_corpus, m_lanes).validationLoss();
        m_reporter->post(ValidationEvent{.step = done - 1, .loss = loss});
        pauses = true;
    }
    if (!m_request->save.empty() && (isLast || (m_request->saveEvery > 0 && done % m_request->saveEvery == 0))) {
        saveDeviceState(*m_request, *m_corpus, m_lanes, progressAfter(done));
        m_saved = done;
        m_reporter->post(CheckpointEvent{.step = done - 1, .folder = m_request->save});
        pauses = true;
    }
    if (!pauses)
        return;
    m_ledger.beginSeries();
    m_timeline->restart(now());
}

/// After the last step, also when the parent wanted no more.
void DeviceRun::finish(int done) {
    if (!m_request->save.empty() && m_saved < done) {
        saveDeviceState(*m_request, *m_corpus, m_lanes, progressAfter(done));
        m_reporter->post(CheckpointEvent{.step = done - 1, .folder = m_request->save});
    }
    if (done == m_request->steps && m_request->sample.characters > 0)
        m_reporter->post(SampleEvent{.text = DeviceProber(*m_request, *m_corpus, m_lanes).write()});
    sayHashes();
}

void DeviceRun::sayHashes() {
    std::vector<TensorHash> hashes;
    for (const auto& lane : m_lanes)
        for (std::size_t at = 0; at < lane->stages.size(); ++at) {
            DeviceStage& stage = *lane->stages[at];
            const std::vector<float> weights =
                readFloats(lane->memory, stage.state().weights(), stage.layout().count());
            const std::vector<float> gradients = readFloats(lane->memory, stage.gradient(), stage.layout().count());
            if (!std::ranges::all_of(weights, [](float weight) { return std::isfinite(weight); }))
                throw Failure{"the trained weights of stage " + std::to_string(lane->copies[at].stage) +
                              " are no numbers; a smaller learning rate may help"};
            for (const Parameter& parameter : stage.layout().parameters())
                hashes.push_back({.direction = lane->copies[at].direction,
                                  .number = parameter.number,
                                  .weights = hashOf(weights.data(), parameter),
                                  .gradients = hashOf(gradients.data(), parameter)});
        }
    DoneEvent done{.weightsHash = hashOfModel(hashes, &TensorHash::weights),
                   .gradientsHash = hashOfModel(hashes, &TensorHash::gradients),
                   .cancelled = m_cancelled};
    if (done.weightsHash.empty() || done.gradientsHash.empty())
        throw Failure{"the two copies of a stage have come apart"};
    m_reporter->post(std::move(done));
}

void DeviceRun::probe() {
    m_reporter->post(ProbeEvent{.stages = deviceStageBytes(*m_request),
                                .links = LaneProbe(*m_request, *m_device, m_lanes, m_wait).measure(),
                                .device = DeviceUse{.planned = m_budget.all(), .held = m_device->held()}});
}

void DeviceRun::run() {
    makeLanes();
    warmUp();
    if (!m_request->resume.empty())
        m_before = restoreDeviceState(*m_request, m_lanes);
    m_updates = static_cast<int>(m_before.updates);
    sayReady();
    if (m_request->probe)
        probe();
    m_ledger.beginSeries();
    m_timeline->restart(now());
    int step = 0;
    while (step < m_request->steps && !m_cancelled) {
        runStep(step);
        ++step;
        pauseAfter(step);
        m_cancelled = m_switches->cancel && step < m_request->steps;
    }
    finish(step);
}

} // namespace

bool runOnDevice(const RunRequest& request, const Corpus& corpus, Device& device, Reporter& reporter,
                 const Switches& switches) {
    whereabouts() = {};
    const auto give = [&](const std::string& reason) {
        reporter.postFailure({.rank = whereabouts().rank, .op = whereabouts().op, .reason = reason});
        whereabouts() = {};
        return false;
    };
    try {
        DeviceRun(request, corpus, device, reporter, switches).run();
        return true;
    } catch (const std::bad_alloc&) {
        return give("there is not enough memory for this model");
    } catch (const Failure& failure) {
        return give(failure.what());
    }
}

} // namespace lanewright::engine
