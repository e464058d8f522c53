// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/rows.h"
#include "app/panels/solve_panel.h"
#include "app/widgets/figure.h"
#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "core/generate/recognise/recognise.h"
#include "tests/app/child.h"
#include "tests/app/shell/drive.h"

#include <QLabel>
#include <QTabWidget>

namespace lanewright::app {
namespace {

class SolveTest : public WindowTest {
protected:
    SolvePanel& panel() { return *window().panels().solve; }

    void solve(Objective objective, double seconds) {
        SolveOptions options;
        options.objective = objective;
        options.timeLimit = seconds;
        panel().setOptions(options);
        window().actionRegistry().at("run.solve")->trigger();
    }

    bool hasEnded() {
        return waitUntil([this] { return !panel().job().isActive(); });
    }
};

Plan made(const char* generator, const UniformProblem& numbers) {
    const Result<Plan> problem = problemOf(numbers);
    EXPECT_TRUE(problem) << problem.error().message;
    const Result<Plan> plan = generate(generator, *problem);
    EXPECT_TRUE(plan) << plan.error().message;
    return *plan;
}

/// The row with each W behind its B, as in 1F1B.
Row withWeightsAtOnce(const Row& row) {
    Row next;
    for (const Block& block : row) {
        if (block.op.kind != OpKind::W)
            next.push_back(block);
        if (block.op.kind == OpKind::B)
            next.push_back({.op = {.kind = OpKind::W, .stage = block.op.stage, .microbatch = block.op.microbatch}});
    }
    return next;
}

TEST_F(SolveTest, FindsABetterOrderProvesItAndTakesItAsOneStep) {
    Plan slow = made("zb-h1", {.ranks = 4, .microbatches = 8});
    for (int rank = 0; rank < 4; ++rank)
        slow.schedule.order[rank] = withWeightsAtOnce(slow.schedule.order[rank]);
    window().files().showPlan(slow);
    settle();
    const Schedule before = document().schedule();
    const Time makespan = document().analysis().metrics.makespan;
    solve(Objective::Makespan, 100);
    EXPECT_EQ(window().panels().bottom->currentWidget(), &panel());
    ASSERT_TRUE(hasEnded());
    ASSERT_TRUE(panel().job().best().has_value());
    EXPECT_TRUE(panel().job().best()->optimal) << shownText(panel(), "solveStatus").toStdString();
    EXPECT_EQ(document().schedule(), before) << "only when asked";
    panel().take();
    settle();
    EXPECT_LT(document().analysis().metrics.makespan, makespan);
    EXPECT_EQ(document().history().count(), 1);
    // It is no longer what it was called.
    EXPECT_EQ(slow.title, "ZB-H1, 4 ranks, 8 microbatches");
    const Recognition now = recognise(document().plan());
    const std::string name = now.exact ? std::string{findGenerator(now.name)->title} : "Solved for makespan";
    EXPECT_EQ(document().plan().title, name + ", 4 ranks, 8 microbatches");
    EXPECT_TRUE(window().windowTitle().startsWith(QString::fromStdString(name)))
        << window().windowTitle().toStdString();
    document().history().undo();
    EXPECT_EQ(document().schedule(), before);
}

TEST_F(SolveTest, SaysWhatTheFullestRankHoldsBeforeItIsTaken) {
    window().files().showPlan(made("1f1b", {.ranks = 4, .microbatches = 8}));
    solve(Objective::Makespan, 100);
    ASSERT_TRUE(hasEnded());
    ASSERT_TRUE(panel().job().best().has_value());
    const QString memory = shownText(panel(), "solveMemory");
    EXPECT_TRUE(memory.startsWith(QStringLiteral("Fullest rank: 4 act. now, "))) << memory.toStdString();
}

TEST_F(SolveTest, StopsWithTheBestItHas) {
    window().files().showPlan(made("zb-h1", {.ranks = 8,
                                             .microbatches = 64,
                                             .forward = 10 * kTimeUnit,
                                             .backwardInput = 13 * kTimeUnit,
                                             .backwardWeight = 7 * kTimeUnit,
                                             .transfer = kTimeUnit,
                                             .memoryLimit = 8 * kMemoryUnit}));
    solve(Objective::Period, 600);
    ASSERT_TRUE(waitUntil([this] { return panel().job().best().has_value(); }));
    panel().job().stop();
    ASSERT_TRUE(hasEnded());
    EXPECT_TRUE(panel().job().best().has_value());
    EXPECT_TRUE(panel().job().failure().isEmpty());
    EXPECT_FALSE(panel().job().course().empty());
}

TEST_F(SolveTest, TheKeyThatStopsARunStopsASearch) {
    const QAction& stop = *window().actionRegistry().at("run.stop");
    EXPECT_FALSE(stop.isEnabled());
    window().files().showPlan(made("1f1b", {.ranks = 8, .microbatches = 32}));
    solve(Objective::Iteration, 600);
    ASSERT_TRUE(panel().job().isActive());
    EXPECT_TRUE(stop.isEnabled());
    window().actionRegistry().at("run.stop")->trigger();
    EXPECT_TRUE(panel().job().isStopping());
    ASSERT_TRUE(hasEnded());
    EXPECT_FALSE(stop.isEnabled());
}

TEST_F(SolveTest, DoesNotPutAnOrderIntoAnotherProblem) {
    solve(Objective::Makespan, 100);
    ASSERT_TRUE(hasEnded());
    Plan other = document().plan();
    other.costs.stages[0][0].forward *= 3;
    document().apply(QStringLiteral("dearer"), other);
    const Schedule before = document().schedule();
    panel().take();
    EXPECT_EQ(document().schedule(), before);
    EXPECT_TRUE(shownText(panel(), "solveStatus").contains(QStringLiteral("have changed since")))
        << shownText(panel(), "solveStatus").toStdString();
}

TEST_F(SolveTest, CutsTwoDirectionsInHalfAndUntiesThePairs) {
    const auto trigger = [this](const char* id) {
        window().actionRegistry().at(id)->trigger();
        settle();
    };
    window().files().showPlan(made("dualpipe", {.ranks = 4, .microbatches = 12, .overlapped = 3 * kTimeUnit}));
    settle();
    const Plan two = document().plan();
    ASSERT_TRUE(window().actionRegistry().at("edit.cutInHalf")->isEnabled());
    trigger("edit.cutInHalf");
    EXPECT_EQ(document().schedule().ranks(), 2);
    EXPECT_EQ(document().schedule().placement.directions.size(), 1u);
    EXPECT_TRUE(isValid(document().analysis().findings));
    EXPECT_FALSE(window().actionRegistry().at("edit.cutInHalf")->isEnabled());
    trigger("edit.untie");
    EXPECT_TRUE(isValid(document().analysis().findings));
    EXPECT_FALSE(window().actionRegistry().at("edit.untie")->isEnabled());
    document().history().undo();
    document().history().undo();
    EXPECT_EQ(document().plan(), two);
}

} // namespace
} // namespace lanewright::app
