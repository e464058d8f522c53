// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/number_text.h"

#include "core/base/dictionary.h"
#include "core/simulate/amounts.h"

#include <gtest/gtest.h>

namespace lanewright::numbers {
namespace {

constexpr Time kMs = 1'000'000;

TEST(NumberText, RoundsToThreeDecimalsAndWhatIsSmallToThreeDigits) {
    EXPECT_EQ(timeText(79'000'014, TimeUnit::Unit), "79");
    EXPECT_EQ(timeText(18'522'000, TimeUnit::Ms), "18.522 ms");
    EXPECT_EQ(timeText(2'500'600, TimeUnit::Ms), "2.501 ms");
    EXPECT_EQ(timeText(-2'500'600, TimeUnit::Ms), "-2.501 ms");
    EXPECT_EQ(timeText(23'456, TimeUnit::Ms), "0.0235 ms");
    EXPECT_EQ(timeText(14, TimeUnit::Ms), "0.000014 ms");
    EXPECT_EQ(timeText(185'432, TimeUnit::S), "0.000185 s");
    EXPECT_EQ(timeText(7, TimeUnit::Ns), "7 ns");
    EXPECT_EQ(timeText(0, TimeUnit::Ms), "0 ms");
}

TEST(NumberText, HasTheDecimalMarkOfTheLanguageThatItIsSaidIn) {
    Dictionary german;
    german.add("number", "%1.%2", {"%1,%2", "%1,%2"});
    const Message change = timeChange(27 * kMs + kMs / 2, 28 * kMs + kMs / 4, TimeUnit::Ms);
    EXPECT_EQ(change, "27.5 → 28.25 ms");
    EXPECT_EQ(german.said(change), "27,5 → 28,25 ms");
    EXPECT_EQ(german.said(percentText(-0.1111)), "−11,1 %");
    EXPECT_EQ(german.said(inUnit(kMs / 2, TimeUnit::Unit)), "0,5 units");
    EXPECT_EQ(german.said(shortText(3 * kMs, kMs, 2)), "3");
    // An op is no number.
    EXPECT_EQ(german.said(say(phrase("edit", "Place %1"), "F0.3")), "Place F0.3");
}

TEST(NumberText, RoundsHalvesAwayFromZero) {
    EXPECT_EQ(timeText(982'425'500, TimeUnit::Ms), "982.426 ms");
    EXPECT_EQ(timeText(839'400'500, TimeUnit::Ms), "839.401 ms");
    EXPECT_EQ(timeText(-982'425'500, TimeUnit::Ms), "-982.426 ms");
    EXPECT_EQ(shareText(0.03125), "0.0313");
}

TEST(NumberText, ADifferenceHasTheDigitsOfWhatItIsAPartOf) {
    EXPECT_EQ(differenceText({4'666'683, 1}, {79'000'014, 1}, TimeUnit::Unit), "4.667");
    EXPECT_EQ(differenceText({14, 1}, {79'000'014, 1}, TimeUnit::Unit), "0");
    EXPECT_EQ(differenceText({2'130'000, 1}, {23'400'000, 1}, TimeUnit::S), "0.0021 s");
}

TEST(NumberText, SaysATimeThatIsNotWholeInDecimals) {
    EXPECT_EQ(periodText({91 * kMs, 3}, TimeUnit::Ms), "30.333 ms");
    EXPECT_EQ(periodText({80'669 * kMs, 80}, TimeUnit::Ms), "1008.363 ms");
    EXPECT_EQ(periodText({91 * kMs, 2}, TimeUnit::Ms), "45.5 ms");
    EXPECT_EQ(periodText({37'044'001, 2}, TimeUnit::Ms), "18.522 ms");
}

TEST(NumberText, RoundsMeasuredTimesUpAsWellAsDown) {
    EXPECT_EQ(roundedTimeText(Fraction{5'999'999, 2}, TimeUnit::Ms), "3 ms");
    EXPECT_EQ(roundedTimeText(Fraction{2'000'400, 1}, TimeUnit::Ms), "2 ms");
}

TEST(NumberText, ALimitThatASentenceNamesIsWhole) {
    EXPECT_EQ(inUnit(Bytes{1} << 29, MemoryUnit::GiB).text(), "0.5 GiB");
    EXPECT_EQ(inUnit(Bytes{1'073'741'825}, MemoryUnit::GiB).text(), "1.000000000931322574615478515625 GiB");
    EXPECT_EQ(memoryText(1'073'741'825, MemoryUnit::GiB), "1 GiB");
    EXPECT_EQ(inUnit(Time{12'333'333}, TimeUnit::Ms).text(), "12.333 ms");
}

TEST(NumberText, WindowsShowFewDecimalsWithZerosAtTheEndOnlyWhereAFigureMustNotJump) {
    EXPECT_EQ(shortText(27 * kMs, kMs, 2), "27");
    EXPECT_EQ(fixedText(27 * kMs, kMs, 2), "27.00");
    EXPECT_EQ(shortText(-982'425'000, kMs, 2), "−982.43");
    EXPECT_EQ(fixedText(-982'425'000, kMs, 2), "−982.43");
    EXPECT_EQ(shortText(1'200 * kMs, kMs, 0), "1200");
    EXPECT_EQ(fixedText(-4'000, kMs, 2), "0.00") << "what rounds to nothing has no sign";
    EXPECT_EQ(changeText(1.0 / 27), "+3.7 %");
    EXPECT_EQ(changeText(-0.034), "−3.4 %");
    EXPECT_EQ(changeText(0.0001), "0.0 %");
}

} // namespace
} // namespace lanewright::numbers
