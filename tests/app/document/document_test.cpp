// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/document.h"
#include "core/edit/edits.h"
#include "core/io/files.h"
#include "core/io/run_json.h"
#include "core/io/schedule_json.h"
#include "core/model/title.h"
#include "tests/support/rows.h"

#include <QFile>
#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace lanewright::app {
namespace {

using test::op;
using test::unit;

Plan zbH1() {
    Plan plan = test::linearPlan(4, 8, test::zbH1Rows());
    plan.title = title::read("ZB-H1, 4 ranks, 8 microbatches");
    plan.timeUnit = TimeUnit::Ms;
    return plan;
}

/// B1.3 in front of F1.5, where it makes the schedule one unit longer.
Schedule longer(const Document& document) {
    const Schedule& schedule = document.schedule();
    return *moveBlock(schedule, *slotOf(schedule, op("B1.3")), slotOf(schedule, op("F1.5"))->position);
}

Run runOf(const Document& document) {
    Run run;
    run.plan = document.plan();
    run.weightsHash = "0123456789abcdef";
    StepRecord step;
    step.wall = document.timeline();
    step.peakActivations = document.analysis().metrics.peakMemory;
    run.losses = {5.5};
    step.loss = 5.5;
    run.steps.push_back(step);
    return run;
}

std::shared_ptr<const Run> shared(const Run& run) { return std::make_shared<const Run>(run); }

struct Files {
    QTemporaryDir folder;
    QString in(const char* name) const { return folder.filePath(QLatin1String(name)); }
    QString with(const char* name, const std::string& bytes) const {
        EXPECT_TRUE(writeFile(in(name).toStdString(), bytes));
        return in(name);
    }
};

TEST(Analysis, HoldsAllThatFollowsFromAPlan) {
    const Analysis analysis = analyse(zbH1());
    EXPECT_EQ(analysis.metrics.makespan, unit(27));
    EXPECT_TRUE(analysis.valid);
    EXPECT_EQ(analysis.memory.size(), 4U);
    EXPECT_TRUE(analysis.stalls.empty());
    EXPECT_EQ(analysis.lanes.end, unit(27));
    EXPECT_EQ(analysis.shortest, unit());
    EXPECT_FALSE(analysis.hasGaps);
    EXPECT_FALSE(analysis.hasPairs);
}

TEST(Analysis, SaysWhetherAnyBlockHasAGapOrAPartner) {
    Plan plan = zbH1();
    plan.schedule.order[1][2].gap = unit(3);
    EXPECT_TRUE(analyse(plan).hasGaps);
    EXPECT_FALSE(analyse(plan).hasPairs);
    plan = zbH1();
    plan.schedule.order[1][2].paired = plan.schedule.order[1][3].op;
    EXPECT_FALSE(analyse(plan).hasGaps);
    EXPECT_TRUE(analyse(plan).hasPairs);
}

TEST(Analysis, NamesTheBlocksWithAnErrorOnce) {
    EXPECT_TRUE(analyse(zbH1()).broken.empty());
    Plan plan = zbH1();
    Row& row = plan.schedule.order[3];
    row[4] = row[0];
    const Analysis analysis = analyse(plan);
    ASSERT_FALSE(analysis.valid);
    EXPECT_TRUE(std::ranges::is_sorted(analysis.broken));
    EXPECT_EQ(std::ranges::adjacent_find(analysis.broken), analysis.broken.end());
    EXPECT_EQ(std::ranges::count(analysis.broken, Slot{3, 0}), 1) << "its op is there twice";
}

TEST(Analysis, OfAProblemHasNoSpans) {
    Plan problem = zbH1();
    problem.schedule.order.clear();
    EXPECT_TRUE(analyse(problem).timeline.lanes.empty());
    EXPECT_FALSE(analyse(problem).valid);
    EXPECT_EQ(analyse(problem).lanes.lanes.size(), 4U) << "a lane of each rank to build in";
    EXPECT_FALSE(analyse(problem).shortest);
}

TEST(Document, TakesOverWhatIsKnownOfAPlanAndComputesItAnewWhenTheStepIsRedone) {
    Document document;
    document.reset(zbH1());
    Plan next = document.plan();
    next.schedule = longer(document);
    const auto known = std::make_shared<const Analysis>(analyse(next));
    document.apply(QStringLiteral("Move B1.3 before F1.5"), next, known);
    EXPECT_EQ(document.sharedAnalysis(), known);
    EXPECT_EQ(document.history().undoText(), QStringLiteral("Move B1.3 before F1.5  (27 → 28 ms)"));
    document.history().undo();
    document.history().redo();
    EXPECT_EQ(document.analysis().metrics.makespan, known->metrics.makespan);
}

TEST(Document, SaysInTheHistoryWhatAStepDidToTheMakespan) {
    Document document;
    document.reset(zbH1());
    document.apply(QStringLiteral("Move B1.3 before F1.5"), longer(document));
    EXPECT_EQ(document.history().undoText(), QStringLiteral("Move B1.3 before F1.5  (27 → 28 ms)"));
    EXPECT_EQ(document.undoSentence(), QStringLiteral("Move B1.3 before F1.5"));
    EXPECT_EQ(document.redoSentence(), QString());
    document.history().undo();
    EXPECT_EQ(document.undoSentence(), QString());
    EXPECT_EQ(document.redoSentence(), QStringLiteral("Move B1.3 before F1.5"));
    EXPECT_EQ(document.analysis().metrics.makespan, unit(27));
}

TEST(Document, SaysInTheHistoryThatAScheduleStalls) {
    Document document;
    document.reset(zbH1());
    const Schedule stuck = *moveBlock(document.schedule(), *slotOf(document.schedule(), op("B3.0")), 0);
    document.apply(QStringLiteral("Move B3.0 before F3.0"), stuck);
    EXPECT_EQ(document.history().undoText(), QStringLiteral("Move B3.0 before F3.0  (27 ms → stalls)"));
    EXPECT_FALSE(document.analysis().stalls.empty());
}

TEST(Document, TakesAnEqualPlanForNoStep) {
    Document document;
    document.reset(zbH1());
    document.apply(QStringLiteral("Nothing"), document.schedule());
    document.apply(QStringLiteral("Nothing"), document.plan());
    EXPECT_EQ(document.history().count(), 0);
}

TEST(Document, RestoresEveryPlanByteForByteOverUndoAndRedo) {
    Document document;
    document.reset(zbH1());
    std::mt19937 random(7);
    const auto below = [&](std::size_t count) { return static_cast<int>(random() % count); };
    std::vector<std::string> states{planToJson(document.plan())};
    for (int edit = 0; edit < 200; ++edit) {
        const Schedule& schedule = document.schedule();
        const int rank = below(schedule.order.size());
        const Slot slot{rank, below(schedule.order[rank].size())};
        Result<Schedule> next = random() % 4 == 0 ? setGap(schedule, slot, unit(below(3)) / 2)
                                                  : moveBlock(schedule, slot, below(schedule.order[rank].size() + 1));
        ASSERT_TRUE(next);
        const int before = document.history().count();
        document.apply(QStringLiteral("Edit"), *std::move(next));
        if (document.history().count() > before)
            states.push_back(planToJson(document.plan()));
    }
    ASSERT_GT(states.size(), 150U);
    for (std::size_t state = states.size(); state-- > 0;) {
        ASSERT_EQ(planToJson(document.plan()), states[state]);
        document.history().undo();
    }
    for (const std::string& state : states) {
        ASSERT_EQ(planToJson(document.plan()), state);
        document.history().redo();
    }
}

TEST(Document, MergesStepsOfOneNameAndForgetsThemWhenTheyComeBack) {
    Document document;
    document.reset(zbH1());
    const Slot slot = *slotOf(document.schedule(), op("B1.3"));
    const Schedule once = *nudgeBlock(document.schedule(), slot, -1);
    const Schedule twice = *nudgeBlock(once, {slot.rank, slot.position - 1}, -1);
    const Schedule start = document.schedule();
    document.apply(QStringLiteral("one place earlier"), once, 5);
    document.apply(QStringLiteral("2 places earlier"), twice, 5);
    EXPECT_EQ(document.history().count(), 1);
    EXPECT_TRUE(document.history().undoText().startsWith(QStringLiteral("2 places earlier  (27")));
    document.apply(QStringLiteral("one place earlier"), once, 5);
    document.apply(QStringLiteral("back"), start, 5);
    EXPECT_EQ(document.history().count(), 0);
    EXPECT_EQ(document.schedule(), start);
}

TEST(Document, NeverMergesIntoAStepThatWasSaved) {
    const Files files;
    Document document;
    document.reset(zbH1());
    const Slot slot = *slotOf(document.schedule(), op("B1.3"));
    document.apply(QStringLiteral("once"), *nudgeBlock(document.schedule(), slot, -1), 5);
    ASSERT_TRUE(document.save(files.in("a.lwsched")));
    document.apply(QStringLiteral("twice"), *nudgeBlock(document.schedule(), {1, slot.position - 1}, -1), 5);
    EXPECT_EQ(document.history().count(), 2);
    EXPECT_TRUE(document.modified());
}

TEST(Document, IsCleanWhereItWasSaved) {
    const Files files;
    Document document;
    document.reset(zbH1());
    int changes = 0;
    QObject::connect(&document, &Document::changed, [&] { ++changes; });
    document.apply(QStringLiteral("Move"), longer(document));
    EXPECT_TRUE(document.modified());
    ASSERT_TRUE(document.save(files.in("a.lwsched")));
    EXPECT_FALSE(document.modified());
    EXPECT_EQ(document.path(), files.in("a.lwsched"));
    EXPECT_EQ(document.displayName(), QStringLiteral("a.lwsched"));
    document.history().undo();
    EXPECT_TRUE(document.modified());
    document.history().redo();
    EXPECT_FALSE(document.modified());
    EXPECT_GE(changes, 4);
}

TEST(Document, OpensWhatItSaved) {
    const Files files;
    Document document;
    document.reset(zbH1());
    ASSERT_TRUE(document.save(files.in("a.lwsched")));
    Document other;
    ASSERT_TRUE(other.open(files.in("a.lwsched")));
    EXPECT_EQ(other.plan(), document.plan());
    EXPECT_EQ(other.path(), files.in("a.lwsched"));
    EXPECT_FALSE(other.modified());
}

TEST(Document, LeavesEverythingWhenAFileIsRefused) {
    const Files files;
    const std::string whole = planToJson(zbH1());
    const std::vector<QString> refused = {files.in("missing.lwsched"), files.with("empty.lwsched", ""),
                                          files.with("garbage.lwsched", "\x01\x02 no"),
                                          files.with("cut.lwsched", whole.substr(0, whole.size() / 2)),
                                          files.with("other.json", R"({"format": "something", "version": 1})")};
    Document document;
    document.reset(zbH1(), QStringLiteral("kept.lwsched"));
    document.apply(QStringLiteral("Move"), longer(document));
    document.setRun(shared(runOf(document)));
    const Plan plan = document.plan();
    for (const QString& path : refused) {
        const Result<Done> opened = document.open(path);
        ASSERT_FALSE(opened) << path.toStdString();
        EXPECT_FALSE(opened.error().message.empty());
        EXPECT_EQ(document.plan(), plan);
        EXPECT_EQ(document.path(), QStringLiteral("kept.lwsched"));
        EXPECT_EQ(document.history().count(), 1);
        EXPECT_NE(document.run(), nullptr);
    }
}

TEST(Document, KeepsItsPathWhenItCannotSave) {
    const Files files;
    Document document;
    document.reset(zbH1());
    document.apply(QStringLiteral("Move"), longer(document));
    EXPECT_FALSE(document.save(files.in("no/such/folder/a.lwsched")));
    EXPECT_TRUE(document.modified());
    EXPECT_TRUE(document.path().isEmpty());
}

TEST(Document, ShowsARunWithTheComparisonThatWasMadeWhileItWasRead) {
    const Files files;
    Document source;
    source.reset(zbH1());
    const Result<FileContent> content = readContent(files.with("a.lwrun", runToJson(runOf(source))));
    ASSERT_TRUE(content);
    ASSERT_NE(content->comparison, nullptr);
    Document document;
    document.show(*content, QStringLiteral("a.lwrun"));
    EXPECT_EQ(&document.comparison(), content->comparison.get()) << "nothing is compared a second time";
    ASSERT_NE(document.comparedStep(), nullptr);
    EXPECT_EQ(document.comparison(),
              compare(document.plan(), document.timeline(), document.run()->plan, document.comparedStep()->wall));
}

TEST(Document, OpensARunAsItsPlanAndItsMeasurementWithoutAFileToSaveTo) {
    const Files files;
    Document document;
    document.reset(zbH1());
    const QString path = files.with("a.lwrun", runToJson(runOf(document)));
    Document other;
    const Result<Done> opened = other.open(path);
    ASSERT_TRUE(opened) << opened.error().message << " " << opened.error().where;
    EXPECT_EQ(other.plan(), document.plan());
    ASSERT_NE(other.measured(), nullptr);
    EXPECT_EQ(*other.measured(), document.timeline());
    EXPECT_TRUE(other.path().isEmpty());
    EXPECT_EQ(other.displayName(), QStringLiteral("ZB-H1, 4 ranks, 8 microbatches"));
}

TEST(Document, OpensPytorchSchedulesByWhatTheyHold) {
    const Files files;
    const QString path = files.with("two.txt", "0F0,0B0,0F1,0B1\n1F0,1B0,1F1,1B1\n");
    Document document;
    const Result<Done> opened = document.open(path);
    ASSERT_TRUE(opened) << opened.error().message << " " << opened.error().where;
    EXPECT_EQ(document.schedule().ranks(), 2);
    EXPECT_EQ(document.schedule().order[1][0].op, op("F1.0"));
    EXPECT_TRUE(document.path().isEmpty());
}

TEST(Document, KnowsARunOfAnotherOrder) {
    Document document;
    document.reset(zbH1());
    document.setRun(shared(runOf(document)));
    EXPECT_FALSE(document.runIsOfAnotherOrder());
    document.apply(QStringLiteral("gap"), *setGap(document.schedule(), {1, 2}, unit()));
    EXPECT_FALSE(document.runIsOfAnotherOrder()); // a gap changes times, not the order
    document.apply(QStringLiteral("Move"), longer(document));
    EXPECT_TRUE(document.runIsOfAnotherOrder());
}

TEST(Document, DrawsTheLatestStepWhileARunGoesOnAndTheRepresentativeOneAfterwards) {
    Document document;
    document.reset(zbH1());
    auto run = runOf(document);
    const auto stretched = [&](int percent) {
        StepRecord step = run.steps.front();
        for (Lane& lane : step.wall.lanes)
            for (Span& span : lane) {
                span.start = span.start * percent / 100;
                span.end = span.end * percent / 100;
            }
        return step;
    };
    run.steps = {stretched(300), stretched(110), stretched(120), stretched(150)};
    run.losses = {1, 1, 1, 1};
    run.partial = true;
    document.setRun(shared(run));
    EXPECT_EQ(extentOf(*document.measured()).end, unit(27) * 150 / 100);
    run.partial = false;
    document.setRun(shared(run));
    EXPECT_EQ(*document.measured(), representativeStep(*document.run())->wall);
}

/// The run's step at so many per cent of its length, as step `number`.
StepRecord stretched(const Run& run, int number, int percent) {
    StepRecord step = run.steps.front();
    step.step = number;
    for (Lane& lane : step.wall.lanes)
        for (Span& span : lane) {
            span.start = span.start * percent / 100;
            span.end = span.end * percent / 100;
        }
    return step;
}

TEST(Document, HoldsARunOfAnotherShapeAgainstItsPlan) {
    Document document;
    document.reset(test::linearPlan(2, 2, "F0.0 F0.1 BW0.0 BW0.1\nF1.0 BW1.0 F1.1 BW1.1"));
    const auto run = shared(runOf(document));
    for (const auto& [plan, likeness] :
         {std::pair{test::linearPlan(1, 1, "F0.0 BW0.0"), Likeness::OtherStages},
          std::pair{test::linearPlan(2, 1, "F0.0 BW0.0\nF1.0 BW1.0"), Likeness::OtherMicrobatches}}) {
        document.reset(plan);
        document.setRun(run);
        EXPECT_EQ(document.comparison().likeness, likeness);
        EXPECT_FALSE(document.comparison().lost);
        EXPECT_EQ(document.comparison().actualMakespan, extentOf(run->steps.front().wall).length());
    }
}

TEST(Document, ComparesNothingUntilAWholeStepIsThere) {
    Document document;
    document.reset(zbH1());
    lanewright::Run run = runOf(document);
    run.partial = true;
    StepRecord half = stretched(run, 0, 120);
    half.wall.lanes[3].resize(5);
    run.steps = {half};
    document.setRun(shared(run));
    ASSERT_NE(document.measured(), nullptr);
    EXPECT_EQ(document.comparedStep(), nullptr);
    EXPECT_TRUE(document.comparison().deviations.empty());
    EXPECT_FALSE(document.comparison().lost);
    // The next step is on its way: what is compared is the one before.
    half.step = 1;
    run.steps = {stretched(run, 0, 120), half};
    run.steps.front().wall.lanes = stretched(runOf(document), 0, 120).wall.lanes;
    document.setRun(shared(run));
    EXPECT_EQ(document.shownStep()->step, 1);
    ASSERT_NE(document.comparedStep(), nullptr);
    EXPECT_EQ(document.comparedStep()->step, 0);
    EXPECT_EQ(document.comparison().actualMakespan, unit(27) * 120 / 100);
}

TEST(Document, ShowsTheStepThatAPersonChose) {
    Document document;
    document.reset(zbH1());
    lanewright::Run run = runOf(document);
    run.steps = {stretched(run, 0, 300), stretched(run, 1, 110), stretched(run, 2, 120), stretched(run, 3, 150)};
    document.setRun(shared(run));
    EXPECT_EQ(document.shownStep()->step, 2);
    int told = 0;
    QObject::connect(&document, &Document::runChanged, &document, [&told] { ++told; });
    document.showStep(3);
    EXPECT_EQ(told, 1);
    EXPECT_EQ(document.shownStep()->step, 3);
    EXPECT_EQ(extentOf(*document.measured()).end, unit(27) * 150 / 100);
    EXPECT_EQ(document.comparison().actualMakespan, unit(27) * 150 / 100);
    document.showStep(17);
    EXPECT_EQ(document.chosenStep(), 3);
    document.showStep(std::nullopt);
    EXPECT_EQ(document.shownStep()->step, 2);
    document.showStep(0);
    document.setRun(shared(run));
    EXPECT_EQ(document.shownStep()->step, 2) << "another run shows its own";
}

TEST(Document, TitleFollowsTheOrderUntilAPersonNamesIt) {
    Document document;
    document.reset(zbH1());
    const std::string before = document.plan().title.text();
    document.apply(QStringLiteral("gap"), *setGap(document.schedule(), {1, 2}, unit()));
    EXPECT_EQ(document.plan().title, before) << "the order is the same";
    document.apply(QStringLiteral("Move"), longer(document));
    EXPECT_EQ(document.plan().title, before + ", edited");
    document.history().undo();
    EXPECT_EQ(document.plan().title, before);
    Plan named = document.plan();
    named.title = "Figure 3";
    document.apply(QStringLiteral("Title"), named);
    document.apply(QStringLiteral("Move"), longer(document));
    EXPECT_EQ(document.plan().title, "Figure 3");
}

TEST(Document, AnOrderThatIsMovedAndMovedBackLeavesNoStep) {
    Document document;
    Plan plan = zbH1();
    plan.title = title::read("Solved for period, 4 ranks, 8 microbatches");
    document.reset(plan);
    document.apply(QStringLiteral("Move"), longer(document), 7);
    EXPECT_EQ(document.plan().title, plan.title.text() + ", edited");
    document.apply(QStringLiteral("Move back"), Schedule(plan.schedule), 7);
    EXPECT_EQ(document.history().count(), 0);
    EXPECT_EQ(document.plan(), plan);
    EXPECT_FALSE(document.modified());
}

TEST(Document, StartsAnewWithoutHistoryOrRun) {
    Document document;
    document.reset(zbH1());
    document.apply(QStringLiteral("Move"), longer(document));
    document.setRun(shared(runOf(document)));
    document.reset(zbH1(), QStringLiteral("b.lwsched"));
    EXPECT_EQ(document.history().count(), 0);
    EXPECT_FALSE(document.modified());
    EXPECT_EQ(document.run(), nullptr);
    EXPECT_EQ(document.measured(), nullptr);
    EXPECT_EQ(document.path(), QStringLiteral("b.lwsched"));
}

TEST(Document, BeginsWithWhatWasRecoveredAndHasItYetToSave) {
    Document document;
    document.reset(zbH1());
    document.apply(QStringLiteral("Move"), longer(document));
    const Plan edited = document.plan();
    document.recover(edited, {}, {});
    EXPECT_EQ(document.plan(), edited);
    EXPECT_TRUE(document.modified());
    EXPECT_FALSE(document.history().canUndo());
    document.apply(QStringLiteral("Rename"), zbH1());
    document.history().undo();
    EXPECT_EQ(document.plan(), edited);
    EXPECT_TRUE(document.modified()) << "it was never saved";
}

TEST(Document, KnowsWhetherAnotherProgramWroteItsFile) {
    const Files files;
    Document document;
    document.reset(zbH1());
    EXPECT_FALSE(document.isOverwritten()) << "it has no file";
    const QString file = files.in("a.lwsched");
    ASSERT_TRUE(document.save(file));
    EXPECT_FALSE(document.isOverwritten());
    Document other;
    ASSERT_TRUE(other.open(file));
    EXPECT_FALSE(other.isOverwritten());
    other.apply(QStringLiteral("Move"), longer(other));
    ASSERT_TRUE(other.save(file));
    EXPECT_TRUE(document.isOverwritten());
    files.with("a.lwsched", "no schedule");
    EXPECT_TRUE(document.isOverwritten());
    EXPECT_FALSE(document.onDisk().plan);
    ASSERT_TRUE(QFile::remove(file));
    EXPECT_FALSE(document.isOverwritten()) << "what is gone can't be written over";
    ASSERT_TRUE(document.save(file));
    EXPECT_FALSE(document.isOverwritten());
}

TEST(Document, TakesWhatAnotherProgramWroteAsOneStep) {
    const Files files;
    const QString file = files.in("a.lwsched");
    Document document;
    document.reset(zbH1());
    ASSERT_TRUE(document.save(file));
    Document other;
    ASSERT_TRUE(other.open(file));
    other.apply(QStringLiteral("Move"), longer(other));
    ASSERT_TRUE(other.save(file));
    Plan mine = zbH1();
    mine.title = "mine";
    document.apply(QStringLiteral("Rename"), mine);
    document.take(document.onDisk());
    EXPECT_EQ(document.plan(), other.plan());
    EXPECT_FALSE(document.modified());
    EXPECT_FALSE(document.isOverwritten());
    document.history().undo();
    EXPECT_EQ(document.plan(), mine);
    EXPECT_TRUE(document.modified());
}

TEST(Document, TellsUndoAndRedoFromEdits) {
    Document document;
    document.reset(zbH1());
    int travels = 0;
    QObject::connect(&document, &Document::travelled, [&] { ++travels; });
    document.apply(QStringLiteral("Move"), longer(document));
    EXPECT_EQ(travels, 0);
    document.history().undo();
    EXPECT_EQ(travels, 1);
    document.history().redo();
    EXPECT_EQ(travels, 2);
}

TEST(Document, PreviewsWithoutChangingAnything) {
    Document document;
    document.reset(zbH1());
    const Analysis preview = document.preview(longer(document));
    EXPECT_EQ(preview.metrics.makespan, unit(28));
    EXPECT_EQ(document.analysis().metrics.makespan, unit(27));
    EXPECT_EQ(document.history().count(), 0);
}

} // namespace
} // namespace lanewright::app
