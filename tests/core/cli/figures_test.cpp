// SPDX-License-Identifier: Apache-2.0
// The classic figures are what the commands on their page make; LANEWRIGHT_RENEW_PICTURES=1 makes them anew.
#include "core/io/files.h"
#include "tests/core/cli/driver.h"
#include "tests/support/repository.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <set>
#include <sstream>

namespace lanewright::test {
namespace {

std::string figureFile(const std::string& name) { return inRepository("schedules/gallery/figures/" + name); }

/// The picture that a command of the page makes, and the command.
struct FigureCommand {
    std::string picture = {};
    std::string command = {};

    friend void PrintTo(const FigureCommand& figure, std::ostream* out) { *out << figure.command; }
};

std::vector<FigureCommand> figureCommands() {
    std::vector<FigureCommand> commands;
    std::istringstream page(*readFile(figureFile("README.md")));
    for (std::string line; std::getline(page, line);)
        if (line.starts_with("    lanewright-cli ")) {
            std::istringstream words(line);
            for (std::string word; words >> word;)
                if (word.ends_with(".svg"))
                    commands.push_back({word, line});
        }
    return commands;
}

std::string replaced(std::string text, const std::string& word, const std::string& by) {
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + by.size()))
        text.replace(at, word.size(), by);
    return text;
}

} // namespace

class ClassicFigures : public testing::TestWithParam<FigureCommand> {};

TEST_P(ClassicFigures, AreWhatTheirCommandsMake) {
    const auto& [picture, command] = GetParam();
    const Folder folder;
    const std::string shell = replaced(replaced(command, "lanewright-cli", "\"$0\""), picture, folder.path(picture));
    Process process = startCliBy("set -e; cd '" + figureFile("") + "'; " + shell, {"--version"});
    const Answer answer = answerOf(process);
    EXPECT_EQ(answer.code, 0);
    EXPECT_EQ(answer.errors, "");
    if (std::getenv("LANEWRIGHT_RENEW_PICTURES"))
        std::filesystem::copy_file(folder.path(picture), figureFile(picture),
                                   std::filesystem::copy_options::overwrite_existing);
    const Result<std::string> kept = readFile(figureFile(picture));
    EXPECT_TRUE(kept && *kept == folder.read(picture)) << "LANEWRIGHT_RENEW_PICTURES=1 test_cli makes " << picture;
}

INSTANTIATE_TEST_SUITE_P(Of, ClassicFigures, testing::ValuesIn(figureCommands()), [](const auto& figure) {
    return replaced(replaced(figure.param.picture, "-", ""), ".svg", "");
});

TEST(ClassicFigures, AllHaveACommandAndAValidOrder) {
    std::set<std::string> pictures;
    for (const FigureCommand& each : figureCommands())
        pictures.insert(each.picture);
    std::set<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(figureFile(""))) {
        const std::string name = entry.path().filename().string();
        if (name.ends_with(".svg"))
            files.insert(name);
        EXPECT_TRUE(!name.ends_with(".lwsched") || cli({"validate", entry.path().string()}).code == 0) << name;
    }
    EXPECT_EQ(files, pictures);
    EXPECT_EQ(files.size(), 12U);
}

} // namespace lanewright::test
