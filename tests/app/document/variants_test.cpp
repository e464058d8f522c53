// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/document.h"
#include "app/document/first_plan.h"
#include "app/document/variants.h"
#include "core/edit/edits.h"

#include <gtest/gtest.h>

#include <QTemporaryDir>

#include <vector>

namespace lanewright::app {
namespace {

class VariantsTest : public testing::Test {
protected:
    VariantsTest() { document.reset(firstPlan()); }
    void edit() { document.apply(QStringLiteral("a try"), *moveBlock(document.schedule(), {1, 2}, 0)); }
    QStringList names() const {
        QStringList names;
        for (int index = 0; index < variants.count(); ++index)
            names << variants.name(index);
        return names;
    }

    Document document;
    Variants variants{document};
};

TEST_F(VariantsTest, AStateIsGoneBackToAfterItsHistoryIsGone) {
    const Plan before = document.plan();
    edit();
    const Plan tried = document.plan();
    ASSERT_TRUE(variants.keep(QStringLiteral("W early")));
    EXPECT_EQ(variants.present(), 0);
    document.history().undo();
    document.apply(QStringLiteral("another try"), *moveBlock(document.schedule(), {0, 3}, 0));
    EXPECT_FALSE(document.history().canRedo()) << "the first try is in no history any more";
    EXPECT_FALSE(variants.present());
    const Plan other = document.plan();
    variants.goTo(0);
    EXPECT_EQ(document.plan(), tried);
    EXPECT_EQ(document.undoSentence(), QStringLiteral("Go back to W early"));
    document.history().undo();
    EXPECT_EQ(document.plan(), other) << "it is one step";
    EXPECT_NE(before, tried);
}

TEST_F(VariantsTest, NoTwoHaveOneName) {
    EXPECT_EQ(variants.freeName(), QStringLiteral("Variant 1"));
    ASSERT_TRUE(variants.keep(QStringLiteral("  a ")));
    edit();
    ASSERT_TRUE(variants.keep(QStringLiteral("Variant 3")));
    EXPECT_EQ(variants.freeName(), QStringLiteral("Variant 4"));
    EXPECT_FALSE(variants.keep(QStringLiteral("   ")));
    EXPECT_EQ(variants.rename(1, QStringLiteral("a")).error().message, "another variant is called a");
    EXPECT_TRUE(variants.rename(1, QStringLiteral("b")));
    EXPECT_EQ(names(), QStringList({QStringLiteral("a"), QStringLiteral("b")}));
    // The name goes to the present state.
    ASSERT_TRUE(variants.keep(QStringLiteral("a")));
    EXPECT_EQ(names(), QStringList({QStringLiteral("a"), QStringLiteral("b")}));
    EXPECT_EQ(variants.plan(0)->schedule, document.schedule());
    variants.remove(0);
    EXPECT_EQ(names(), QStringList(QStringLiteral("b")));
}

TEST_F(VariantsTest, ThoseOfAnotherScheduleGo) {
    ASSERT_TRUE(variants.keep(QStringLiteral("a")));
    int changes = 0;
    QObject::connect(&variants, &Variants::changed, [&] { ++changes; });
    document.reset(firstPlan());
    EXPECT_EQ(variants.count(), 0);
    EXPECT_EQ(changes, 1);
}

TEST_F(VariantsTest, AreSavedWithTheFileAndMakeItUnsaved) {
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("a.lwsched"));
    ASSERT_TRUE(document.save(file));
    int heard = 0;
    QObject::connect(&document, &Document::savedChanged, [&] { ++heard; });
    ASSERT_TRUE(variants.keep(QStringLiteral("a")));
    EXPECT_TRUE(document.modified());
    EXPECT_EQ(heard, 1);
    EXPECT_FALSE(document.history().canUndo()) << "no undo takes a name away";
    edit();
    document.history().undo();
    EXPECT_TRUE(document.modified());
    heard = 0;
    ASSERT_TRUE(document.save(file));
    EXPECT_FALSE(document.modified());
    EXPECT_EQ(heard, 1);
    Document again;
    const Variants there{again};
    ASSERT_TRUE(again.open(file));
    ASSERT_EQ(there.count(), 1);
    EXPECT_EQ(there.name(0), QStringLiteral("a"));
    EXPECT_EQ(there.present(), 0);
    EXPECT_FALSE(again.modified());
    ASSERT_TRUE(variants.rename(0, QStringLiteral("b")));
    ASSERT_TRUE(document.save(file));
    again.take(again.onDisk());
    EXPECT_EQ(there.name(0), QStringLiteral("b")) << "what another program wrote is taken with its variants";
    EXPECT_FALSE(again.modified());
}

TEST_F(VariantsTest, TakeTheCostsOfTheSchedule) {
    ASSERT_TRUE(variants.keep(QStringLiteral("a")));
    edit();
    Plan slow = document.plan();
    slow.costs.transfer.every = 3 * kTimeUnit;
    const Plan other = slow;
    document.apply(QStringLiteral("a slow link"), std::move(slow));
    EXPECT_EQ(variants.plan(0)->costs, other.costs);
    const Result<Done> kept = variants.keep(QStringLiteral("b"), firstPlan());
    ASSERT_FALSE(kept);
    EXPECT_EQ(kept.error().message, "b has costs, limits or a shape of its own, so it can't be a variant of this "
                                    "schedule: save it in a file of its own");
}

TEST_F(VariantsTest, SayWhichDoNotFitTheScheduleAnyMore) {
    ASSERT_TRUE(variants.keep(QStringLiteral("a")));
    Plan fewer = document.plan();
    fewer.schedule.microbatches = 1;
    for (Row& row : fewer.schedule.order)
        std::erase_if(row, [](const Block& block) { return block.op.microbatch > 0; });
    document.apply(QStringLiteral("one microbatch"), std::move(fewer));
    EXPECT_EQ(variants.plan(0), nullptr);
    EXPECT_EQ(variants.misfits(), "1 variant does not go into the file, for it is an order of other ranks, stages, "
                                  "microbatches or parts of W: a");
    const Plan now = document.plan();
    variants.goTo(0);
    EXPECT_EQ(document.plan(), now);
    document.history().undo();
    EXPECT_TRUE(variants.misfits().empty());
    EXPECT_EQ(variants.present(), 0);
}

} // namespace
} // namespace lanewright::app
