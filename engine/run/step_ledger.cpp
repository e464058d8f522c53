// SPDX-License-Identifier: Apache-2.0
#include "engine/run/step_ledger.h"

#include "core/base/take_last.h"

#include "engine/ranks/recorder.h"

#include <algorithm>
#include <cassert>

namespace lanewright::engine {

namespace {

void shift(std::vector<Span>& spans, Time start) {
    for (Span& span : spans) {
        span.start -= start;
        span.end -= start;
    }
}

} // namespace

void StepLedger::beginSeries() { m_series = m_end; }

StepLedger::Page& StepLedger::page(int step) {
    Page& found = m_pages[step];
    found.reports.resize(m_ranks);
    return found;
}

void StepLedger::begin(int step, Time at) {
    Page& open = page(step);
    open.start = open.begun == 0 ? at : std::min(open.start, at);
    if (++open.begun < m_ranks)
        return;
    for (SpansEvent& spans : open.spans) {
        postSpans(spans, open.start);
        m_blanks.push_back(std::move(spans));
    }
    open.spans.clear();
}

void StepLedger::addSpans(SpansEvent& spans) {
    assert(spans.step >= m_complete);
    Page& open = page(spans.step);
    if (open.begun == m_ranks)
        return postSpans(spans, open.start);
    if (m_blanks.empty())
        Recorder::makeRoom(m_blanks.emplace_back());
    SpansEvent kept = takeLast(m_blanks);
    std::swap(kept, spans);
    open.spans.push_back(std::move(kept));
}

void StepLedger::postSpans(SpansEvent& spans, Time start) {
    shift(spans.wall, start);
    shift(spans.virtualTime, start);
    for (Activity& activity : spans.others) {
        activity.start -= start;
        activity.end -= start;
    }
    onSpans(spans);
}

void StepLedger::addKernels(KernelsEvent kernels) { page(kernels.step).kernels.push_back(std::move(kernels)); }

void StepLedger::postKernels(Page& page) {
    for (KernelsEvent& kernels : page.kernels) {
        for (Kernel& kernel : kernels.lane.kernels) {
            kernel.start -= page.start;
            kernel.end -= page.start;
        }
        onKernels(std::move(kernels));
    }
}

void StepLedger::end(int rank, int step, StepReport report) {
    Page& open = page(step);
    open.reports[rank] = std::move(report);
    ++open.ended;
    closeIfWhole();
}

void StepLedger::decide(int step, const Update& update) {
    page(step).update = update;
    closeIfWhole();
}

std::optional<int> StepLedger::missing(int step) const {
    const auto found = m_pages.find(step);
    if (found == m_pages.end())
        return step < m_complete ? std::nullopt : std::optional(0);
    for (int rank = 0; rank < m_ranks; ++rank)
        if (!found->second.reports[rank])
            return rank;
    return {};
}

void StepLedger::closeIfWhole() {
    for (auto next = m_pages.begin(); next != m_pages.end() && next->first == m_complete; next = m_pages.begin()) {
        Page& whole = next->second;
        if (whole.ended < m_ranks || !whole.update)
            return;
        postKernels(whole);
        std::vector<StepReport> reports;
        Time last = 0;
        StepEvent event{.step = next->first, .start = m_series + whole.start, .update = *whole.update};
        for (const auto& report : whole.reports) {
            reports.push_back(*report);
            last = std::max(last, report->end);
            event.peakActivations.push_back(report->peak);
        }
        event.loss = meanLoss(reports, m_tokens);
        event.length = last - whole.start;
        m_end = std::max(m_end, m_series + last);
        m_pages.erase(next);
        ++m_complete;
        onStep(std::move(event), reports);
    }
}

} // namespace lanewright::engine
