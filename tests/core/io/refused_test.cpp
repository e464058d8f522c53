// SPDX-License-Identifier: Apache-2.0
#include "core/io/files.h"
#include "core/open/open_file.h"
#include "core/pytorch/csv.h"
#include "tests/core/io/documents.h"
#include "tests/support/repository.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>

using namespace lanewright;

namespace {

const std::string kFolder = test::inRepository("tests/data/refused/");

/// Why the file is refused; a schedule or run through the door that every command and window uses.
Error refusalOfFile(const std::string& name) {
    const Error accepted{"accepted"};
    if (name.ends_with(".csv")) {
        const Result<Plan> plan = planFromPytorchCsv(*readFile(kFolder + name));
        return plan ? accepted : plan.error();
    }
    const Result<Opened> opened = openFile(kFolder + name);
    return opened ? accepted : opened.error();
}

/// `expected.tsv`: name, place and sentence of every file in the folder.
std::map<std::string, Error> expectations() {
    std::map<std::string, Error> expected;
    for (const std::string& line : test::linesOf(*readFile(kFolder + "expected.tsv"))) {
        const std::size_t first = line.find('\t');
        const std::size_t second = line.find('\t', first + 1);
        expected[line.substr(0, first)] = {line.substr(second + 1), line.substr(first + 1, second - first - 1)};
    }
    return expected;
}

} // namespace

TEST(Refused, EveryFileOfTheCorpusGetsItsOneSentenceAndPlace) {
    const auto expected = expectations();
    EXPECT_GE(expected.size(), 40u);
    for (const auto& [name, error] : expected) {
        const Error actual = refusalOfFile(name);
        EXPECT_EQ(actual.message, error.message) << name;
        EXPECT_EQ(actual.where, error.where) << name;
    }
}

TEST(Refused, EveryFileOfTheCorpusIsExpected) {
    const auto expected = expectations();
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator{kFolder}) {
        const std::string name = entry.path().filename().string();
        if (name == "expected.tsv")
            continue;
        EXPECT_TRUE(expected.contains(name)) << name;
        ++files;
    }
    EXPECT_EQ(files, expected.size());
}

TEST(Refused, EverySentenceIsOneLineOfReasonableLength) {
    for (const auto& [name, error] : expectations()) {
        EXPECT_EQ(error.message.text().find('\n'), std::string::npos) << name;
        EXPECT_LT(error.message.text().size() + error.where.text().size(), 250u) << name;
    }
}
