// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/model/plan.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lanewright::app {

class Document;

/// The states with a name before and after a step of the history; two equal lists are no step. What was named or
/// renamed beside the step stays as it is when the step is undone or done again.
struct VariantStep {
    std::vector<Variant> before = {};
    std::vector<Variant> after = {};

    void undo(Document& document) const;
    void redo(Document& document) const;
};

/// The name, with a number behind it where one of them has it: "W early 2".
std::string freeNameLike(const std::string& name, const std::vector<Variant>& variants);

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
    QString name(int index) const { return QString::fromStdString(m_document.variants()[index].name); }
    /// What it is as a schedule; null while its order does not fit the ranks, stages or microbatches of the plan.
    std::shared_ptr<const Plan> plan(int index) const { return m_plans[index]; }
    /// Says which of them do not fit; empty: all do.
    Message misfits() const;
    /// The one whose order is the present one; none where that has no name.
    std::optional<int> present() const { return indexOf(m_document.plan()); }
    /// The same of the order of a plan.
    std::optional<int> indexOf(const Plan& plan) const;
    /// A name that none has yet: "Variant 3".
    QString freeName() const;

    /// Gives the present order a name, which it may have already. Fails without a name, with that of another order, and
    /// where there is no order yet.
    Result<Done> keep(const QString& name);
    /// The same of a plan that is not the present one. Fails, too, where that is of another problem: it has other
    /// costs, limits or another shape, and the file of the present one can't hold it.
    Result<Done> keep(const QString& name, const Plan& plan);
    /// The same under a name that no person chose: the one that the order has already, or this one, with a number where
    /// it is taken. Gives the name.
    Result<QString> keepLike(const QString& name, const Plan& plan);
    /// Fails without a name, and with that of another variant.
    Result<Done> rename(int index, const QString& name);
    /// What somebody writes about it; on one line.
    void setNote(int index, const QString& note);
    QString note(int index) const { return QString::fromStdString(m_document.variants()[index].note); }
    /// One undo step.
    void remove(int index);
    /// Makes its order the document's, as one undo step; one that does not fit stays where it is.
    void goTo(int index);

Q_SIGNALS:
    /// Which there are, their names, or what they take since the problem is another.
    void changed();

private:
    /// The variant of that name; none where there is none.
    std::optional<int> named(const QString& name) const;
    /// The name without the blanks around it. Fails without one, and with that of a variant that is not the one at
    /// `index`.
    Result<std::string> checkedName(const QString& name, std::optional<int> index) const;
    void follow();
    void followProblem();

    Document& m_document;
    std::shared_ptr<const Plan> m_problem; ///< whose orders `m_plans` are
    std::vector<std::shared_ptr<const Plan>> m_plans;
};

} // namespace lanewright::app
