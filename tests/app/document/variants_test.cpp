// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/document.h"
#include "app/document/first_plan.h"
#include "app/document/variants.h"
#include "core/edit/edits.h"

#include <gtest/gtest.h>

namespace lanewright::app {
namespace {

class VariantsTest : public testing::Test {
protected:
    VariantsTest() { document.reset(firstPlan()); }
    void edit() { document.apply(QStringLiteral("a try"), *moveBlock(document.schedule(), {1, 2}, 0)); }
    QStringList names() const {
        QStringList names;
        for (const Variant& variant : variants.all())
            names << variant.name;
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
    EXPECT_EQ(*variants.all()[0].plan, document.plan());
    variants.remove(0);
    EXPECT_EQ(names(), QStringList(QStringLiteral("b")));
}

TEST_F(VariantsTest, ThoseOfAnotherScheduleGo) {
    ASSERT_TRUE(variants.keep(QStringLiteral("a")));
    int changes = 0;
    QObject::connect(&variants, &Variants::changed, [&] { ++changes; });
    document.reset(firstPlan());
    EXPECT_TRUE(variants.all().empty());
    EXPECT_EQ(changes, 1);
}

} // namespace
} // namespace lanewright::app
