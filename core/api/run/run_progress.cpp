// SPDX-License-Identifier: Apache-2.0
#include "core/api/run/run_progress.h"

#include "core/api/table.h"
#include "core/base/printed.h"
#include "core/model/sample_tokens.h"

#include <array>
#include <cmath>
#include <utility>

namespace lanewright::api {

double tokensPerSecond(const RunRequest& request, Time length) {
    const auto tokens = static_cast<double>(tokensPerStep(request.model, request.plan));
    return length > 0 ? tokens * 1e9 / static_cast<double>(length) : 0;
}

RunProgress::RunProgress(const RunRequest& request, std::function<void(const std::string&)> say)
    : m_request(request), m_say(std::move(say)) {}

RunProgress::~RunProgress() { say(""); }

void RunProgress::show(const Event& event) {
    if (const auto* ready = std::get_if<ReadyEvent>(&event)) {
        m_before = ready->firstStep;
        say(std::to_string(ready->ranks) + " ranks are ready" +
            (m_before > 0 ? ", after " + std::to_string(m_before) + " steps of training before" : ""));
    }
    if (const auto* validation = std::get_if<ValidationEvent>(&event)) {
        m_validation = validation->loss;
        m_validated = true;
    }
    if (const auto* step = std::get_if<StepEvent>(&event)) {
        if (step->step == 0)
            m_first = Clock::now();
        say(lineAfter(*step, Clock::now() - m_first));
    }
}

std::string RunProgress::lineAfter(const StepEvent& step, std::chrono::duration<double> passed) {
    // Steps may overlap, so their rate is that of their ends.
    const Time end = step.start + step.length;
    const Time each = step.step > 0 ? end - m_lastEnd : step.length;
    m_lastEnd = end;
    std::string line =
        printed("%d of %d steps, loss %.4f", m_before + step.step + 1, m_before + m_request.steps, step.loss);
    if (m_validated)
        line += printed(", validation %.4f", m_validation);
    line += printed(", %.0f tokens/s%s", tokensPerSecond(m_request, each), m_request.paced ? " (paced)" : "");
    if (step.update.kind == UpdateKind::Skipped)
        line += ", update skipped";
    const int left = m_request.steps - step.step - 1;
    // The mean over all steps but the first, which warms up, with all pauses between them.
    if (left > 0 && step.step > 0)
        line += ", " + durationText(passed.count() / step.step * left) + " left";
    return line;
}

} // namespace lanewright::api
