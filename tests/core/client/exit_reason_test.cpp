// SPDX-License-Identifier: Apache-2.0
#include "core/client/exit_reason.h"

#include <gtest/gtest.h>

namespace lanewright {
namespace {

TEST(ExitReason, IsReadFromOpenMpi) {
    const char* complaint = R"(--------------------------------------------------------------------------
Primary job  terminated normally, but 1 process returned
a non-zero exit code. Per user-direction, the job has been aborted.
--------------------------------------------------------------------------
--------------------------------------------------------------------------
mpirun noticed that process rank 2 with PID 31337 on node box exited on signal 11 (Segmentation fault).
--------------------------------------------------------------------------
)";
    EXPECT_EQ(exitReasonIn(complaint, {}), (ExitReason{2, "was killed by signal 11 (Segmentation fault)"}));
}

TEST(ExitReason, NamesTheFirstRankOfAProcessThatHostedSeveral) {
    const char* killed = "mpirun noticed that process rank 1 with PID 77 on node x exited on signal 9 (Killed).";
    EXPECT_EQ(exitReasonIn(killed, {76, 76, 77, 77})->rank, 2);
    EXPECT_EQ(exitReasonIn(killed, {77, 76, 77})->rank, 0);
    const char* ended = "Process name: [[62042,1],1]\n  Exit code:    5\n";
    EXPECT_EQ(exitReasonIn(ended, {76, 76, 76, 77})->rank, 3);
}

TEST(ExitReason, IsReadFromTheExitCodeThatOpenMpiReports) {
    const char* complaint = R"(
mpirun detected that one or more processes exited with non-zero status, thus causing
the job to be terminated. The first process to do so was:

  Process name: [[62042,1],3]
  Exit code:    5
)";
    EXPECT_EQ(exitReasonIn(complaint, {}), (ExitReason{3, "ended with exit code 5"}));
}

TEST(ExitReason, IsReadFromMpichThroughItsPid) {
    const char* complaint = R"(
===================================================================================
=   BAD TERMINATION OF ONE OF YOUR APPLICATION PROCESSES
=   PID 4711 RUNNING AT box
=   EXIT CODE: 9
=   CLEANING UP REMAINING PROCESSES
===================================================================================
)";
    EXPECT_EQ(exitReasonIn(complaint, {4710, 4711}), (ExitReason{1, "was killed by signal 9 (Killed)"}));
    EXPECT_EQ(exitReasonIn(complaint, {1, 2}), std::nullopt);
}

TEST(ExitReason, IsReadFromTorchrun) {
    const char* complaint = R"(
============================================================
lanewright/engine.py FAILED
------------------------------------------------------------
Failures:
  <NO_OTHER_FAILURES>
------------------------------------------------------------
Root Cause (first observed failure):
[0]:
  time      : 2026-11-23_12:00:00
  host      : box
  rank      : 3 (local_rank: 1)
  exitcode  : -9 (pid: 4711)
  error_file: <N/A>
  traceback : Signal 9 (SIGKILL) received by PID 4711
============================================================
)";
    EXPECT_EQ(exitReasonIn(complaint, {}), (ExitReason{3, "was killed by signal 9 (Killed)"}));
}

TEST(ExitReason, IsNotInventedFromOtherWords) {
    EXPECT_EQ(exitReasonIn("", {}), std::nullopt);
    EXPECT_EQ(exitReasonIn("noticed that process rank two", {}), std::nullopt);
    EXPECT_EQ(exitReasonIn("Process name: [", {}), std::nullopt);
    EXPECT_EQ(exitReasonIn("BAD TERMINATION PID", {7}), std::nullopt);
}

TEST(ExitReason, LastWordsPassOverRulesAndBlankLines) {
    EXPECT_EQ(lastMessage("first\n  the reason\n------\n\n"), "the reason");
    EXPECT_EQ(lastMessage("----\n\n"), "");
    EXPECT_EQ(lastMessage(""), "");
}

TEST(ExitReason, LastWordsAreWhatAnExplanationBeginsWith) {
    const std::string rule(74, '-');
    const std::string box = rule +
                            "\nNo network interfaces were found for out-of-band communications. We require\n"
                            "at least one available network for out-of-band messaging.\n\n"
                            "You may want to look at your network.\n" +
                            rule + "\n";
    const std::string words =
        "No network interfaces were found for out-of-band communications. We require at least one "
        "available network for out-of-band messaging.";
    EXPECT_EQ(lastMessage("[node:1] begins\n" + box), words);
    EXPECT_EQ(lastMessage(rule + "\nanother box\n" + rule + "\n" + box + "\n"), words);
    EXPECT_EQ(lastMessage(box + "[node:1] 1 more process has sent help message help-mpi-runtime.txt / mpi_init\n"),
              words);
    EXPECT_EQ(lastMessage(box + "[node:1] ends badly\n"), "[node:1] ends badly");
    EXPECT_EQ(lastMessage(box.substr(0, 110)), box.substr(75, 35));
}

} // namespace
} // namespace lanewright
