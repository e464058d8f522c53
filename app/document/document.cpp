// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/document.h"

#include "app/document/opening.h"
#include "app/document/plain_text.h"
#include "app/document/shown_step.h"
#include "app/document/snapshot_command.h"
#include "app/document/translate.h"
#include "core/edit/history.h"
#include "core/explain/slack.h"
#include "core/generate/recognise/made_title.h"
#include "core/io/files.h"
#include "core/io/schedule_json.h"
#include "core/model/block_ops.h"

#include <QFileInfo>
#include <QSignalBlocker>

#include <algorithm>
#include <optional>
#include <utility>

namespace lanewright::app {
namespace {

using PlanPointer = std::shared_ptr<const Plan>;

/// The history keeps so many snapshots that they fit a laptop.
constexpr std::size_t kHistoryBytes = std::size_t{256} << 20;

} // namespace

Document::Document(QObject* parent)
    : QObject(parent), m_plan(std::make_shared<const Plan>()), m_analysis(std::make_shared<const Analysis>()) {
    connect(&m_history, &QUndoStack::cleanChanged, this, &Document::savedChanged);
}

Document::~Document() {
    // A dirty history says that it is clean as it ends; nobody should hear that from a document that is half gone.
    m_history.disconnect(this);
}

QString Document::sentenceAt(int step) const {
    const auto* command = dynamic_cast<const SnapshotCommand*>(m_history.command(step));
    return command ? command->sentence() : QString();
}

void Document::apply(const QString& text, Plan next, int mergeId, Change change) {
    next.variants = m_variants;
    push(text, std::move(next), nullptr, mergeId, change);
}

void Document::apply(const QString& text, Plan next, std::shared_ptr<const Analysis> analysis) {
    next.variants = m_variants;
    push(text, std::move(next), std::move(analysis), -1, Change::Edited);
}

void Document::apply(const QString& text, std::vector<Variant> variants) {
    if (variants != m_variants)
        m_history.push(new SnapshotCommand(*this, text, m_plan, m_analysis, {m_variants, std::move(variants)}, -1));
}

bool Document::push(const QString& text, Plan next, std::shared_ptr<const Analysis> analysis, int mergeId,
                    Change change) {
    VariantStep variants{m_variants, std::exchange(next.variants, {})};
    if (next == *m_plan) {
        apply(text, std::move(variants.after));
        return true;
    }
    if (change == Change::Edited)
        next.title = title::afterEdit(*m_plan, next);
    if (const Result<Done> may = mayBecome(next); !may) {
        Q_EMIT failed(translated(may.error().message));
        return false;
    }
    m_history.push(new SnapshotCommand(*this, text, std::make_shared<const Plan>(std::move(next)), std::move(analysis),
                                       std::move(variants), mergeId));
    return true;
}

void Document::apply(const QString& text, Schedule next, int mergeId) {
    if (next == m_plan->schedule)
        return;
    Plan plan = *m_plan;
    plan.schedule = std::move(next);
    apply(text, std::move(plan), mergeId);
}

bool Document::isLarge() const {
    constexpr std::int64_t kMany = 20'000;
    return blockCount(m_plan->schedule.order) > kMany;
}

const Reasons& Document::reasons() const {
    if (!m_reasons)
        m_reasons = std::make_unique<const Reasons>(*m_plan, timeline());
    return *m_reasons;
}

const std::vector<std::vector<Time>>& Document::slack() const {
    if (!m_slack)
        m_slack = slackOf(*m_plan, timeline());
    return *m_slack;
}

const MicrobatchLengths& Document::lengths() const {
    if (!m_lengths)
        m_lengths.emplace(m_plan->schedule, m_plan->costs);
    return *m_lengths;
}

std::shared_ptr<const Comparison> Document::sharedComparison() const {
    if (!m_comparison)
        m_comparison =
            std::make_shared<const Comparison>(compareStep(*m_plan, timeline(), m_run.get(), comparedStep()));
    return m_comparison;
}

Analysis Document::preview(const Schedule& next) const {
    Plan plan = *m_plan;
    plan.schedule = next;
    return analyse(plan);
}

Result<Done> Document::open(const QString& path) {
    const Opening opening(QFileInfo(path).absoluteFilePath());
    Result<FileContent> content = readContent(path);
    if (!content)
        return content.error();
    show(*std::move(content), path);
    return Done{};
}

void Document::show(FileContent content, const QString& path) {
    // A run is never written over by a schedule, nor is a CSV, so their plans have no file yet.
    const bool isSchedule = !content.run && !content.csv;
    reset(std::move(content.plan), std::move(content.analysis), isSchedule ? path : QString(), path);
    if (isSchedule)
        m_stamp = content.stamp;
    if (content.csv)
        m_csvFindings = *std::move(content.csv);
    if (content.run)
        setRun(std::move(content.run), std::move(content.comparison));
}

Result<Done> Document::save(const QString& path) {
    const std::string text = planToJson(wholePlan());
    Result<Done> written = writeFile(path.toStdString(), text);
    if (!written)
        return written;
    const bool moved = m_path != path;
    m_path = path;
    m_source = path;
    if (moved)
        Q_EMIT changed();
    setSaved(stampOf(text));
    return Done{};
}

void Document::setVariants(std::vector<Variant> variants) {
    const bool wasModified = modified();
    m_variants = std::move(variants);
    Q_EMIT variantsChanged();
    if (modified() != wasModified)
        Q_EMIT savedChanged();
}

Plan Document::wholePlan() const {
    Plan whole = *m_plan;
    whole.variants = m_variants;
    return whole;
}

void Document::reset(Plan plan, const QString& path) {
    auto shared = std::make_shared<const Plan>(std::move(plan));
    auto analysis = std::make_shared<const Analysis>(analyse(*shared));
    reset(std::move(shared), std::move(analysis), path, path);
}

void Document::reset(PlanPointer plan, std::shared_ptr<const Analysis> analysis, const QString& path,
                     const QString& source) {
    m_path = path;
    m_source = source;
    m_variants = plan->variants;
    m_savedVariants = m_variants;
    if (!m_variants.empty()) {
        Plan bare = *plan;
        bare.variants.clear();
        plan = std::make_shared<const Plan>(std::move(bare));
    }
    m_stamp.clear();
    m_csvFindings.clear();
    {
        // One signal at the end, when everything fits together again.
        const QSignalBlocker quiet(this);
        m_history.clear();
        m_history.setUndoLimit(undoLimitFor(*plan, kHistoryBytes));
        setPlan(std::move(plan), std::move(analysis));
    }
    const bool hadRun = m_run != nullptr;
    m_run = nullptr;
    m_chosenStep.reset();
    m_chosenReplica.reset();
    m_comparison.reset();
    m_runIsOfAnotherOrder.reset();
    Q_EMIT opened();
    Q_EMIT changed();
    if (hadRun)
        Q_EMIT runChanged();
}

void Document::recover(Plan plan, const QString& path, const QByteArray& stamp) {
    reset(std::move(plan), path);
    m_stamp = stamp;
    setUnsaved();
}

Document::OnDisk Document::onDisk() const {
    const Result<std::string> text = readFile(m_path.toStdString(), {.waitsForPipes = false});
    if (!text)
        return {.plan = text.error()};
    // What can't be understood is no less another program's work.
    const QByteArray stamp = stampOf(*text);
    Result<ParsedContent> content = parseContent(m_path, *text);
    if (!content)
        return {.stamp = stamp, .plan = content.error()};
    if (Plan* plan = std::get_if<Plan>(&content->opened))
        return {.stamp = stamp, .plan = std::move(*plan)};
    return {.stamp = stamp, .plan = Error{tr("it holds a run now").toStdString()}};
}

bool Document::isOverwritten() const {
    if (m_path.isEmpty() || !QFileInfo::exists(m_path))
        return false;
    const Result<std::string> text = readFile(m_path.toStdString(), {.waitsForPipes = false});
    return !text || stampOf(*text) != m_stamp;
}

void Document::take(const OnDisk& theirs) {
    if (!theirs.plan)
        return;
    if (push(tr("Take what another program wrote"), Plan(*theirs.plan), nullptr, -1, Change::MadeAnew))
        setSaved(theirs.stamp);
}

void Document::setSaved(const QByteArray& stamp) {
    m_stamp = stamp;
    const bool hadOthers = std::exchange(m_savedVariants, m_variants) != m_variants;
    // Only a history that was not clean says that it is now.
    if (m_history.isClean() && hadOthers)
        Q_EMIT savedChanged();
    m_history.setClean();
}

QString Document::displayName() const {
    if (!m_path.isEmpty())
        return plainLine(QFileInfo(m_path).fileName());
    return m_plan->title.empty() ? tr("untitled") : translatedTitle(m_plan->title);
}

void Document::setRun(std::shared_ptr<const Run> run, std::shared_ptr<const Comparison> comparison) {
    m_runGoesOn = false;
    showRun(std::move(run), std::move(comparison), {}, {});
}

void Document::setRunSoFar(std::shared_ptr<const Run> run) {
    m_runGoesOn = true;
    const auto hasChosen = [&] {
        const std::vector<StepRecord>& steps = stepsOfReplica(*run, m_chosenReplica.value_or(run->replica));
        return m_chosenStep && std::ranges::find(steps, *m_chosenStep, &StepRecord::step) != steps.end();
    };
    const bool keeps = run && hasChosen();
    showRun(std::move(run), {}, keeps ? m_chosenStep : std::nullopt, keeps ? m_chosenReplica : std::nullopt);
}

void Document::showRun(std::shared_ptr<const Run> run, std::shared_ptr<const Comparison> comparison,
                       std::optional<int> step, std::optional<int> replica) {
    m_run = std::move(run);
    m_chosenStep = step;
    m_chosenReplica = replica;
    m_comparison = std::move(comparison);
    m_runIsOfAnotherOrder.reset();
    Q_EMIT runChanged();
}

void Document::showStep(std::optional<int> step) {
    if (step)
        return showPipeline(shownReplica(), *step);
    if (!m_chosenStep)
        return;
    m_chosenStep.reset();
    m_chosenReplica.reset();
    m_comparison.reset();
    Q_EMIT runChanged();
}

void Document::showPipeline(int replica, int step) {
    if (!m_run || (step == m_chosenStep && replica == shownReplica()))
        return;
    const std::vector<StepRecord>& steps = stepsOfReplica(*m_run, replica);
    const bool isOwn = replica == m_run->replica;
    if ((!isOwn && &steps == &m_run->steps) || std::ranges::find(steps, step, &StepRecord::step) == steps.end())
        return;
    m_chosenStep = step;
    m_chosenReplica = isOwn ? std::nullopt : std::optional(replica);
    m_comparison.reset();
    Q_EMIT runChanged();
}

int Document::shownReplica() const { return m_chosenReplica.value_or(m_run ? m_run->replica : 0); }

const std::vector<StepRecord>& Document::shownSteps() const { return stepsOfReplica(*m_run, shownReplica()); }

const Timeline* Document::measured() const {
    const StepRecord* step = shownStep();
    return step ? &step->wall : nullptr;
}

const StepRecord* Document::shownStep() const {
    if (!m_run)
        return nullptr;
    if (m_chosenStep)
        return &*std::ranges::find(shownSteps(), *m_chosenStep, &StepRecord::step);
    return stepShownOf(*m_run);
}

std::vector<const StepRecord*> Document::wholeSteps() const {
    return m_run ? wholeStepsOf(*m_run, shownSteps()) : std::vector<const StepRecord*>{};
}

const StepRecord* Document::comparedStep() const { return m_run ? comparedStepOf(*m_run, shownStep()) : nullptr; }

Document::Coverage Document::coverage() const {
    Coverage coverage;
    if (!m_run)
        return coverage;
    coverage.blocks = blockCount(m_run->plan.schedule.order);
    if (const Timeline* shown = measured())
        coverage.measured = blockCount(shown->lanes);
    return coverage;
}

std::vector<const Timeline*> Document::measuredSteps() const {
    std::vector<const Timeline*> steps;
    if (!m_run)
        return steps;
    for (const StepRecord& step : shownSteps())
        if (step.step > 0 || shownSteps().size() == 1)
            steps.push_back(&step.wall);
    return steps;
}

bool Document::runIsOfAnotherOrder() const {
    if (!m_runIsOfAnotherOrder)
        m_runIsOfAnotherOrder = m_run && !sameOps(m_run->plan.schedule, m_plan->schedule);
    return *m_runIsOfAnotherOrder;
}

void Document::setPlan(std::shared_ptr<const Plan> plan) {
    auto analysis = std::make_shared<const Analysis>(analyse(*plan));
    setPlan(std::move(plan), std::move(analysis));
}

void Document::setPlan(std::shared_ptr<const Plan> plan, std::shared_ptr<const Analysis> analysis) {
    m_reasons.reset();
    m_slack.reset();
    m_lengths.reset();
    m_comparison.reset();
    m_runIsOfAnotherOrder.reset();
    m_plan = std::move(plan);
    m_analysis = std::move(analysis);
    Q_EMIT changed();
}

} // namespace lanewright::app
