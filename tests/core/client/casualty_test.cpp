// SPDX-License-Identifier: Apache-2.0
#include "core/client/casualty.h"

#include <gtest/gtest.h>

namespace lanewright {
namespace {

TEST(Casualty, IsReadFromOpenMpi) {
    const char* complaint = R"(--------------------------------------------------------------------------
Primary job  terminated normally, but 1 process returned
a non-zero exit code. Per user-direction, the job has been aborted.
--------------------------------------------------------------------------
--------------------------------------------------------------------------
mpirun noticed that process rank 2 with PID 31337 on node box exited on signal 11 (Segmentation fault).
--------------------------------------------------------------------------
)";
    EXPECT_EQ(casualtyIn(complaint, {}), (Casualty{2, "was killed by signal 11 (Segmentation fault)"}));
}

TEST(Casualty, NamesTheFirstRankOfAProcessThatHostedSeveral) {
    const char* killed = "mpirun noticed that process rank 1 with PID 77 on node x exited on signal 9 (Killed).";
    EXPECT_EQ(casualtyIn(killed, {76, 76, 77, 77})->rank, 2);
    EXPECT_EQ(casualtyIn(killed, {77, 76, 77})->rank, 0);
    const char* ended = "Process name: [[62042,1],1]\n  Exit code:    5\n";
    EXPECT_EQ(casualtyIn(ended, {76, 76, 76, 77})->rank, 3);
}

TEST(Casualty, IsReadFromTheExitCodeThatOpenMpiReports) {
    const char* complaint = R"(
mpirun detected that one or more processes exited with non-zero status, thus causing
the job to be terminated. The first process to do so was:

  Process name: [[62042,1],3]
  Exit code:    5
)";
    EXPECT_EQ(casualtyIn(complaint, {}), (Casualty{3, "ended with exit code 5"}));
}

TEST(Casualty, IsReadFromMpichThroughItsPid) {
    const char* complaint = R"(
===================================================================================
=   BAD TERMINATION OF ONE OF YOUR APPLICATION PROCESSES
=   PID 4711 RUNNING AT box
=   EXIT CODE: 9
=   CLEANING UP REMAINING PROCESSES
===================================================================================
)";
    EXPECT_EQ(casualtyIn(complaint, {4710, 4711}), (Casualty{1, "was killed by signal 9 (Killed)"}));
    EXPECT_EQ(casualtyIn(complaint, {1, 2}), std::nullopt);
}

TEST(Casualty, IsNotInventedFromOtherWords) {
    EXPECT_EQ(casualtyIn("", {}), std::nullopt);
    EXPECT_EQ(casualtyIn("noticed that process rank two", {}), std::nullopt);
    EXPECT_EQ(casualtyIn("Process name: [", {}), std::nullopt);
    EXPECT_EQ(casualtyIn("BAD TERMINATION PID", {7}), std::nullopt);
}

TEST(Casualty, LastWordsPassOverRulesAndBlankLines) {
    EXPECT_EQ(lastWords("first\n  the reason\n------\n\n"), "the reason");
    EXPECT_EQ(lastWords("----\n\n"), "");
    EXPECT_EQ(lastWords(""), "");
}

} // namespace
} // namespace lanewright
