// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/analysis.h"
#include "app/document/file_content.h"
#include "core/base/result.h"
#include "core/explain/compare.h"
#include "core/explain/reasons.h"
#include "core/model/plan.h"
#include "core/simulate/microbatch_lengths.h"

#include <QByteArray>
#include <QObject>
#include <QString>
#include <QUndoStack>

#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace lanewright::app {

/// A schedule file that is open: its plan, what follows from it, its undo history, and the run that lies over it.
///
/// The plan changes only through `apply` (one gesture, one undo step: a snapshot before and one after) or by undo and
/// redo. Views listen to `changed`, which carries nothing, and read everything anew.
class Document : public QObject {
    Q_OBJECT

public:
    explicit Document(QObject* parent = nullptr);
    ~Document() override;

    const Plan& plan() const { return *m_plan; }
    const Schedule& schedule() const { return m_plan->schedule; }
    const Analysis& analysis() const { return *m_analysis; }
    const Timeline& timeline() const { return m_analysis->timeline; }

    /// The same, to be kept by work on another thread while the document goes on.
    std::shared_ptr<const Plan> sharedPlan() const { return m_plan; }
    std::shared_ptr<const Analysis> sharedAnalysis() const { return m_analysis; }
    std::shared_ptr<const PlacedLanes> sharedLanes() const { return {m_analysis, &m_analysis->lanes}; }
    /// Whether a second look at every block takes longer than a person waits for a key: such looks are left to another
    /// thread.
    bool isLarge() const;

    /// @name What takes a look at every block, made when it is first asked for
    /// @{
    /// Why things of the plan start when they start.
    const Reasons& reasons() const;
    /// Per rank and position: how much later the block may start before the makespan grows.
    const std::vector<std::vector<Time>>& slack() const;
    /// How long each microbatch of the plan is.
    const MicrobatchLengths& lengths() const;
    /// The plan against `comparedStep()`; empty where there is none.
    const Comparison& comparison() const { return *sharedComparison(); }
    /// The same for who keeps it past the next change.
    std::shared_ptr<const Comparison> sharedComparison() const;
    /// @}

    /// Replaces the plan as one undo step. `text` says what was done, as a sentence a person reads in the history:
    /// "Move B1.3 before W1.2". The history shows it with the change of the makespan. A plan that equals the present
    /// one is no step. Steps with the same `mergeId` ≥ 0 that follow
    /// each other become one (keyboard nudges of one op).
    ///
    /// A title that no person gave follows the order of a plan that was edited; a plan that was made anew comes with
    /// the title that is its own.
    enum class Change { Edited, MadeAnew };
    void apply(const QString& text, Plan next, int mergeId = -1, Change change = Change::Edited);
    void apply(const QString& text, Schedule next, int mergeId = -1);
    /// The same for a plan of which all that follows is known already, and is not computed again.
    void apply(const QString& text, Plan next, std::shared_ptr<const Analysis> analysis);
    /// Replaces the states with a name as one undo step, which says so in the same way: for what would lose one. What
    /// got a name after the step keeps it when the step is undone.
    void apply(const QString& text, std::vector<Variant> variants);
    /// A `mergeId` that no step has yet.
    int newMergeId() { return m_nextMergeId++; }

    /// Says whether one plan may become another. What it refuses, `apply` leaves undone and says by `failed`. Undo and
    /// redo are not asked: what they bring back was allowed.
    using Guard = std::function<Result<Done>(const Plan& before, const Plan& after)>;
    void setGuard(Guard guard) { m_guard = std::move(guard); }
    Result<Done> mayBecome(const Plan& next) const { return m_guard ? m_guard(*m_plan, next) : Done{}; }

    /// The plan and a copy of what a change would give, without changing anything: what a drag previews.
    Analysis preview(const Schedule& next) const;

    QUndoStack& history() { return m_history; }
    const QUndoStack& history() const { return m_history; }
    /// What the next undo takes back, and the next redo does again, without the numbers that the history's texts have
    /// behind it: "Move B1.3 before W1.2". Empty where there is nothing.
    QString undoSentence() const { return sentenceAt(m_history.index() - 1); }
    QString redoSentence() const { return sentenceAt(m_history.index()); }

    /// @name Files
    /// @{
    /// Reads a schedule, or a run (its plan and its measurement), or a PyTorch CSV. On failure nothing changes.
    Result<Done> open(const QString& path);
    /// Shows what was read from a file, on whatever thread that was.
    void show(FileContent content, const QString& path);
    /// What there was to say about the CSV that the document began with; empty where it began with something else.
    const std::vector<PytorchFinding>& csvFindings() const { return m_csvFindings; }
    /// Writes the plan, whatever the file holds by now; on success the history is clean there.
    Result<Done> save(const QString& path);
    /// Starts anew with a plan that has no file.
    void reset(Plan plan, const QString& path = {});
    /// Starts anew with edits that were never saved: nothing can be undone, and everything is yet to be saved. `stamp`
    /// is that of the file when they were made.
    void recover(Plan plan, const QString& path, const QByteArray& stamp);
    QString path() const { return m_path; } ///< empty: never saved
    /// The file, or the run or CSV that the plan was read from and that it is never saved to; empty: none.
    QString source() const { return m_source; }
    QString displayName() const; ///< file name, else title, else "untitled"
    bool modified() const { return !m_history.isClean() || m_variants != m_savedVariants; }
    /// @}

    /// @name States with a name, which go into the file beside the plan; ask `Variants`
    /// No undo takes one back: they are there to go back to whatever was undone. That one was removed, or went when the
    /// file was read again, is undone like anything that is lost. The plan itself holds none.
    /// @{
    const std::vector<Variant>& variants() const { return m_variants; }
    /// The same without a step of the history: for what loses none.
    void setVariants(std::vector<Variant> variants);
    /// What the file is to hold: the plan with the variants.
    Plan wholePlan() const;
    /// @}

