// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/translate.h"

#include "app/document/numbers.h"
#include "app/frame/generator_sheet.h"
#include "app/frame/language.h"
#include "core/bounds/bounds.h"
#include "core/edit/fixes.h"
#include "core/explain/reasons.h"
#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "core/generate/recognise/recognise.h"
#include "core/model/title.h"
#include "core/page/number_table.h"
#include "core/simulate/simulate.h"
#include "tests/support/flaws.h"

#include <gtest/gtest.h>

namespace lanewright::app {
namespace {

/// Says a sentence in German, and holds it against the English one.
class Said : public testing::Test {
protected:
    Said() { installLanguage(QStringLiteral("de")); }
    ~Said() override { installLanguage(QStringLiteral("en")); }

    static void expectGerman(const Message& message) {
        const QString english = QString::fromStdString(message.text());
        const QString german = translated(message);
        EXPECT_FALSE(message.isPlain()) << message << ": no phrase, so nobody can translate it";
        EXPECT_NE(german, english);
        EXPECT_FALSE(german.isEmpty() || german.contains(u'%')) << german.toStdString();
        for (const char* word : {" the ", " and ", " is ", "idle", "needs"})
            EXPECT_FALSE(german.contains(QLatin1String(word))) << german.toStdString();
    }
};

TEST_F(Said, EveryFindingAndEveryFix) {
    for (const test::Flaw& flaw : test::flaws())
        for (const Finding& finding : validate(flaw.plan)) {
            expectGerman(finding.message);
            for (const Fix& fix : fixesOf(flaw.plan, finding))
                expectGerman(fix.sentence);
        }
}

TEST_F(Said, WhyBlocksStartAndRanksWait) {
    for (const test::Flaw& flaw : test::flaws()) {
        const Timeline timeline = simulate(flaw.plan.schedule, flaw.plan.costs);
        const Reasons reasons(flaw.plan, timeline);
        for (std::size_t rank = 0; rank < timeline.lanes.size(); ++rank) {
            for (const Span& span : timeline.lanes[rank])
                expectGerman(reasons.of(span.op)->sentence);
            for (const Bubble& bubble : bubblesOf(timeline, static_cast<int>(rank)))
                expectGerman(reasons.of(bubble).sentence);
        }
    }
}

TEST_F(Said, WhatBoundsASchedule) {
    for (const test::Flaw& flaw : test::flaws())
        for (const Objective objective : kObjectives)
            for (const Bound& bound : lowerBounds(flaw.plan, objective))
                expectGerman(bound.reason);
}

TEST_F(Said, WhatAnOrderIsCalled) {
    for (const test::Flaw& flaw : test::flaws())
        if (const Message sentence = recognise(flaw.plan).sentence(); !findGenerator(recognise(flaw.plan).name))
            expectGerman(sentence);
    const Recognition moved{.title = say(phrase("recognition", "%1-like"), "ZB-H1"),
                            .detail =
                                sayCounted(countedPhrase("recognition", "%1 blocks moved", "%1 block moved"), 1, 1)};
    EXPECT_EQ(moved.sentence().text(), "ZB-H1-like: 1 block moved");
    EXPECT_EQ(translated(moved.sentence()), QStringLiteral("ähnlich wie ZB-H1: 1 Block verschoben"));
}

TEST_F(Said, TitlesOfWhatIsMadeHere) {
    EXPECT_EQ(translatedTitle(title::read("ZB-H1, 4 ranks, 8 microbatches")),
              QStringLiteral("ZB-H1, 4 Ranks, 8 Microbatches"));
    EXPECT_EQ(translatedTitle(title::read("ZBV, fixed form, 1 rank, 1 microbatch, re-placed")),
              QStringLiteral("ZBV, feste Form, 1 Rank, 1 Microbatch, anders verteilt"));
    EXPECT_EQ(translatedTitle(title::read("GPT-2 small, 2 replicas")), QStringLiteral("GPT-2 small, 2 Repliken"));
    EXPECT_EQ(translatedTitle(title::read("My ranks, for Monday")), QStringLiteral("My ranks, for Monday"));
}

TEST_F(Said, TheSheetOfGenerators) {
    const QString sheet = generatorSheet();
    for (const char* english : {"takes", "longest span", "On the command line", "source:", "all forwards"})
        EXPECT_FALSE(sheet.contains(QLatin1String(english))) << english;
}

TEST_F(Said, WhatNumbersAndGeneratorsAre) {
    for (const char* key : {"makespan", "period", "bubble_rate", "lower_bound", "idle_share", "peak_memory"})
        EXPECT_NE(translated(definitionOf(key)).toStdString(), definitionOf(key).text) << key;
    for (const Generator& generator : generators())
        EXPECT_NE(translated(generator.summary).toStdString(), generator.summary.text) << generator.name;
    const Result<Plan> none = generate("zb-h3", Plan{});
    ASSERT_FALSE(none);
    expectGerman(none.error().message);
}

TEST(ChangeText, HasNoSignWhereNothingIsLeftOfIt) {
    EXPECT_EQ(changeText(-0.0001), QStringLiteral("0.0 %"));
    EXPECT_EQ(changeText(0.0001), QStringLiteral("0.0 %"));
    EXPECT_EQ(changeText(0), QStringLiteral("0.0 %"));
    EXPECT_EQ(changeText(0.034), QStringLiteral("+3.4 %"));
    EXPECT_EQ(changeText(-0.034), QStringLiteral("−3.4 %"));
    EXPECT_EQ(percentText(-0.0001), QStringLiteral("0.0 %"));
}

} // namespace
} // namespace lanewright::app
