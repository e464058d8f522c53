// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/model/plan.h"
#include "core/model/run.h"

#include <QLineEdit>
#include <QString>

#include <memory>
#include <string>
#include <vector>

class QStringListModel;

namespace lanewright::app {

/// What can be laid beside other plans: what a generator makes, or what an open window shows or a file holds.
struct PlanOffer {
    QString title = {};
    /// Empty: no generator makes the plan. Of a plan that one makes, for other numbers of microbatches.
    std::string generator = {};
    std::shared_ptr<const Plan> plan = {}; ///< null: it is made
    std::shared_ptr<const Run> run = {};   ///< the window's or file's; null: none
};

/// The open windows with an order, by the titles of their schedules, then all generators.
std::vector<PlanOffer> planOffers();

/// What a file holds, by the title of its schedule. Fails as its reader does, and where no order is in it.
Result<PlanOffer> offerIn(const QString& path);
/// A plan's offer with the generator that makes exactly its order, where there is one, and under its title unless a
/// person gave another.
PlanOffer recognised(PlanOffer offer);

/// The plan of the offer; or what its generator makes of that plan's problem, else of the problem of `base`, with so
/// many microbatches and without its limits, which belong to the order that it has. Microbatches are equal where there
/// is another number of them. A plan that no generator makes stays as it is.
Result<Plan> offeredPlan(const PlanOffer& offer, const Plan& base, int microbatches);

/// What sets the list of completions off from what it covers.
constexpr const char* kPopupStyle = "border: 1px solid palette(mid);";

/// A line in which a person types what shall be laid beside the others: it completes titles of windows and names of
/// generators, and takes the path of a file.
class PlanLine : public QLineEdit {
    Q_OBJECT

public:
    explicit PlanLine(QWidget* parent);
    /// Says its own words in the present language.
    void retranslate();

Q_SIGNALS:
    void chosen(const PlanOffer& offer);
    /// Nothing is called so, which the sentence says.
    void refused(const QString& sentence);

private:
    void focusInEvent(QFocusEvent* event) override;
    void choose(const QString& words);

    QStringListModel* m_titles;
};

} // namespace lanewright::app
