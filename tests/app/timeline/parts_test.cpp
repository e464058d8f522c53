// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lanes/lane_sizes.h"
#include "app/timeline/lane_selection.h"
#include "app/timeline/measured_overlay.h"
#include "app/timeline/search_matches.h"
#include "app/timeline/shown_lanes.h"
#include "app/timeline/time_marks.h"
#include "core/edit/edits.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

#include <memory>

/// The parts of the lanes, each without a widget.
namespace lanewright::app {
namespace {

using test::op;
using test::unit;

struct Parts {
    Parts() {
        Plan plan = test::linearPlan(4, 8, test::zbH1Rows());
        plan.timeUnit = TimeUnit::Ms;
        document.reset(plan);
        lanes.refreshPlan();
    }
    Slot slot(const char* word) const { return *lanes.slotOf(op(word)); }
    /// A run of one step that took as long as planned.
    void measure() {
        Run run;
        run.plan = document.plan();
        run.steps.push_back(StepRecord{.wall = document.timeline()});
        document.setRun(std::make_shared<const Run>(run));
        lanes.refreshRun();
    }

    Document document;
    Selection selected;
    ShownLanes lanes{document};
    LaneSelection selection{document, selected, lanes};
};

TEST(ShownLanes, AreThoseOfThePlanUntilItIsReadAnew) {
    Parts parts;
    EXPECT_EQ(parts.lanes.count(), 4);
    EXPECT_EQ(parts.lanes.end(), unit(27));
    const Schedule& schedule = parts.document.schedule();
    parts.document.apply({},
                         *moveBlock(schedule, *slotOf(schedule, op("B1.3")), slotOf(schedule, op("F1.5"))->position));
    EXPECT_EQ(parts.lanes.end(), unit(27));
    parts.lanes.refreshPlan();
    EXPECT_EQ(parts.lanes.end(), unit(28));
}

TEST(ShownLanes, HaveBarsWhereThereIsARunAndTheyAreWanted) {
    Parts parts;
    EXPECT_FALSE(parts.lanes.barsShown());
    parts.measure();
    EXPECT_TRUE(parts.lanes.barsShown());
    EXPECT_FALSE(parts.lanes.barsAreOfAnotherOrder());
    parts.lanes.setBarsWanted(false);
    EXPECT_FALSE(parts.lanes.barsShown());
}

TEST(ShownLanes, AreRetimedOnlyByAMeasurement) {
    Parts parts;
    EXPECT_TRUE(parts.lanes.setRetimed(true));
    EXPECT_FALSE(parts.lanes.setRetimed(true)) << "it was before";
    EXPECT_FALSE(parts.lanes.isRetimed());
    parts.measure();
    EXPECT_TRUE(parts.lanes.isRetimed());
}

TEST(LaneSelection, ReachesFromTheFirstSelectedStartToTheLastEnd) {
    Parts parts;
    parts.selection.refresh();
    EXPECT_FALSE(parts.selection.extent());
    EXPECT_EQ(parts.selection.rank(), -1);
    parts.selected.set({op("F0.0"), op("F1.0")}, op("F1.0"));
    parts.selection.refresh();
    EXPECT_EQ(parts.selection.extent(), (Extent{0, unit(2)}));
    EXPECT_EQ(parts.selection.rank(), 1);
    EXPECT_EQ(parts.selection.current(), parts.slot("F1.0"));
    EXPECT_EQ(parts.selection.why()->bindingOp, op("F0.0"));
}

TEST(LaneSelection, LetsGoOfAGapThatIsGone) {
    Parts parts;
    parts.document.apply({}, *setGap(parts.document.schedule(), parts.slot("F1.1"), unit(1)));
    parts.lanes.refreshPlan();
    parts.selection.setGap(op("F1.1"));
    parts.selection.keepGap();
    EXPECT_EQ(parts.selection.gap(), op("F1.1"));
    parts.document.history().undo();
    parts.lanes.refreshPlan();
    parts.selection.keepGap();
    EXPECT_FALSE(parts.selection.gap());
}

TEST(SearchMatches, FollowTheirBlocksThroughEdits) {
    Parts parts;
    SearchMatches matches(parts.lanes);
    matches.set({op("F1.1")});
    EXPECT_EQ(matches.blocks(), (std::vector<Slot>{{1, 1}}));
    parts.document.apply({}, *moveBlock(parts.document.schedule(), {1, 1}, 0));
    parts.lanes.refreshPlan();
    matches.refresh();
    EXPECT_EQ(matches.blocks(), (std::vector<Slot>{{1, 0}}));
}

TEST(TimeMarks, KeepAStretchUntilItIsKeptAgain) {
    TimeMarks marks;
    marks.pass(Extent{1, 2});
    marks.keep({1, 2});
    EXPECT_FALSE(marks.passing());
    EXPECT_EQ(marks.kept(), (std::vector<Extent>{{1, 2}}));
    marks.keep({3, 4});
    marks.keep({1, 2});
    EXPECT_EQ(marks.kept(), (std::vector<Extent>{{3, 4}}));
    marks.clear();
    EXPECT_TRUE(marks.kept().empty());
}

TEST(MeasuredOverlay, SaysHowASelectedBlockWasMeasured) {
    Parts parts;
    MeasuredOverlay overlay(parts.document, parts.lanes);
    overlay.refresh({parts.slot("F1.0")});
    EXPECT_TRUE(overlay.slips().empty()) << "nothing was measured";
    parts.measure();
    overlay.refresh({parts.slot("F1.0")});
    ASSERT_EQ(overlay.slips().size(), 1U);
    EXPECT_EQ(overlay.slips().front().start.median, unit(1));
    EXPECT_EQ(overlay.slips().front().steps, 1);
}

TEST(LaneSizes, FitTheLanesUntilAPersonChoosesAHeight) {
    LaneSizes sizes;
    EXPECT_EQ(sizes.lane(4, 26 + 4 * 50), 50);
    EXPECT_EQ(sizes.lane(3, 1000), 92);
    EXPECT_EQ(sizes.lane(2, 1000), 138);
    EXPECT_EQ(sizes.lane(100, 1000), 24);
    sizes.chooseLane(500);
    EXPECT_EQ(sizes.lane(4, 1000), 240);
    sizes.type = 2;
    EXPECT_EQ(sizes.ruler(), 26 + 35);
}

} // namespace
} // namespace lanewright::app
