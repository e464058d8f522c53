// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/client/torch.h"

#include <QObject>
#include <QString>

#include <optional>
#include <thread>

namespace lanewright::app {

/// Asks a Python of this machine on a worker thread for its PyTorch, and remembers its answer.
class TorchDetector : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// Asks that Python, the one that is found where none is named, unless it is at it; the latest name wins. What is
    /// known of the same Python stays known meanwhile.
    void detect(const QString& python = {});

    /// The Python that was asked last, as it was named.
    const QString& python() const { return m_python; }
    bool isDetecting() const { return m_detecting; }
    /// What the Python said, where it has a PyTorch that can run pipelines; none: it has not, or nobody has asked.
    const std::optional<TorchReport>& report() const { return m_report; }
    /// Why there is none; empty: there is one, or nobody has looked.
    QString reason() const { return m_reason; }

Q_SIGNALS:
    void changed();

private:
    void take(const QString& python, const Result<TorchReport>& answer);

    QString m_python;
    bool m_detecting = false;
    std::optional<TorchReport> m_report;
    QString m_reason;
    std::jthread m_worker; ///< last, so that it has ended before anything that it speaks to goes
};

} // namespace lanewright::app
