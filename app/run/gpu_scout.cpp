// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/gpu_scout.h"

#include "app/document/said.h"
#include "core/client/engine_client.h"

#include <memory>

namespace lanewright::app {

GpuScout::GpuScout(QObject* parent) : QObject(parent) {}

GpuScout::~GpuScout() {
    m_worker.request_stop();
    if (m_worker.joinable())
        m_worker.join();
}

void GpuScout::look() {
    if (m_looking)
        return;
    m_looking = true;
    Q_EMIT changed();
    m_worker = std::jthread([this](const std::stop_token& stop) {
        auto answer = std::make_shared<Result<CapabilityReport>>(askEngine({}, true, stop));
        if (!stop.stop_requested())
            QMetaObject::invokeMethod(
                this, [this, answer] { take(*answer); }, Qt::QueuedConnection);
    });
}

void GpuScout::take(const Result<CapabilityReport>& answer) {
    m_looking = false;
    m_report = answer ? std::optional(*answer) : std::nullopt;
    m_failure = answer ? QString() : said(answer.error().message);
    Q_EMIT changed();
}

QString GpuScout::reason() const {
    if (!m_report)
        return m_failure;
    if (!m_report->gpus.empty())
        return {};
    const Message reason = m_report->reasonFor("cuda");
    return reason.empty() ? tr("The engine says nothing of GPUs.") : said(reason);
}

QStringList GpuScout::remarks() const {
    QStringList remarks;
    if (m_report)
        for (const Message& remark : remarksOn(*m_report))
            remarks << said(remark);
    return remarks;
}

} // namespace lanewright::app
