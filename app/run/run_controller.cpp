// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/run_controller.h"

#include "app/document/call_later.h"
#include "app/document/numbers.h"
#include "app/document/plain_text.h"
#include "app/document/translate.h"
#include "app/document/translate_error.h"
#include "core/client/rank_places.h"
#include "core/client/torch.h"
#include "core/model/sample_tokens.h"

#include <memory>
#include <utility>

namespace lanewright::app {
namespace {

constexpr int kPulseMs = 100;
constexpr std::size_t kShownSteps = 2; ///< so many of the latest are shown while the run goes on

Result<RunRequest> requestOf(const Plan& plan, const RunSettings& settings) {
    Plan wanted = plan;
    wanted.model = fittedTo(settings.model, plan.schedule.stages());
    Result<RunRequest> request = requestFor(wanted);
    if (!request)
        return request;
    request->backend = settings.backend.toStdString();
    if (settings.isOnGpus() && settings.gpu != RunSettings::kAllGpus)
        request->gpus = {settings.gpu};
    request->traceKernels = settings.traceKernels && settings.isOnGpus();
    request->paced = settings.isPaced();
    request->steps = settings.steps;
    request->threads = settings.threads;
    request->precision = settings.precision;
    request->optimizer.mode = settings.optimizer;
    request->data = settings.data.toStdString();
    if (!settings.isOnTorch())
        return request;
    // The panel offers neither there.
    request->precision = Precision::Fp32;
    request->optimizer.mode = OptimizerMode::Synchronous;
    const Result<Done> checked = checkForTorch(*request);
    return checked ? request : Result<RunRequest>{checked.error()};
}

} // namespace

RunController::RunController(Document& document, QObject* parent) : QObject(parent), m_document(document) {
    m_pulse.setInterval(kPulseMs);
    connect(&m_pulse, &QTimer::timeout, this, &RunController::drain);
}

void RunController::start(const RunSettings& settings) {
    if (isActive())
        return;
    m_failure.clear();
    m_settings = settings;
    m_begun = false;
    m_stopped = false;
    m_builder.reset();
    m_request.reset();
    m_progress = {.ranks = m_document.schedule().ranks(), .steps = settings.steps, .paced = settings.isPaced()};
    m_now = std::stop_source();
    LaunchOptions options{.inProcess = settings.inProcess && !settings.isOnGpus(),
                          .launcher = settings.launcher.toStdString(),
                          .python = settings.python.toStdString(),
                          .now = m_now.get_token(),
                          .onLaunch = [this](const Launch& launch) {
                              callLater(this, [this, kind = plainLine(launch.kind)] {
                                  m_progress.launcher = kind;
                                  Q_EMIT progressed();
                              });
                          }};
    if (m_worker.joinable())
        m_worker.join();
    m_lowered.reset();
    m_waiting.clear();
    setState(State::Starting);
    m_pulse.start();
    m_worker = std::jthread([this, plan = m_document.plan(), settings, options](const std::stop_token& stop) {
        work(plan, settings, options, stop);
    });
}

void RunController::work(const Plan& plan, const RunSettings& settings, const LaunchOptions& options,
                         const std::stop_token& stop) {
    Result<RunRequest> lowered = requestOf(plan, settings);
    if (!lowered) {
        callLater(this, [this, error = lowered.error()] {
            m_pulse.stop();
            m_worker.join();
            m_progress = {};
            fail(translated(error));
            setState(State::Idle);
            Q_EMIT finished();
        });
        return;
    }
    const auto request = std::make_shared<const RunRequest>(*std::move(lowered));
    {
        const std::scoped_lock lock(m_mutex);
        m_lowered = request;
    }
    const auto onEvent = [this](const Event& event) {
        const std::scoped_lock lock(m_mutex);
        m_waiting.push_back(event);
    };
    auto outcome = std::make_shared<RunOutcome>(runEngine(*request, options, stop, onEvent));
    callLater(this, [this, outcome] { end(std::move(*outcome)); });
}

void RunController::stop() {
    if (m_state == State::Stopping)
        m_now.request_stop();
    if (!isActive() || m_state == State::Stopping)
        return;
    m_worker.request_stop();
    setState(State::Stopping);
}

void RunController::setState(State state) {
    m_state = state;
    Q_EMIT stateChanged();
}

void RunController::drain() {
    std::vector<Event> events;
    std::shared_ptr<const RunRequest> lowered;
    {
        const std::scoped_lock lock(m_mutex);
        events.swap(m_waiting);
        lowered = std::exchange(m_lowered, nullptr);
    }
    if (lowered) {
        m_begun = true;
        m_request = std::move(lowered);
        m_builder.emplace(*m_request, m_progress.launcher.toStdString(), kShownSteps);
        m_tokensPerStep = static_cast<double>(tokensPerStep(m_request->model, m_request->plan));
    }
    if (events.empty())
        return;
    for (const Event& event : events)
        take(event);
    if (std::exchange(m_dirty, false))
        m_document.setRunSoFar(std::make_shared<const Run>(m_builder->latest()));
    Q_EMIT progressed();
}

void RunController::take(const Event& event) {
    // What is wrong with an event ends the run, in words, where the engine is followed.
    static_cast<void>(m_builder->add(event));
    if (std::holds_alternative<SpansEvent>(event))
        m_dirty = true;
    if (const auto* hello = std::get_if<HelloEvent>(&event))
        Q_EMIT logged(tr("Engine %1 started (%2).").arg(plainLine(hello->engine), m_progress.launcher));
    if (const auto* ready = std::get_if<ReadyEvent>(&event)) {
        if (m_state == State::Starting)
            setState(State::Running);
        Q_EMIT logged(tr("All %1 ranks are ready, backend %2.").arg(ready->ranks).arg(plainLine(ready->backend)));
        for (const Message& place : rankPlaces(*ready))
            Q_EMIT logged(translated(place));
    }
    if (const auto* step = std::get_if<StepEvent>(&event)) {
        m_progress.step = step->step + 1;
        m_progress.losses.push_back(step->loss);
        m_progress.tokensPerSecond = step->length > 0 ? m_tokensPerStep * 1e9 / static_cast<double>(step->length) : 0;
        Q_EMIT logged(tr("Step %1: loss %2, %3 ms.")
                          .arg(QString::number(step->step), decimalText(step->loss, 4),
                               decimalText(static_cast<double>(step->length) / 1e6, 2)));
    }
}

void RunController::end(RunOutcome outcome) {
    drain();
    m_pulse.stop();
    m_worker.join();
    m_stopped = outcome.cancelled && !outcome.error;
    if (!outcome.run.steps.empty())
        m_document.setRun(std::make_shared<const Run>(std::move(outcome.run)));
    if (outcome.error)
        fail(translated(*outcome.error));
    else
        Q_EMIT logged(m_stopped ? tr("Stopped after %1 of %2 steps.").arg(m_progress.step).arg(m_progress.steps)
                                : tr("Done."));
    setState(State::Idle);
    Q_EMIT finished();
}

void RunController::fail(const QString& sentence) {
    m_failure = sentence;
    Q_EMIT logged(sentence);
}

} // namespace lanewright::app
