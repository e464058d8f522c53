// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/torch_detector.h"

#include "app/document/call_later.h"
#include "app/document/plain_text.h"
#include "app/document/translate.h"

#include <memory>

namespace lanewright::app {

void TorchDetector::detect(const QString& python) {
    const bool isOther = python != m_python;
    if (m_detecting && !isOther)
        return;
    if (isOther) {
        m_report.reset();
        m_reason.clear();
    }
    m_python = python;
    m_detecting = true;
    Q_EMIT changed();
    // The one before is told to stop, and waited for, as the new one takes its place.
    m_worker = std::jthread([this, python](const std::stop_token& stop) {
        auto answer = std::make_shared<Result<TorchReport>>(askTorch(python.toStdString(), stop));
        if (!stop.stop_requested())
            callLater(this, [this, python, answer] { take(python, *answer); });
    });
}

void TorchDetector::take(const QString& python, const Result<TorchReport>& answer) {
    if (python != m_python)
        return; // it had answered when another was named
    m_detecting = false;
    const bool can = answer && !answer->version.empty();
    m_report = can ? std::optional(*answer) : std::nullopt;
    m_reason = !answer ? translated(answer.error().message) : can ? QString() : plainLine(answer->reason);
    Q_EMIT changed();
}

} // namespace lanewright::app
