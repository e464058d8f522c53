// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/gpu_detector.h"

#include "app/document/call_later.h"
#include "app/document/translate.h"
#include "core/client/engine_client.h"

#include <memory>

namespace lanewright::app {

void GpuDetector::detect() {
    if (m_detecting)
        return;
    m_detecting = true;
    Q_EMIT changed();
    m_worker = std::jthread([this](const std::stop_token& stop) {
        auto answer = std::make_shared<Result<CapabilityReport>>(askEngine({}, true, stop));
        if (!stop.stop_requested())
            callLater(this, [this, answer] {
                m_detecting = false;
                m_report = *answer ? std::optional(**answer) : std::nullopt;
                m_failure = *answer ? QString() : translated(answer->error().message);
                Q_EMIT changed();
            });
    });
}

QString GpuDetector::reason() const {
    if (!m_report)
        return m_failure;
    if (!m_report->gpus.empty())
        return {};
    const Message reason = m_report->reasonFor("cuda");
    return reason.empty() ? tr("The engine says nothing of GPUs.") : translated(reason);
}

QStringList GpuDetector::remarks() const {
    QStringList remarks;
    if (m_report)
        for (const Message& remark : remarksOn(*m_report))
            remarks << translated(remark);
    return remarks;
}

} // namespace lanewright::app
