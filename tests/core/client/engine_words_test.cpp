// SPDX-License-Identifier: Apache-2.0
#include "core/client/engine_words.h"

#include "core/io/files.h"
#include "core/protocol/obstacles.h"
#include "tests/support/repository.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <regex>
#include <set>

using namespace lanewright;

namespace {

/// What stands in quotes in the engine's sources, by file; what is written in several pieces in one.
std::map<std::string, std::vector<std::string>> wordsOfTheEngine() {
    static const std::regex comment("//[^\n]*");
    static const std::regex include("#include[^\n]*");
    static const std::regex quote(R"('\\?"')"); // as a character
    static const std::regex seam("([^\\\\])\"\\s*\"");
    static const std::regex quoted(R"re("((?:[^"\\\n]|\\.)*)")re");
    std::map<std::string, std::vector<std::string>> words;
    const std::filesystem::path house = test::inRepository("engine");
    for (const auto& entry : std::filesystem::recursive_directory_iterator{house}) {
        if (entry.path().extension() != ".cpp" && entry.path().extension() != ".h")
            continue;
        std::string text = *readFile(entry.path().string());
        for (const auto& [what, by] :
             {std::pair(comment, ""), std::pair(include, ""), std::pair(quote, ""), std::pair(seam, "$1")})
            text = std::regex_replace(text, what, by);
        for (std::sregex_iterator at(text.begin(), text.end(), quoted), end; at != end; ++at)
            words[entry.path().lexically_relative(house).generic_string()].push_back((*at)[1]);
    }
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

/// Whether the words stand in pieces of phrases; a number in them may be an argument.
bool isSaid(const std::string& words, const std::vector<std::string>& pieces) {
    const auto isIn = [&](const std::string& part) {
        return std::ranges::any_of(pieces,
                                   [&](const std::string& piece) { return piece.find(part) != std::string::npos; });
    };
    static const std::regex number("[0-9]+");
    const std::sregex_token_iterator parts(words.begin(), words.end(), number, -1);
    return isIn(words) ||
           std::all_of(parts, std::sregex_token_iterator(), [&](const auto& part) { return isIn(part); });
}

} // namespace

TEST(EngineWords, StandInTheEngine) {
    // The proof of what GPUs run says what the engine reports.
    std::string all = *readFile(test::inRepository("core/program/enqueue_list_proof.cpp"));
    for (const auto& [file, words] : wordsOfTheEngine())
        for (const std::string& each : words)
            all += each + '\n';
    for (const Phrase& phrase : enginePhrases())
        for (const std::string& piece : piecesOf(phrase.text))
            EXPECT_NE(all.find(piece), std::string::npos) << '"' << piece << "\" of: " << phrase.text;
}

// Whoever adds a sentence to the engine is told here that it has no phrase, and so no German.
TEST(EngineWords, AreThereForEverySentenceOfTheEngine) {
    // Not said over the protocol: kernels' assembly and tests' GPU, how a product is computed, the words of the
    // command line alone, and what is no sentence.
    const std::set<std::string> silent = {"cuda/kernels/device_code.h", "main/options.cpp"};
    const std::set<std::string> noSentences = {": algorithm ",
                                               ", tile ",
                                               ", stages ",
                                               ", cluster ",
                                               ", variant ",
                                               ", added",
                                               ", bias",
                                               " rounded",
                                               ", sums of the left",
                                               ", parts of the depth ",
                                               "cuBLASLt ",
                                               " lanes ",
                                               " multiprocessors",
                                               "that share its multiprocessors",
                                               "sends to",
                                               ": cannot open shared object file",
                                               "states are written lowest byte first",
                                               "no tile is that wide",
                                               "lanewright-engine ",
                                               "(anonymous namespace)::",
                                               "CUDA "};
    std::vector<std::string> pieces;
    for (const std::span<const Phrase> phrases : {enginePhrases(), std::span<const Phrase>(obstacle::kAll)})
        for (const Phrase& phrase : phrases)
            std::ranges::move(piecesOf(phrase.text), std::back_inserter(pieces));
    static const std::regex prose("[a-z]{2}");
    int sentences = 0;
    for (const auto& [file, words] : wordsOfTheEngine())
        for (const std::string& each : words) {
            const bool isProse = each.find(' ') != std::string::npos && std::regex_search(each, prose);
            if (!isProse || silent.contains(file) || noSentences.contains(each) ||
                each.starts_with("lanewright-engine: "))
                continue;
            ++sentences;
            EXPECT_TRUE(isSaid(each, pieces))
                << file << ": \"" << each << "\" is in no phrase of core/client/engine_words.cpp";
        }
    EXPECT_GT(sentences, 150);
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

TEST(EngineWords, AreKnownBehindANameAndBeforeAPlace) {
    const Message call = engineSaid("cuMemMap: the driver's error 2 (engine/cuda/call.cpp:28)");
    EXPECT_EQ(call.arguments().at(1), "engine/cuda/call.cpp:28");
    EXPECT_EQ(call.arguments().at(0).arguments().at(0), "cuMemMap");
    EXPECT_EQ(call.arguments().at(0).arguments().at(1).arguments().at(0), "2");
    EXPECT_EQ(call.text(), "cuMemMap: the driver's error 2 (engine/cuda/call.cpp:28)");
}

TEST(EngineWords, AreKnownOfATrainingState) {
    const Message misfit = engineSaid("the training state does not fit: it is of a model with layers 8, not 4 (state)");
    const Message& model = misfit.arguments().at(0).arguments().at(0);
    EXPECT_FALSE(model.isPlain());
    EXPECT_EQ(model.arguments().at(1), "8");
    EXPECT_EQ(model.arguments().at(2), "4");
    EXPECT_EQ(misfit.text(), "the training state does not fit: it is of a model with layers 8, not 4 (state)");
}

TEST(EngineWords, LeaveWhatNobodyKnowsAsItCame) {
    EXPECT_TRUE(engineSaid("a meteor fell on rank 3: oh").isPlain());
    EXPECT_EQ(engineSaid("a meteor fell on rank 3: oh").text(), "a meteor fell on rank 3: oh");
}
