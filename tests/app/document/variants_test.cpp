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
    const std::shared_ptr<const Plan> first = variants.plan(0);
    EXPECT_EQ(variants.keep(QStringLiteral(" a")).error().message, "another variant is called a");
    EXPECT_EQ(variants.plan(0), first) << "what has the name keeps it";
    EXPECT_TRUE(variants.keep(QStringLiteral("b"))) << "it is called so already";
    EXPECT_EQ(names(), QStringList({QStringLiteral("a"), QStringLiteral("b")}));
}

TEST_F(VariantsTest, ANameThatNobodyChoseGetsANumberWhereItIsTaken) {
    const QString name = QStringLiteral("Dealt anew");
    EXPECT_EQ(*variants.keepLike(name, document.plan()), name);
    EXPECT_EQ(*variants.keepLike(name, document.plan()), name) << "it has it";
    edit();
    EXPECT_EQ(*variants.keepLike(name, document.plan()), QStringLiteral("Dealt anew 2"));
    EXPECT_EQ(variants.count(), 2);
}

TEST_F(VariantsTest, RemovingOneIsAStepThatAnUndoTakesBack) {
    for (const char* name : {"a", "b", "c"}) {
        ASSERT_TRUE(variants.keep(QLatin1String(name)));
        edit();
    }
    const QStringList all = names();
    variants.remove(1);
    EXPECT_EQ(names(), QStringList({QStringLiteral("a"), QStringLiteral("c")}));
    EXPECT_EQ(document.undoSentence(), QStringLiteral("Remove the variant b"));
    const Plan now = document.plan();
    document.history().undo();
    EXPECT_EQ(names(), all);
    document.history().redo();
    EXPECT_EQ(names(), QStringList({QStringLiteral("a"), QStringLiteral("c")}));
    EXPECT_EQ(document.plan(), now);
    // What was named and renamed since stays, and who took the name that comes back keeps it.
    ASSERT_TRUE(variants.rename(0, QStringLiteral("A")));
    ASSERT_TRUE(variants.rename(1, QStringLiteral("b")));
    document.history().undo();
    EXPECT_EQ(names(), QStringList({QStringLiteral("A"), QStringLiteral("b 2"), QStringLiteral("b")}));
}

TEST_F(VariantsTest, ReadingTheFileAgainIsOneStepWithItsVariants) {
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("a.lwsched"));
    ASSERT_TRUE(variants.keep(QStringLiteral("saved")));
    ASSERT_TRUE(document.save(file));
    Document other;
    Variants theirs{other};
    ASSERT_TRUE(other.open(file));
    ASSERT_TRUE(theirs.rename(0, QStringLiteral("theirs")));
    ASSERT_TRUE(other.save(file));
    ASSERT_TRUE(variants.keep(QStringLiteral("saved")));
    edit();
    ASSERT_TRUE(variants.keep(QStringLiteral("not saved")));
    const Plan ours = document.wholePlan();
    document.take(document.onDisk());
    EXPECT_EQ(names(), QStringList(QStringLiteral("theirs")));
    EXPECT_EQ(document.wholePlan(), *document.onDisk().plan) << "its title, too";
    EXPECT_FALSE(document.modified());
    document.history().undo();
    EXPECT_EQ(document.wholePlan(), ours);
    EXPECT_TRUE(document.modified());
    document.history().redo();
    EXPECT_EQ(names(), QStringList(QStringLiteral("theirs")));
    EXPECT_FALSE(document.modified());
}

TEST_F(VariantsTest, ReadingAgainWhatHasOtherVariantsAloneIsAStep) {
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("a.lwsched"));
    ASSERT_TRUE(document.save(file));
    ASSERT_TRUE(variants.keep(QStringLiteral("a")));
    document.take(document.onDisk());
    EXPECT_EQ(variants.count(), 0);
    ASSERT_TRUE(document.history().canUndo());
    document.history().undo();
    EXPECT_EQ(names(), QStringList(QStringLiteral("a")));
    EXPECT_TRUE(document.modified());
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
