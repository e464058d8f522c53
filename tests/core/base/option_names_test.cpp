// SPDX-License-Identifier: Apache-2.0
#include "core/base/option_names.h"

#include "core/base/places.h"

#include <gtest/gtest.h>

using namespace lanewright;

namespace {

std::string keyed(std::string_view typed) { return "<" + std::string{typed.substr(typed.find_last_of('-') + 1)} + ">"; }

} // namespace

TEST(OptionNames, AreAsTheyAreTypedUntilSomebodyCallsThemOtherwise) {
    const Message sentence = naming("-p and --tf (or --tb/--tw) of %1", {"a --tf b"});
    EXPECT_EQ(sentence, "-p and --tf (or --tb/--tw) of a --tf b");
    EXPECT_EQ(withOptionsCalled(sentence, keyed), "<p> and <tf> (or <tb>/<tw>) of a --tf b");
}

TEST(OptionNames, AreFoundWithinOtherMessages) {
    const Message place = within(optionNamed("--lengths"), say(phrase("test", "in %1"), optionNamed("PROBLEM")));
    EXPECT_EQ(place, "--lengths: in PROBLEM");
    EXPECT_EQ(withOptionsCalled(place, keyed), "<lengths>: in <PROBLEM>");
    EXPECT_EQ(withOptionsCalled("--tf", keyed), "--tf") << "words that were given";
}

TEST(OptionNames, AreNoNumbersAndNoHyphens) {
    const Message sentence = naming("changes of -2 in left-out rows -- or - less");
    EXPECT_TRUE(sentence.arguments().empty());
    EXPECT_EQ(sentence, "changes of -2 in left-out rows -- or - less");
}
