// SPDX-License-Identifier: Apache-2.0
#include "tests/core/cli/driver.h"

#include <gtest/gtest.h>

namespace lanewright::test {
namespace {

TEST(Render, HandsThePictureToTheDesktopProgram) {
    const Folder folder;
    const std::string file = folder.schedule("a.lwsched", {"zb-h1", "-p", "2", "-m", "2"});
    const std::string app = folder.script("lanewright", "echo \"$QT_QPA_PLATFORM $*\" > asked");
    const std::string picture = folder.path("a.png");
    const Answer answer =
        cli({"render", file, picture, "--with", file, "--size", "800x600", "--theme", "dark", "--json"},
            {"LANEWRIGHT_APP=" + app});
    EXPECT_EQ(jsonOf(answer)["output"], picture);
    EXPECT_EQ(folder.read("asked"),
              "offscreen --render " + file + " " + picture + " --with " + file + " --size 800x600 --theme dark\n");
}

TEST(Render, PassesOnWhyNothingWasDrawn) {
    const Folder folder;
    const std::string file = folder.schedule("a.lwsched", {"zb-h1", "-p", "2", "-m", "2"});
    const std::string app = folder.script("lanewright", "echo \"$LANEWRIGHT_CALLED_AS: the disk is full\" >&2; exit 2");
    const Answer answer = cli({"render", file, folder.path("a.png")}, {"LANEWRIGHT_APP=" + app});
    EXPECT_EQ(answer.code, 2);
    EXPECT_EQ(answer.errors, "lanewright-cli: the disk is full\n");
    const std::string dies = folder.script("dies", "kill -9 $$");
    EXPECT_EQ(cli({"render", file, folder.path("a.png")}, {"LANEWRIGHT_APP=" + dies}).code, 3);
}

TEST(Render, SaysThatTheDesktopProgramIsMissing) {
    const Folder folder;
    const std::string file = folder.schedule("a.lwsched", {"zb-h1", "-p", "2", "-m", "2"});
    const Answer answer = cli({"render", file, folder.path("a.svg")}, {"LANEWRIGHT_APP=/no/such/lanewright"});
    EXPECT_EQ(answer.code, 4);
    EXPECT_NE(answer.errors.find("/no/such/lanewright"), std::string::npos);
}

} // namespace
} // namespace lanewright::test
