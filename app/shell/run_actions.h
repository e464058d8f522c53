// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/run/run_settings.h"
#include "app/shell/window_context.h"
#include "core/model/run.h"

#include <QObject>
#include <QPointer>

#include <memory>
#include <vector>

namespace lanewright::app {

class CompareWindow;
class MainWindow;

/// Runs, checks and solves the schedule, and does what follows from a measurement.
class RunActions : public QObject {
    Q_OBJECT

public:
    explicit RunActions(const WindowContext& context);

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
    /// Lays the present plan, with its run, beside what is compared already; opens the comparison where there is none.
    CompareWindow* showComparison();

    /// Lays the present plan and all its variants beside each other, as far as they are not there yet.
    CompareWindow* compareVariants();

    bool saveRun();
    /// True when a measurement was made here that is in no file of the person's own.
    bool hasUnsavedRun() const { return m_unsavedRun != nullptr; }
    void setUnsavedRun(const std::shared_ptr<const Run>& run) { m_unsavedRun = run; }
    /// Asks before a run that goes on is stopped, or a measurement is left unsaved, by closing.
    bool mayLeaveRun();
    /// The document shows another run, or none.
    void runChanged();

private:
    void check();
    /// Stops the run; where there is none, the search.
    void stop();
    void runFinished();
    void showFailure();
    /// After a run: offers to plan again where plan and run have little to do with each other.
    void offerToPlanAgain();
    CompareWindow& comparison();
    void showCure(const QString& name);
    /// Lays what a cure makes of a run beside what ran.
    void compareCure();
    void compareRuns(const std::vector<std::shared_ptr<const Run>>& runs);
    bool saveRunAs(const Run& run);

    MainWindow& m_window;
    WindowModel& m_model;
    WindowPanels& m_panels;
    ActionRegistry& m_actions;
    std::shared_ptr<const Run> m_unsavedRun; ///< measured here, and not saved since; null: none
    std::shared_ptr<const Run> m_firstRun;   ///< whose costs the run that goes on was planned with; null: none
    QPointer<CompareWindow> m_compare;
};

} // namespace lanewright::app
