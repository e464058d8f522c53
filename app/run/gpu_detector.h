// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/protocol/capabilities.h"

#include <QObject>
#include <QString>

#include <optional>
#include <thread>

namespace lanewright::app {

/// Asks the engine on a worker thread for the GPUs of this machine, and remembers its answer.
class GpuDetector : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// Asks, unless it is at it. What is known stays known meanwhile.
    void detect();

    bool isDetecting() const { return m_detecting; }
    /// What the engine said last; none before it has answered, or when it could not be asked.
    const std::optional<CapabilityReport>& report() const { return m_report; }
    /// Why there is no GPU to run on; empty: there is one, or nobody has looked.
    QString reason() const;
    /// What stands in the way of runs on several GPUs, a sentence each.
    QStringList remarks() const;

Q_SIGNALS:
    void changed();

private:
    bool m_detecting = false;
    std::optional<CapabilityReport> m_report;
    QString m_failure;     ///< why the engine could not be asked
    std::jthread m_worker; ///< last, so that it has ended before anything that it speaks to goes
};

} // namespace lanewright::app
