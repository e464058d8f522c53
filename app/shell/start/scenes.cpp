// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/start/scenes.h"

#include "app/document/first_plan.h"
#include "app/document/translate.h"
#include "app/lesson/built_in_lessons.h"
#include "app/lesson/lesson_window.h"
#include "app/lesson/player/playback.h"
#include "app/planner/planner_window.h"
#include "app/shell/compare_window.h"
#include "app/shell/main_window.h"
#include "app/shell/present/present_window.h"
#include "core/generate/catalogue.h"
#include "core/generate/drawn_lengths.h"
#include "core/generate/problem.h"
#include "core/measured/job_map.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace lanewright::app {
namespace {

constexpr QSize kWindow{1600, 1000};

template <class Window, class... Arguments>
std::unique_ptr<Window> makeWindow(Arguments&... arguments) {
    auto window = std::make_unique<Window>(arguments...);
    window->setAttribute(Qt::WA_DeleteOnClose, false);
    window->resize(kWindow);
    return window;
}

constexpr int kReplicas = 24;
constexpr int kSteps = 40;
constexpr int kFirstStep = 100;

Plan planOfJob() {
    constexpr Time kForward = 110'000'000;
    const Result<Plan> problem = problemOf({.ranks = 4,
                                            .microbatches = 8,
                                            .timeUnit = TimeUnit::Ms,
                                            .forward = kForward,
                                            .backwardInput = kForward,
                                            .backwardWeight = kForward});
    Plan plan = *generate("1f1b", *problem);
    plan.costs.stages.front().back().forward += kForward / 4; // the loss
    plan.costs.transfer.every = kForward / 50;
    return plan;
}

/// Every pipeline of every step draws the lengths of its microbatches.
Run runOfJob(const Plan& plan) {
    const int each = plan.schedule.microbatches;
    const std::vector<int> lengths = *drawnLengths("lognormal:4096:0.4", kReplicas * kSteps * each, 1);
    const double mean = std::accumulate(lengths.begin(), lengths.end(), 0.0) / static_cast<double>(lengths.size());
    Run run{.plan = plan, .backend = "cuda"};
    run.recorder.emplace().name = "ndtimeline";
    run.replicas.resize(kReplicas - 1);
    auto next = lengths.begin();
    for (int replica = 0; replica < kReplicas; ++replica) {
        std::vector<StepRecord>& steps = replica == 0 ? run.steps : run.replicas[replica - 1].steps;
        if (replica > 0)
            run.replicas[replica - 1].replica = replica;
        steps.reserve(kSteps);
        for (int step = 0; step < kSteps; ++step) {
            std::vector<std::int64_t> work;
            work.reserve(each);
            for (int microbatch = 0; microbatch < each; ++microbatch)
                work.push_back(std::llround(*next++ / mean * static_cast<double>(MicrobatchCosts::kOne)));
            Plan own = plan;
            setMicrobatches(own, MicrobatchCosts::ofShares(work, {}));
            steps.push_back({.step = kFirstStep + step, .wall = simulate(own.schedule, own.costs)});
        }
    }
    return run;
}

} // namespace

std::unique_ptr<MainWindow> jobScene(Session& session) {
    auto window = makeWindow<MainWindow>(session);
    const Plan plan = planOfJob();
    window->files().showPlan(plan);
    auto run = std::make_shared<const Run>(runOfJob(plan));
    const JobMap map = jobMapOf(*run);
    const std::size_t longest = std::ranges::max_element(map.times) - map.times.begin();
    window->document().setRun(std::move(run));
    window->document().showPipeline(map.replicas[longest / map.steps.size()], map.steps[longest % map.steps.size()]);
    return window;
}

std::unique_ptr<MainWindow> mainScene(Session& session) {
    auto window = makeWindow<MainWindow>(session);
    window->files().showPlan(firstPlan());
    window->selection().set({.kind = OpKind::B, .stage = 1, .microbatch = 3});
    return window;
}

std::unique_ptr<CompareWindow> compareScene(Session& session, std::shared_ptr<const Run> run) {
    auto window = makeWindow<CompareWindow>(session);
    const Plan first = firstPlan();
    window->add(first, translatedTitle(first.title), std::move(run));
    for (const char* name : {"1f1b", "zb-h2"})
        if (const Result<Plan> plan = offeredPlan({.generator = name}, first, first.schedule.microbatches))
            window->add(*plan, translatedTitle(plan->title));
    return window;
}

std::unique_ptr<PresentWindow> presentScene() {
    Plan base = firstPlan();
    auto window = makeWindow<PresentWindow>(base);
    window->start();
    window->add({.title = translatedTitle(titleOf(*findGenerator("zb-h2"))), .generator = "zb-h2"});
    window->setMode(OptimizerMode::PostValidated);
    return window;
}

std::unique_ptr<PlannerWindow> plannerScene() {
    constexpr double kSeconds = 3;
    auto window = makeWindow<PlannerWindow>();
    window->openPresets(QStringLiteral("gpt2-medium"), QStringLiteral("mixed"));
    window->plannerDocument().search({.seconds = kSeconds}, true);
    return window;
}

std::unique_ptr<LessonWindow> lessonScene() {
    const int place = builtInIndexOf(QStringLiteral("zb-h1"));
    for (int done = 0; done < place; ++done)
        Student::setDone(builtInLessons()[done].name);
    auto window = makeWindow<LessonWindow>();
    window->openLesson(place);
    window->session().showHint();
    window->session().setHelp(HelpLevel::Coach);
    for (int step = 0; step < 2; ++step)
        window->session().follow();
    window->session().setHelp(HelpLevel::Ready);
    window->selection().clear();
    window->playback().moveTo(kTimeUnit * 29 / 2);
    return window;
}

} // namespace lanewright::app
