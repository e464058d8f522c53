// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/latest.h"
#include "core/base/fraction.h"
#include "core/base/result.h"
#include "core/model/objective.h"
#include "core/model/run.h"

#include <QObject>

#include <memory>
#include <optional>

namespace lanewright::app {

/// How many times longer the representative step took than the run's plan says; below 1: shorter. None where either of
/// them has no length.
std::optional<double> timesOffPlan(const Run& run);

/// True when plan and run have so little to do with each other that the plan's costs are no use: a factor of two.
bool isFarOff(double times);

/// What the costs of a run make of its schedule.
struct PlannedAgain {
    Plan plan = {};      ///< with the measured costs, in the best order that a short search found
    Fraction now = {};   ///< the objective with the measured costs in the order at hand
    Fraction then = {};  ///< the same in the order found; equal to `now` where none is better
    Fraction bound = {}; ///< no order is below
    Objective objective = Objective::Iteration;
    bool searched = true; ///< false: the schedule is too large to be searched on the side

    double gain() const;     ///< 1 − then / now
    double mostGain() const; ///< 1 − bound / now: what no order can be better by
};

/// Gives the run's plan the costs that the run measured, and searches an order for them, a few rounds long, so that the
/// same run gives the same answer. Fails as the search does.
Result<PlannedAgain> planAgain(const Run& run, Objective objective, const std::stop_token& stop = {});

/// That on another thread, of the newest run that it was asked for.
class PlanAgain : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    void ask(std::shared_ptr<const Run> run, Objective objective);
    /// Forgets the run and its answer.
    void drop();
    const std::shared_ptr<const Run>& run() const { return m_run; }
    /// None: not yet, or it could not be planned again.
    const std::optional<PlannedAgain>& answer() const { return m_answer; }
    bool isDetecting() const { return m_detecting; }

Q_SIGNALS:
    void changed();

private:
    std::shared_ptr<const Run> m_run;
    std::optional<PlannedAgain> m_answer;
    bool m_detecting = false;
    Latest m_latest;
};

} // namespace lanewright::app
