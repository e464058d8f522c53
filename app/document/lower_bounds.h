// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/document/latest.h"
#include "core/bounds/bounds.h"

#include <QObject>

#include <optional>

namespace lanewright::app {

/// The lower bound of the iteration time of the document's problem: at once by quick bounds, then by the whole family
/// from a worker. An edit of the order alone leaves it as it is; a proof raises it.
class LowerBounds : public QObject {
    Q_OBJECT

public:
    explicit LowerBounds(Document& document, QObject* parent = nullptr);

    /// The largest that is known; none for a plan without stages or microbatches.
    const std::optional<Bound>& best() const { return m_best; }
    /// What of these numbers is above the bound; none without a bound, and where the order is not valid: the bound
    /// speaks of others.
    std::optional<Avoidable> avoidableOf(const Analysis& analysis) const;
    /// True once the whole family has spoken.
    bool isFull() const { return m_full; }

Q_SIGNALS:
    void changed();

private:
    void follow();
    void start();

    Document& m_document;
    Plan m_problem; ///< that the bound is of, without its order
    std::optional<Bound> m_best;
    bool m_full = false;
    Latest m_latest;
};

} // namespace lanewright::app
