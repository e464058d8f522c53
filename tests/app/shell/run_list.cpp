// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/shell/run_list.h"

#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "core/simulate/simulate.h"

#include <QDir>

namespace lanewright::app {

Plan planOf(int ranks, int microbatches) {
    const auto problem = problemOf({.ranks = ranks,
                                    .microbatches = microbatches,
                                    .timeUnit = TimeUnit::Ms,
                                    .forward = 10'000'000,
                                    .backwardInput = 10'000'000,
                                    .backwardWeight = 10'000'000});
    return *generate("1f1b", *problem);
}

std::shared_ptr<const Run> runOf(const Plan& plan, double factor, bool paced) {
    auto run = std::make_shared<Run>(Run{.plan = plan, .paced = paced});
    for (int each = 0; each < 3; ++each) {
        StepRecord& step =
            run->steps.emplace_back(StepRecord{.step = each, .wall = simulate(plan.schedule, plan.costs)});
        for (Lane& lane : step.wall.lanes)
            for (Span& span : lane) {
                span.start = static_cast<Time>(static_cast<double>(span.start) * factor);
                span.end = static_cast<Time>(static_cast<double>(span.end) * factor);
            }
        run->losses.push_back(4.0 - each);
    }
    return run;
}

void RunListTest::SetUp() {
    WindowTest::SetUp();
    QDir(RunStore::folder()).removeRecursively();
    window().model().store.reload();
    Settings().asksAboutRuns.set(true);
}

RunSettings RunListTest::settings(int steps) {
    RunSettings settings;
    settings.inProcess = true;
    settings.steps = steps;
    settings.model = {.layers = 2, .width = 32, .heads = 2, .context = 32, .batch = 1};
    return settings;
}

bool RunListTest::ends() {
    return waitUntil([this] { return !window().model().runs.isActive(); });
}

void RunListTest::keep(const std::shared_ptr<const lanewright::Run>& run) {
    window().model().store.begin();
    document().setRun(run);
    window().model().store.end();
    window().model().store.finish();
}

} // namespace lanewright::app
