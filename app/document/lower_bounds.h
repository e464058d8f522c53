// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/document/latest.h"
#include "core/bounds/bounds.h"

#include <QObject>

#include <optional>
#include <vector>

namespace lanewright::app {

/// The lower bound of the iteration time of the document's problem: at once by quick bounds, then by the whole family
/// from a worker. An edit of the order alone leaves it as it is; a proof raises it.
class LowerBounds : public QObject {
    Q_OBJECT

public:
    explicit LowerBounds(Document& document, QObject* parent = nullptr);

    /// The largest that is known and that an order with these numbers does not disprove; none for a plan without stages
    /// or microbatches.
    std::optional<Bound> bestFor(const Analysis& analysis) const;
    /// What of these numbers is above the bound; none without a bound, and where the order is not valid: the bound
    /// speaks of others.
    std::optional<Avoidable> avoidableOf(const Analysis& analysis) const;
    /// The same of the numbers of an order of the problem that is valid.
    std::optional<Avoidable> avoidableOf(const Metrics& metrics) const;
    /// True once the whole family has spoken.
    bool isFull() const { return m_full; }

Q_SIGNALS:
    void changed();

private:
    void follow();
    void start();

    Document& m_document;
    Plan m_problem;                  ///< that the bound is of, without its order
    std::vector<Bound> m_known = {}; ///< the largest first
    bool m_full = false;
    Latest m_latest;
};

} // namespace lanewright::app
