// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/run/lesson_run.h"

#include "core/lesson/stretch_lesson.h"
#include "core/planner/input/layered_model.h"

#include <algorithm>
#include <memory>

namespace lanewright::app {
namespace {

int stretchOf(const Plan& plan) { return plan.timeUnit == TimeUnit::Unit ? kRunStretch : 1; }

} // namespace

LessonRun::LessonRun(Document& board) : m_board(board) {
    connect(&m_runs, &RunController::progressed, this, &LessonRun::changed);
    connect(&m_runs, &RunController::stateChanged, this, &LessonRun::changed);
    connect(&m_runs, &RunController::finished, this, [this] {
        if (m_isHere)
            end();
        Q_EMIT changed();
    });
    connect(&m_document, &Document::runChanged, this, &LessonRun::takeMeasured);
    connect(&m_board, &Document::opened, this, &LessonRun::drop);
}

LessonRun::~LessonRun() {
    // What they say at their end nobody needs to hear.
    m_runs.disconnect(this);
    m_document.disconnect(this);
}

RunSettings LessonRun::usual() const {
    constexpr Time kLongest = 10'000 * kTimeUnit;
    RunSettings settings;
    // The first step warms up, so there are two; of what lasts long no more than anybody waits for.
    const Time step = std::max<Time>(1, m_board.analysis().metrics.makespan * stretchOf(m_board.plan()));
    settings.steps = static_cast<int>(std::clamp<Time>(kLongest / step, 2, settings.steps));
    settings.model = smallModel(m_board.schedule().stages());
    settings.model.width = 32;
    settings.model.context = 32;
    return settings;
}

Message LessonRun::trained() const {
    const Schedule& schedule = m_board.schedule();
    const ModelSpec model = fittedTo((m_isHere ? m_runs.settings() : usual()).model, schedule.stages());
    const LayeredModel layers = layersOfGpt(model, {});
    return trainedText(model, LayerSums(layers).of(0, layers.size()).parameters, schedule);
}

const RunReport* LessonRun::report() const {
    return m_report && m_board.run() && !m_board.runIsOfAnotherOrder() ? &*m_report : nullptr;
}

void LessonRun::end() {
    m_failure = m_runs.failure();
    if (const std::shared_ptr<const Run> run = m_document.run())
        m_report = reportOf(*run, m_document.comparedStep(), stretchOf(m_board.plan()));
    Q_EMIT ended();
}

void LessonRun::start(const RunSettings& settings) {
    m_failure.clear();
    m_report.reset();
    m_isHere = true;
    m_document.reset(stretched(m_board.plan(), stretchOf(m_board.plan())));
    m_runs.start(settings);
}

void LessonRun::drop() {
    m_isHere = false;
    m_failure.clear();
    m_report.reset();
    // Asked twice it does not wait for its step, so that the next one can begin.
    m_runs.stop();
    m_runs.stop();
}

void LessonRun::takeMeasured() {
    if (!m_isHere)
        return;
    const std::shared_ptr<const Run> run = m_document.run();
    const Plan& plan = m_board.plan();
    m_board.setRun(run ? std::make_shared<const Run>(shrunk(*run, plan, stretchOf(plan))) : nullptr);
}

} // namespace lanewright::app
