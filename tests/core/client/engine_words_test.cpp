// SPDX-License-Identifier: Apache-2.0
#include "core/client/engine_words.h"

#include "core/io/files.h"
#include "tests/support/repository.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <regex>

using namespace lanewright;

namespace {

/// All that stands in quotes in the engine's sources; what is written in several pieces in one.
std::string wordsOfTheEngine() {
    std::string words;
    for (const auto& entry : std::filesystem::recursive_directory_iterator{test::inRepository("engine")})
        if (entry.path().extension() == ".cpp" || entry.path().extension() == ".h")
            words += std::regex_replace(*readFile(entry.path().string()), std::regex("([^\\\\])\"\\s*\""), "$1");
    return words;
}

/// What stands between the places of a phrase, as it stands in a source.
std::vector<std::string> piecesOf(std::string_view phrase) {
    std::vector<std::string> pieces(1);
    for (std::size_t at = 0; at < phrase.size(); ++at)
        if (phrase[at] == '%')
            pieces.emplace_back(), ++at;
        else if (phrase[at] == '"')
            pieces.back() += "\\\"";
        else
            pieces.back() += phrase[at];
    return pieces;
}

} // namespace

TEST(EngineWords, StandInTheEngine) {
    const std::string words = wordsOfTheEngine();
    for (const Phrase& phrase : enginePhrases())
        for (const std::string& piece : piecesOf(phrase.text))
            EXPECT_NE(words.find(piece), std::string::npos) << '"' << piece << "\" of: " << phrase.text;
}

TEST(EngineWords, AreKnownAgain) {
    const Message loss = engineSaid("the loss of step 12 is no number; a smaller learning rate may help");
    EXPECT_FALSE(loss.isPlain());
    EXPECT_EQ(loss.arguments().at(0), "12");
    const Message model = engineSaid("the model's number of heads is 0; it must be between 1 and 4096");
    EXPECT_FALSE(model.arguments().at(0).isPlain());
    EXPECT_EQ(model.text(), "the model's number of heads is 0; it must be between 1 and 4096");
    const Message silent =
        engineSaid("rank 2 does not answer; on rank 1, F1.0 has waited for a1.0 from rank 2 for more "
                   "than 10 s");
    EXPECT_FALSE(silent.arguments().at(2).isPlain());
    const Message placed = engineSaid("the run request is wrong: must be from 0 to 1, not 2 (optimizer.beta1)");
    EXPECT_EQ(placed.arguments().at(1), "optimizer.beta1");
}

TEST(EngineWords, LeaveWhatNobodyKnowsAsItCame) {
    EXPECT_TRUE(engineSaid("MPI said \"oh\" to MPI_Send").isPlain());
    EXPECT_EQ(engineSaid("MPI said \"oh\" to MPI_Send").text(), "MPI said \"oh\" to MPI_Send");
}
