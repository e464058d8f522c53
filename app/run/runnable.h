// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/document/latest.h"
#include "core/edit/fixes.h"

#include <QObject>
#include <QTimer>

#include <optional>

namespace lanewright::app {

/// Whether the document's schedule can run, why not, and what would make it.
///
/// An order with errors is known at once. What only lowering refuses, and which change would help, another thread finds
/// out: until it has spoken, a schedule without errors counts as one that runs.
class Runnable : public QObject {
    Q_OBJECT

public:
    explicit Runnable(Document& document, QObject* parent = nullptr);

    bool canRun() const { return m_reason.isEmpty(); }
    /// Why it can't, as a sentence; empty: it can.
    QString reason() const { return m_reason; }
    /// The best single change that removes the reason; none: nobody knows one, or not yet.
    const std::optional<Fix>& fix() const { return m_fix; }
    /// Makes that change in the document, as one undo step.
    void applyFix();

Q_SIGNALS:
    void changed();

private:
    void follow();
    void tryLowering();
    void set(const QString& reason, std::optional<Fix> fix = {});

    Document& m_document;
    QString m_reason;
    std::optional<Fix> m_fix;
    QTimer m_wait; ///< so that keys that repeat do not wait for it
    Latest m_latest;
};

} // namespace lanewright::app
