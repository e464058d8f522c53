// SPDX-License-Identifier: Apache-2.0
#include "engine/cpu/lane.h"

#include "core/base/decimal.h"

#include "engine/cpu/fault.h"
#include "engine/cpu/gradient_exchange.h"
#include "engine/device/clock.h"
#include "engine/device/failure.h"
#include "engine/device/whereabouts.h"
#include "engine/ranks/failed_elsewhere.h"
#include "engine/ranks/link_timing.h"
#include "engine/ranks/timeout.h"
#include "engine/run/planned_memory.h"

#include <cstdlib>
#include <exception>
#include <new>
#include <optional>

namespace lanewright::engine {

namespace {

/// Tells all others that the parent knows, so that none reports that this process has ended.
void tellOthers(Channel& channel, const FailedEvent& event) {
    try {
        for (int peer = 0; peer < channel.ranks(); ++peer)
            if (peer != channel.rank())
                channel.send(peer, MessageKind::Failed, packed(event).take());
        channel.progress();
    } catch (const Failure&) {
        return; // the run ends all the same
    }
}

/// Reports the failure, on whichever way is open, and ends all ranks. Does not return.
void endAllRanks(Channel& channel, Reporter* reporter, const FailedEvent& event, bool mayTalk) {
    if (reporter != nullptr) {
        if (reporter->postFailure(event))
            reporter->flush(2 * kSecond);
        else
            sleepUntil(now() + 10 * kSecond); // another thread of this process is ending the run
        if (mayTalk)
            tellOthers(channel, event);
        channel.abort();
    }
    if (mayTalk) {
        // Rank 0 reports it and ends all ranks, this one too; only when it can't, this rank speaks for itself.
        channel.send(0, MessageKind::Failed, packed(event).take());
        for (const Time end = now() + 2 * kSecond; now() < end; sleepUntil(now() + 1'000'000))
            channel.progress();
    }
    sayAlone(event);
    channel.abort();
}

/// Waits to be ended by the launcher, which rank 0 has told.
[[noreturn]] void awaitEnd(const StopFlags& stopFlags) {
    for (const Time end = now() + 10 * kSecond; now() < end && stopFlags.signal == 0;)
        sleepUntil(now() + 1'000'000);
    std::_Exit(1);
}

} // namespace

Lane::Lane(const RunRequest& request, const Corpus& corpus, Channel& channel, Reporter* reporter,
           const StopFlags& stopFlags)
    : ProcessLoop(request, eachAlone(channel.ranks()), channel, reporter, stopFlags,
                  [&request](const auto& positions, int from, const auto& complaint) {
                      return diagnose(request, positions, from, complaint);
                  }),
      m_rank(channel.rank()), m_recorder(m_rank, request.paced, nullptr), m_stages(stagesOf(request, m_rank, corpus)),
      m_optimizer(request, m_rank, channel.ranks(), *m_stages, m_inbox, m_recorder),
      m_executor(request, m_rank, channel, *m_stages, m_waiter, m_recorder),
      m_watchdog(timeoutFor(request), [this](int instruction) { reportHang(instruction); }) {
    host(corpus, *m_stages);
    if (request.spans)
        m_recorder = Recorder(m_rank, request.paced, [this](SpansEvent& batch) { m_inbox.sendSpans(batch); });
    listen();
}

void Lane::listen() {
    m_waiter.watch = [this] { watch(); };
    m_waiter.tidy = [this] { m_recorder.flushIfDue(false); };
    m_waiter.sign = [this](Time present) { m_watchdog.sign(present); };
    m_executor.onInstruction = [this](int instruction) { m_watchdog.at(instruction); };
    m_executor.settle = [this](Time free) { return m_optimizer.settle(free); };
    m_executor.onBegin = [this](int step, Time at) {
        const Aside aside;
        m_inbox.send(0, MessageKind::Begun, std::move(Packer().put(step).put(at)));
    };
    m_executor.isChecked = [this] { return m_optimizer.isDecided(); };
    m_optimizer.onDecision = [this](int step, const Update& update) {
        if (m_coordinator)
            m_coordinator->decide(step, update);
    };
}

void Lane::prepare() {
    m_stages->warmUp();
    introduce(self());
}

void Lane::restart(Time origin) {
    m_executor.restart(origin);
    m_optimizer.restart(origin);
}

void Lane::runStep(int step) {
    m_watchdog.at(-1);
    m_executor.run(step, firstSampleOf(step), {.isOpen = m_optimizer.isOpen(), .rolledBack = m_optimizer.rolledBack()});
    exchangeGradients(m_request->plan.schedule.placement, m_rank, *m_stages, m_inbox, step);
    m_stages->endGradients();
    m_executor.resume(m_optimizer.step(step, m_executor.standing(), pausesAfter(step)));
    // Nothing more is to be said of a step once its end has been reported.
    if (m_optimizer.pauses())
        m_optimizer.settle(m_executor.free());
    report(step);
}

/// Measures the links that this rank sends values over, while all others do.
void Lane::timeLinks() {
    const Sizes sizes(m_request->model);
    const std::vector<int> receivers = receiversIn(m_request->programs[m_rank]);
    const Bytes value = sizes.boundary() * static_cast<Bytes>(sizeof(float));
    m_inbox.send(0, MessageKind::Trips, packed(measureLinks(m_inbox, m_rank, receivers, value)));
    if (m_coordinator)
        m_coordinator->reportLinks(stageBytes(*m_request));
}

void Lane::report(int step) {
    StepReport report{.rank = m_rank,
                      .step = step,
                      .end = m_executor.sinceStart(),
                      .peak = m_stages->memory().pool.peak(),
                      .backwards = m_executor.backwards()};
    for (const auto& stage : m_stages->all()) {
        if (!stage->shape().isLast())
            continue;
        for (const int microbatch : stage->microbatches())
            report.losses.push_back({microbatch, stage->loss(microbatch)});
    }
    m_recorder.flush();
    m_inbox.send(0, MessageKind::StepEnd, packed(report));
}

void Lane::reportHang(int instruction) const {
    const std::vector<Instruction>& code = m_request->programs[m_rank].code;
    FailedEvent event{.rank = m_rank,
                      .op = {},
                      .reason = say(phrase("engine", "the rank has not moved for more than %1 s"),
                                    decimalFromTicks(timeoutFor(*m_request), kSecond))};
    if (instruction >= 0 && instruction < static_cast<int>(code.size()) && code[instruction].act == Act::Run)
        event.op = code[instruction].block.op;
    // This is not the thread that may talk to the other ranks; their launcher ends them when it loses this one.
    endProcessBy(event, m_reporter);
}

/// Looks after the process's surroundings: a parent that is gone, a signal, other ranks.
void Lane::watch() {
    if (m_stopFlags->parentGone)
        m_channel->abort();
    checkPeers();
    if (const int signal = m_stopFlags->signal)
        std::_Exit(128 + signal);
}

void runLane(const RunRequest& request, const Corpus& corpus, Channel& channel, Reporter* reporter,
             const StopFlags& stopFlags) {
    sharpenTimer();
    whereabouts() = {.rank = channel.rank(), .op = {}};
    const auto fail = [&](const Message& reason, bool mayTalk) {
        endAllRanks(channel, reporter, {.rank = whereabouts().rank, .op = whereabouts().op, .reason = reason}, mayTalk);
    };
    // Outlives its failure, since values that others have sent still come into its memory.
    std::optional<Lane> lane;
    try {
        lane.emplace(request, corpus, channel, reporter, stopFlags);
        lane->run();
    } catch (const FailedElsewhere& failed) {
        if (reporter == nullptr) // rank 0 has reported it and ends all
            awaitEnd(stopFlags);
        reporter->postFailure(failed.event());
        reporter->flush(2 * kSecond);
        tellOthers(channel, failed.event());
        channel.abort();
    } catch (const Failure& failure) {
        fail(failure.reason(), failure.mayTalk());
    } catch (const std::bad_alloc&) {
        fail(say(phrase("engine", "there is not enough memory for this model")), true);
    } catch (const std::exception& error) {
        fail(say(phrase("engine", "a library gave up: %1"), error.what()), true);
    }
}

} // namespace lanewright::engine
