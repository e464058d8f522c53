// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/run/run_settings.h"
#include "app/shell/window_part.h"
#include "core/model/run.h"

#include <memory>

namespace lanewright::app {

class CompareActions;

/// Runs, checks and solves the schedule, and does what follows from a measurement.
class RunActions : public WindowPart {
    Q_OBJECT

public:
    RunActions(CompareActions& compare, const WindowContext& context) : WindowPart(context), m_compare(compare) {}

    void addActions();
    /// Actions on the measured view; they stand behind the others in the list of commands.
    void addMeasuredActions();
    void enableActions();
    void connectPanels();

    /// Starts the run that the run panel describes.
    void startRun(const RunSettings& settings);
    /// Takes the measured costs and the order found for them as one undo step, and runs that with the settings of the
    /// run before; then lays both runs beside each other. Nothing happens before the card offers it.
    void runAgainAsMeasured();
    /// Searches a better order as the solve panel describes, and shows how it goes.
    void startSolving();
    /// Gives the plan what the run measured as its costs, as one undo step: a time for each stage, or for each stage
    /// and microbatch of the pipeline that is shown.
    void useMeasuredCosts(bool eachMicrobatch = false);
    bool saveRun();
    /// True when a measurement was made here that is in no file of the person's own.
    bool hasUnsavedRun() const { return m_unsavedRun != nullptr; }
    void setUnsavedRun(const std::shared_ptr<const Run>& run) { m_unsavedRun = run; }
    /// Asks before a run that goes on is stopped, or a measurement is left unsaved, by closing.
    bool mayLeaveRun();
    /// The document shows another run, or none.
    void runChanged();

Q_SIGNALS:
    /// What can be done now is something else.
    void changed();

private:
    void connectRun();
    void connectRunList();
    /// Shows a run of the list, unless one goes on.
    void showRun(const std::shared_ptr<const Run>& run);
    void setRetimed(bool on);
    void check();
    /// Stops the run; where there is none, the search.
    void stop();
    void runFinished();
    void showFailure();
    /// After a run: offers to plan again where plan and run have little to do with each other.
    void offerToPlanAgain();
    void runAgainPaced();
    /// `plan`: null where the fix gave none.
    void keepFix(const std::shared_ptr<const Plan>& plan, const QString& name);
    void showFix(const QString& name);
    bool saveRunAs(const Run& run);

    CompareActions& m_compare;
    std::shared_ptr<const Run> m_unsavedRun; ///< measured here, and not saved since; null: none
    std::shared_ptr<const Run> m_firstRun;   ///< whose costs the run that goes on was planned with; null: none
};

} // namespace lanewright::app
