// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/model/plan.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace lanewright::app {

class Document;

/// What is done with the named states of the open schedule, which the document saves into its file: orders of its
/// problem, with the costs that it has at present. They are snapshots as the history's are, but undoing, or editing on
/// after an undo, does not lose them.
///
/// No two have the same name, and none is empty.
class Variants : public QObject {
    Q_OBJECT

public:
    explicit Variants(Document& document, QObject* parent = nullptr);

    int count() const { return static_cast<int>(m_plans.size()); }
    QString name(int index) const;
    /// What it is as a schedule; null while its order does not fit the ranks, stages or microbatches of the plan.
    std::shared_ptr<const Plan> plan(int index) const { return m_plans[index]; }
    /// Says which of them do not fit; empty: all do.
    Message misfits() const;
    /// The one whose order is the present one; none where that has no name.
    std::optional<int> present() const;
    /// A name that none has yet: "Variant 3".
    QString freeName() const;

    /// Gives the present order a name. A variant of that name takes it instead of its own. Fails without a name, and
    /// where there is no order yet.
    Result<Done> keep(const QString& name);
    /// The same of a plan that is not the present one. Fails, too, where that is of another problem: it has other
    /// costs, limits or another shape, and the file of the present one can't hold it.
    Result<Done> keep(const QString& name, const Plan& plan);
    /// The variant of that name; none where there is none.
    std::optional<int> named(const QString& name) const;
    /// Fails without a name, and with that of another variant.
    Result<Done> rename(int index, const QString& name);
    void remove(int index);
    /// Makes its order the document's, as one undo step; one that does not fit stays where it is.
    void goTo(int index);

Q_SIGNALS:
    /// Which there are, their names, or what they take since the problem is another.
    void changed();

private:
    void follow();
    void followProblem();

    Document& m_document;
    std::shared_ptr<const Plan> m_problem; ///< whose orders `m_plans` are
    std::vector<std::shared_ptr<const Plan>> m_plans;
};

} // namespace lanewright::app