    /// @name What other programs do to the file
    /// @{
    /// Which content the file had when it was last read or written here; empty: not known.
    const QByteArray& stamp() const { return m_stamp; }
    /// What the file holds at present.
    struct OnDisk {
        QByteArray stamp = {}; ///< empty: there is no file, or it can't be read
        Result<Plan> plan = Error{};
    };
    OnDisk onDisk() const;
    /// True when the file is there and holds something else than when it was last read or written here.
    bool isOverwritten() const;
    /// Takes what another program wrote as one undo step, its variants included, after which nothing is to be saved.
    void take(const OnDisk& theirs);
    /// The file holds the present plan, however it came to do so.
    void setSaved(const QByteArray& stamp);
    /// The file is gone: the present plan is yet to be saved.
    void setUnsaved() { m_history.resetClean(); }
    /// @}

    /// @name The measured run that lies over the plan; null: none
    /// @{
    std::shared_ptr<const Run> run() const { return m_run; }
    /// `comparison`: with the present plan, of the step that is compared by itself; null: not made yet.
    void setRun(std::shared_ptr<const Run> run, std::shared_ptr<const Comparison> comparison = {});
    /// The same for a run that goes on, again and again as spans arrive. A step that was chosen stays shown.
    void setRunSoFar(std::shared_ptr<const Run> run);
    bool runGoesOn() const { return m_runGoesOn; }
    /// The measured timeline to draw: of `shownStep()`; null: none.
    const Timeline* measured() const;
    /// The step of the run that is shown: the one that a person chose, else the representative one; of a run that goes
    /// on or was cut short the latest one. Null: none.
    const StepRecord* shownStep() const;
    /// The step that is held against the plan: the one that is shown, or the last whole one while only a part of that
    /// is there. Null until a whole step is.
    const StepRecord* comparedStep() const;
    /// Shows another step of the run, until there is another run; none: the one that is shown by itself. A step that
    /// the run lacks is left alone.
    void showStep(std::optional<int> step);
    std::optional<int> chosenStep() const { return m_chosenStep; }
    /// Shows a step of one of the job's replicas, whose steps are then those to choose from. What the run lacks is left
    /// alone.
    void showPipeline(int replica, int step);
    /// Whose steps are shown: the run's own, unless another was chosen.
    int shownReplica() const;
    /// The steps in which every block of the run's plan was measured, in their order; of the replica that is shown.
    std::vector<const StepRecord*> wholeSteps() const;
    /// How much of the run's plan is in `measured()`.
    struct Coverage {
        std::int64_t measured = 0;
        std::int64_t blocks = 0;

        bool isWhole() const { return measured >= blocks; }
    };
    Coverage coverage() const;
    /// The steps that count: all but the warm-up step, where there are more.
    std::vector<const Timeline*> measuredSteps() const;
    /// True when the run was made of another order than the present one.
    bool runIsOfAnotherOrder() const;
    /// @}

Q_SIGNALS:
    void opened();                        ///< another plan took the place, without a history; `changed` comes next
    void changed();                       ///< the plan, or its path
    void travelled();                     ///< undo or redo brought another plan; `changed` came before
    void savedChanged();                  ///< whether there is anything to save
    void variantsChanged();               ///< the states with a name
    void runChanged();                    ///< the measured run
    void failed(const QString& sentence); ///< something a person asked for could not be done

private:
    friend class SnapshotCommand;
    void showRun(std::shared_ptr<const Run> run, std::shared_ptr<const Comparison> comparison, std::optional<int> step,
                 std::optional<int> replica);
    /// The steps of the replica that is shown; there is a run.
    const std::vector<StepRecord>& shownSteps() const;
    /// What a step of the history did; empty where there is none.
    QString sentenceAt(int step) const;
    /// With the variants that `next` has. Null `analysis`: not known yet. False where the guard refused it.
    bool push(const QString& text, Plan next, std::shared_ptr<const Analysis> analysis, int mergeId, Change change);
    void setPlan(std::shared_ptr<const Plan> plan);
    void setPlan(std::shared_ptr<const Plan> plan, std::shared_ptr<const Analysis> analysis);
    void reset(std::shared_ptr<const Plan> plan, std::shared_ptr<const Analysis> analysis, const QString& path,
               const QString& source);

    std::shared_ptr<const Plan> m_plan;
    std::shared_ptr<const Analysis> m_analysis;
    std::shared_ptr<const Run> m_run;
    bool m_runGoesOn = false;
    std::optional<int> m_chosenStep;    ///< a step of `m_run`; none: it shows the one that it shows by itself
    std::optional<int> m_chosenReplica; ///< whose step that is; none: the run's own
    mutable std::unique_ptr<const Reasons> m_reasons; ///< derived from the present plan; null: not asked for
    mutable std::optional<std::vector<std::vector<Time>>> m_slack; ///< the same
    mutable std::optional<MicrobatchLengths> m_lengths;            ///< the same
    mutable std::shared_ptr<const Comparison> m_comparison;        ///< and of the present run
    mutable std::optional<bool> m_runIsOfAnotherOrder;             ///< the same
    QUndoStack m_history;
    int m_nextMergeId = 0;
    Guard m_guard;
    QString m_path;
    QString m_source;
    std::vector<Variant> m_variants;
    std::vector<Variant> m_savedVariants; ///< as the file has them
    QByteArray m_stamp;                   ///< `stampOf` what the file was known to hold
    std::vector<PytorchFinding> m_csvFindings;
};

} // namespace lanewright::app
