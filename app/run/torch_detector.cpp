// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/torch_detector.h"

#include "app/document/plain_text.h"
#include "app/document/translate.h"

#include <memory>

namespace lanewright::app {

TorchDetector::TorchDetector(QObject* parent) : QObject(parent) {}

TorchDetector::~TorchDetector() {
    m_worker.request_stop();
    if (m_worker.joinable())
        m_worker.join();
}

void TorchDetector::detect() {
    if (m_detecting)
        return;
    m_detecting = true;
    Q_EMIT changed();
    m_worker = std::jthread([this](const std::stop_token& stop) {
        auto answer = std::make_shared<Result<TorchReport>>(askTorch({}, stop));
        if (!stop.stop_requested())
            QMetaObject::invokeMethod(
                this, [this, answer] { take(*answer); }, Qt::QueuedConnection);
    });
}

void TorchDetector::take(const Result<TorchReport>& answer) {
    m_detecting = false;
    m_report = answer && !answer->version.empty() ? std::optional(*answer) : std::nullopt;
    m_reason = !answer ? translated(answer.error().message) : m_report ? QString() : plainLine(answer->reason);
    Q_EMIT changed();
}

} // namespace lanewright::app
