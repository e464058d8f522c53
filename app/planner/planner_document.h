// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/latest.h"
#include "app/planner/planner_problem.h"
#include "app/planner/questions.h"
#include "core/planner/planner.h"

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QTimer>
#include <QUndoStack>

#include <memory>
#include <optional>
#include <stop_token>

namespace lanewright::app {

/// How a search is to be made.
struct SearchSettings {
    double seconds = 10;
    int mostReplicas = 1;
    std::optional<Shape> shape = {}; ///< none: whichever is better
    std::optional<int> chunks = {};  ///< on each device of a loop; none: however many

    friend bool operator==(const SearchSettings&, const SearchSettings&) = default;
};

/// What lies on the planner's planner: a model and a cluster, questions that change them, the partition that is shown,
/// its undo history, and the search. All heavy work is on other threads, and only the newest answer counts.
class PlannerDocument : public QObject {
    Q_OBJECT

public:
    explicit PlannerDocument(QObject* parent = nullptr);

    /// @name The problem
    /// @{
    /// A model or a cluster, by what the file says it is. On failure nothing changes.
    Result<Done> open(const QString& path);
    void setModel(LayeredModel model, const QString& name) {
        setBoth(std::move(model), name, m_base->cluster(), m_clusterName);
    }
    void setCluster(Cluster cluster, const QString& name) {
        setBoth(m_base->model(), m_modelName, std::move(cluster), name);
    }
    /// Both at once, so that nothing is planned for one of them with the other's predecessor.
    void setBoth(LayeredModel model, const QString& modelName, Cluster cluster, const QString& clusterName);
    QString modelName() const { return m_modelName; }
    QString clusterName() const { return m_clusterName; }
    /// As opened.
    const PlannerProblem& base() const { return *m_base; }
    /// With the questions.
    const PlannerProblem& problem() const { return *m_asked; }
    /// The same, for other threads.
    std::shared_ptr<const PlannerProblem> shared() const { return m_asked; }
    /// There are a model and a cluster.
    bool isWhole() const { return m_asked->isWhole(); }
    /// Why nothing can be planned; empty: it can.
    QString obstacle() const { return m_obstacle; }
    /// How iterations end, which decides what one takes: what is shown is judged anew, what was found is gone.
    void setOptimizerMode(OptimizerMode mode);
    const Questions& questions() const { return m_questions; }
    void ask(const Questions& questions);
    /// @}

    /// @name The plan that is shown
    /// @{
    const Partition& partition() const { return m_partition; }
    /// With its order; none: it is being made, or it can't be (see `trouble`).
    const std::optional<Candidate>& shown() const { return m_shown; }
    QString trouble() const { return m_trouble; }
    /// The shown partition without the questions; where these took a device of the plan at hand, that plan. None where
    /// none is asked.
    const std::optional<Candidate>& unasked() const { return m_unasked; }
    /// While a person drags: shows a partition without a step in the history; `endPreview` shows the last one again.
    void preview(const Partition& partition);
    void endPreview();
    /// One step of the history.
    void apply(const QString& text, const Partition& partition);
    QUndoStack& history() { return m_history; }
    /// True while the order of the shown partition is being made.
    bool isOrdering() const { return m_ordering; }
    /// @}

    /// @name The search
    /// @{
    /// Starts anew; a search that goes on is given up. `follow`: its best is shown as it comes.
    void search(const SearchSettings& settings, bool follow);
    /// Ends the search; what it has found stays.
    void stop() { m_stopSearch.request_stop(); }
    bool isSearching() const { return m_searching; }
    double searchSeconds() const;
    const SearchSettings& settings() const { return m_settings; }
    /// What has been found for `problem()`; null: nothing yet.
    const PlannerResult* found() const { return m_found ? &*m_found : nullptr; }
    /// Why the search found nothing.
    QString failure() const { return m_failure; }
    /// @}

Q_SIGNALS:
    /// Another model or cluster, and nothing is asked of it yet. `problemChanged` follows.
    void opened();
    void problemChanged();
    void shownChanged();
    void searchChanged();

private:
    friend class PartitionCommand;
    struct Answers;

    /// Makes the asked problem anew and shows for it what was shown, as far as that can be. Signals of it wait for
    /// `announce`, so that views meet problem and partition together; only the history, where its steps no longer fit,
    /// says earlier that it is cleared.
    void rebuild();
    void announce();
    void forgetSearch();
    /// Shows what was shown for the cluster `before`: as it was or with another order, and nothing where an obstacle is
    /// in the way or one of its devices is not there.
    void showAgain(const Cluster& before);
    /// Shows the plan at hand as it was when no question is left, or carries it over where one had left it no device.
    /// False: there is none to bring back.
    bool bringBack(const Cluster& before);
    /// The plan at hand where the questions leave it no device.
    std::optional<Candidate> lostPlan() const;
    /// These change what is shown; whoever calls them says so by `shownChanged`.
    void order(const Partition& partition, CutMethod method);
    /// With what there is to say where nothing is shown.
    void settle(std::optional<Candidate> shown, std::optional<Candidate> unasked, const QString& trouble = {});
    void showCandidate(const Candidate& candidate);
    void setPartition(const Partition& partition);
    void takeAnswers();
    void endSearch(const Result<PlannerResult>& outcome);
    void follow();

    QString m_modelName;
    QString m_clusterName;
    std::shared_ptr<const PlannerProblem> m_base;
    std::shared_ptr<const PlannerProblem> m_asked;
    Questions m_questions;
    QString m_obstacle;

    Partition m_partition; ///< how the problem that is asked about is cut
    std::optional<Candidate> m_shown;
    std::optional<Candidate> m_unasked;
    std::optional<Candidate> m_atHand; ///< what was shown before the first question
    bool m_atHandLost = false;         ///< a device of it is not there
    QString m_trouble;
    bool m_previewed = false;
    Partition m_beforePreview;
    bool m_ordering = false;
    QUndoStack m_history;
    Latest m_orderer;

    SearchSettings m_settings;
    bool m_searching = false;
    bool m_follows = false;
    std::optional<PlannerResult> m_found;
    QString m_failure;
    std::stop_source m_stopSearch; ///< ends it with what it has
    std::shared_ptr<Answers> m_answers;
    QTimer m_pulse;
    QElapsedTimer m_clock;
    Latest m_searcher;
};

} // namespace lanewright::app
