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
            QMetaObject::invokeMethod(
                this, [this, python, answer] { take(python, *answer); }, Qt::QueuedConnection);
    });
}

void TorchDetector::take(const QString& python, const Result<TorchReport>& answer) {
    if (python != m_python)
        return; // it had answered when another was named
    m_detecting = false;
    m_report = answer && !answer->version.empty() ? std::optional(*answer) : std::nullopt;
    m_reason = !answer ? translated(answer.error().message) : m_report ? QString() : plainLine(answer->reason);
    Q_EMIT changed();
}

} // namespace lanewright::app
