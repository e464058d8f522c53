// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/planner/planner_document.h"

#include "app/document/opening.h"
#include "app/document/plain_text.h"
#include "app/widgets/panel_text.h"
#include "core/planner/input/planner_file.h"
#include "core/planner/partition_edits.h"
#include "core/planner/what_if.h"

#include <QFileInfo>
#include <QUndoCommand>

#include <algorithm>
#include <mutex>
#include <utility>

namespace lanewright::app {

namespace {

constexpr int kPreviewMs = 100;
constexpr int kThreads = 4;

using Problem = std::shared_ptr<const PlannerProblem>;

struct Ordered {
    Result<Candidate> asked;
    std::optional<Candidate> unasked = {};
};

/// What the questions changed: the same partition without them.
std::optional<Candidate> orderedWithout(const PlannerProblem& asked, const PlannerProblem& base,
                                        const Partition& partition, CutMethod method) {
    const Result<Partition> back = carriedOver(partition, asked.cluster(), base.cluster());
    if (!back)
        return {};
    Result<Candidate> candidate = ordered(base.pricing(), *back, method);
    return candidate ? std::optional(*std::move(candidate)) : std::nullopt;
}

/// The plan that the search found for this very partition; null: none.
const Candidate* foundFor(const Partition& partition, const PlannerResult& found) {
    for (const std::vector<Candidate>* list : {&found.front, &found.others})
        if (const auto it = std::ranges::find(*list, partition, &Candidate::partition); it != list->end())
            return &*it;
    return nullptr;
}

/// A problem with its questions, and the first reason why nothing can be planned for it; empty: it can.
struct Asked {
    Problem problem;
    QString obstacle = {};
};

Asked askedOf(const PlannerProblem& base, const Questions& questions) {
    LayeredModel model = base.model();
    Cluster cluster = base.cluster();
    QString obstacle;
    for (const WhatIf& question : whatIfsOf(questions, base.cluster()))
        if (const Result<Done> applied = applyWhatIf(question, model, cluster); !applied && obstacle.isEmpty())
            obstacle = sentenceOf(applied.error());
    const auto problem =
        std::make_shared<const PlannerProblem>(std::move(model), std::move(cluster), base.optimizerMode());
    if (obstacle.isEmpty() && problem->isWhole())
        if (const Result<Done> plannable = checkPlannable(problem->pricing()); !plannable)
            obstacle = sentenceOf(plannable.error());
    return {problem, obstacle};
}

bool haveSameDevices(const Cluster& one, const Cluster& other) {
    return std::ranges::equal(one.devices, other.devices, {}, &Device::name, &Device::name);
}

} // namespace

/// What the search has sent and nobody has read yet.
struct PlannerDocument::Answers {
    std::mutex mutex = {};
    std::optional<PlannerResult> result = {};
};

/// One change of the shown partition.
class PartitionCommand : public QUndoCommand {
public:
    PartitionCommand(PlannerDocument& planner, const QString& text, Partition before, Partition after)
        : QUndoCommand(text), m_planner(planner), m_before(std::move(before)), m_after(std::move(after)) {}
    void undo() override { m_planner.setPartition(m_before); }
    void redo() override { m_planner.setPartition(m_after); }

private:
    PlannerDocument& m_planner;
    Partition m_before;
    Partition m_after;
};

PlannerDocument::PlannerDocument(QObject* parent) : QObject(parent) {
    // A search takes one thread for seconds; what a person does by hand must not wait for it.
    QThreadPool* pool = QThreadPool::globalInstance();
    pool->setMaxThreadCount(std::max(kThreads, pool->maxThreadCount()));
    m_pulse.setInterval(kPreviewMs);
    connect(&m_pulse, &QTimer::timeout, this, &PlannerDocument::takeAnswers);
    m_base = m_asked = std::make_shared<const PlannerProblem>(LayeredModel{}, Cluster{}, OptimizerMode::Synchronous);
}

Result<Done> PlannerDocument::open(const QString& path) {
    const Opening opening(QFileInfo(path).absoluteFilePath());
    Result<PlannerFile> file = openPlannerFile(path.toStdString());
    if (!file)
        return file.error();
    const QString name = plainLine(QFileInfo(path).completeBaseName());
    if (Cluster* const cluster = std::get_if<Cluster>(&*file))
        setCluster(std::move(*cluster), name);
    else
        setModel(std::move(std::get<LayeredModel>(*file)), name);
    return Done{};
}

void PlannerDocument::setBoth(LayeredModel model, const QString& modelName, Cluster cluster,
                              const QString& clusterName) {
    m_modelName = modelName;
    m_clusterName = clusterName;
    m_questions = {};
    m_atHand.reset();
    m_atHandLost = false;
    m_partition.clear();
    m_shown.reset();
    m_unasked.reset();
    m_history.clear();
    m_base = std::make_shared<const PlannerProblem>(std::move(model), std::move(cluster), m_base->optimizerMode());
    rebuild();
    Q_EMIT opened();
    announce();
}

void PlannerDocument::setOptimizerMode(OptimizerMode mode) {
    if (mode == m_base->optimizerMode())
        return;
    m_base = std::make_shared<const PlannerProblem>(m_base->model(), m_base->cluster(), mode);
    rebuild();
    announce();
}

void PlannerDocument::ask(const Questions& questions) {
    if (questions == m_questions)
        return;
    if (m_questions.asksNothing())
        m_atHand = m_ordering ? std::nullopt : m_shown;
    m_questions = questions;
    rebuild();
    announce();
}

void PlannerDocument::rebuild() {
    m_orderer.drop(); // what it makes is for the problem before
    m_previewed = false;
    forgetSearch();
    const Problem before = m_asked;
    const Asked asked = askedOf(*m_base, m_questions);
    m_asked = asked.problem;
    m_obstacle = asked.obstacle;
    showAgain(before->cluster());
    if (!haveSameDevices(before->cluster(), m_asked->cluster()))
        m_history.clear(); // its partitions name devices by number
}

void PlannerDocument::announce() {
    Q_EMIT problemChanged();
    Q_EMIT searchChanged();
    Q_EMIT shownChanged();
}

void PlannerDocument::forgetSearch() {
    m_searcher.drop();
    m_searching = false;
    m_found.reset();
    m_failure.clear();
}

void PlannerDocument::showAgain(const Cluster& before) {
    if (!m_obstacle.isEmpty())
        return settle({}, {}, m_partition.empty() ? QString() : m_obstacle);
    if (bringBack(before))
        return;
    if (m_partition.empty())
        return settle({}, {});
    const Result<Partition> carried = carriedOver(m_partition, before, m_asked->cluster());
    if (carried)
        return order(*carried, CutMethod::ByHand);
    m_atHandLost = m_atHand.has_value();
    m_partition.clear();
    settle({}, {}, sentenceOf(carried.error()));
}

bool PlannerDocument::bringBack(const Cluster& before) {
    if (!m_atHand)
        return false;
    if (!m_questions.asksNothing()) {
        if (!m_atHandLost)
            return false;
        const Result<Partition> carried = carriedOver(m_atHand->partition, m_base->cluster(), m_asked->cluster());
        if (!carried)
            return false;
        m_atHandLost = false;
        order(*carried, CutMethod::ByHand);
        return true;
    }
    const Candidate plan = *std::exchange(m_atHand, std::nullopt);
    const Result<Partition> shown = carriedOver(m_partition, before, m_base->cluster());
    if (!std::exchange(m_atHandLost, false) && !(shown && *shown == plan.partition))
        return false;
    if (plan.plan.optimizerMode == m_base->optimizerMode())
        showCandidate(plan);
    else
        order(plan.partition, plan.method);
    return true;
}

void PlannerDocument::order(const Partition& partition, CutMethod method) {
    m_partition = partition;
    m_ordering = true;
    const bool asks = !m_questions.asksNothing();
    m_orderer.ask(
        [asked = m_asked, base = m_base, partition, method, asks, lost = lostPlan()](const std::stop_token&) {
            Ordered result{.asked = ordered(asked->pricing(), partition, method), .unasked = lost};
            if (asks && !lost)
                result.unasked = orderedWithout(*asked, *base, partition, method);
            return result;
        },
        [this](const Ordered& result) {
            if (result.asked)
                settle(*result.asked, result.unasked);
            else
                settle({}, result.unasked, sentenceOf(result.asked.error()));
            Q_EMIT shownChanged();
        });
}

std::optional<Candidate> PlannerDocument::lostPlan() const {
    const bool counts = m_atHandLost && m_atHand && m_atHand->plan.optimizerMode == m_base->optimizerMode();
    return counts ? m_atHand : std::nullopt;
}

void PlannerDocument::settle(std::optional<Candidate> shown, std::optional<Candidate> unasked, const QString& trouble) {
    m_ordering = false;
    m_shown = std::move(shown);
    m_unasked = std::move(unasked);
    if (m_shown)
        m_partition = m_shown->partition; // stages recompute as the model says
    m_trouble = trouble;
}

void PlannerDocument::setPartition(const Partition& partition) {
    m_previewed = false;
    m_follows = false;
    // The order that a search found is better than one made anew.
    if (const Candidate* const known = m_found ? foundFor(partition, *m_found) : nullptr)
        showCandidate(*known);
    else
        order(partition, CutMethod::ByHand);
    Q_EMIT shownChanged();
}

void PlannerDocument::showCandidate(const Candidate& candidate) {
    m_orderer.drop();
    m_partition = candidate.partition;
    if (m_questions.asksNothing())
        return settle(candidate, {});
    if (std::optional<Candidate> lost = lostPlan())
        return settle(candidate, std::move(lost));
    m_ordering = true;
    m_orderer.ask(
        [asked = m_asked, base = m_base, candidate](const std::stop_token&) {
            return orderedWithout(*asked, *base, candidate.partition, candidate.method);
        },
        [this, candidate](const std::optional<Candidate>& unasked) {
            settle(candidate, unasked);
            Q_EMIT shownChanged();
        });
}

void PlannerDocument::preview(const Partition& partition) {
    if (!m_previewed)
        m_beforePreview = m_partition;
    m_previewed = true;
    m_follows = false;
    if (partition == m_partition)
        return;
    order(partition, CutMethod::ByHand);
    Q_EMIT shownChanged();
}

void PlannerDocument::endPreview() {
    if (!m_previewed)
        return;
    setPartition(m_beforePreview);
}

void PlannerDocument::apply(const QString& text, const Partition& partition) {
    const Partition before = m_previewed ? m_beforePreview : m_partition;
    if (partition == before)
        return endPreview();
    m_history.push(new PartitionCommand(*this, text, before, partition));
}

void PlannerDocument::search(const SearchSettings& settings, bool follows) {
    if (!m_obstacle.isEmpty() || !isWhole())
        return;
    m_settings = settings;
    m_follows = follows || m_partition.empty();
    forgetSearch();
    m_searching = true;
    m_clock.start();
    m_pulse.start();
    m_answers = std::make_shared<Answers>();
    m_stopSearch = std::stop_source();
    m_searcher.ask(
        [problem = m_asked, settings, answers = m_answers, own = m_stopSearch](const std::stop_token& stop) {
            const std::stop_callback both(stop, [&own] { own.request_stop(); });
            // Whole plans are copied, so not for each of a burst of improvements.
            QElapsedTimer sent;
            const auto send = [&](const PlannerResult& so) {
                if (sent.isValid() && sent.elapsed() < kPreviewMs)
                    return;
                sent.start();
                const std::scoped_lock lock(answers->mutex);
                answers->result = so;
            };
            return planModel(problem->model(), problem->cluster(),
                             {.timeLimit = settings.seconds,
                              .optimizerMode = problem->optimizerMode(),
                              .mostReplicas = settings.mostReplicas,
                              .shape = settings.shape,
                              .chunks = settings.chunks},
                             own.get_token(), send);
        },
        [this](const Result<PlannerResult>& outcome) { endSearch(outcome); });
    Q_EMIT searchChanged();
}

void PlannerDocument::endSearch(const Result<PlannerResult>& outcome) {
    m_searching = false;
    m_pulse.stop();
    if (outcome) {
        m_found = *outcome;
        follow();
    } else {
        m_failure = sentenceOf(outcome.error());
    }
    m_follows = false;
    Q_EMIT searchChanged();
}

double PlannerDocument::searchSeconds() const {
    if (m_searching)
        return static_cast<double>(m_clock.elapsed()) / 1000.0;
    return m_found ? m_found->seconds : 0;
}

void PlannerDocument::takeAnswers() {
    if (!m_searching)
        return m_pulse.stop();
    std::optional<PlannerResult> arrived;
    {
        const std::scoped_lock lock(m_answers->mutex);
        arrived = std::exchange(m_answers->result, std::nullopt);
    }
    if (arrived) {
        m_found = std::move(arrived);
        follow();
    }
    Q_EMIT searchChanged();
}

void PlannerDocument::follow() {
    if (m_follows && m_found &&
        (!m_shown || m_found->best.iterationTime < m_shown->iterationTime || m_found->best.partition != m_partition)) {
        m_history.clear();
        showCandidate(m_found->best);
        Q_EMIT shownChanged();
    }
}

} // namespace lanewright::app
