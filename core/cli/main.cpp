// SPDX-License-Identifier: Apache-2.0
#include "core/base/allocation.h"
#include "core/cli/commands.h"
#include "core/cli/manual.h"

using namespace lanewright::cli;

namespace {

constexpr const char* kDescription =
    "Lanewright makes, checks, simulates, runs and compares pipeline-parallel training schedules.";

constexpr const char* kMainFooter = R"(
Exit codes: 0 done, 1 the answer is no (invalid, infeasible, differs), 2 wrong usage or unreadable input,
3 a run failed, 4 a backend, GPU or launcher is missing, 130 stopped (best so far saved).

Example:
  lanewright-cli generate zb-h1 -p 4 -m 8 -o a.lwsched && lanewright-cli simulate a.lwsched
"lanewright-cli COMMAND --help" tells more about a command.)";

const Program kProgram{"lanewright-cli", kDescription, kMainFooter, LANEWRIGHT_VERSION};

const std::vector<Page>& pages() {
    static const std::vector<Page> kPages = {
        {"--manual",
         "Print the manual page, for man",
         {},
         [](const std::string&) { return manualPage(kProgram, pages()); }},
        {"--completion", "Print what the shell completes", {"bash", "zsh", "fish"}, [](const std::string& shell) {
             return completionScript(pages(), shell);
         }}};
    return kPages;
}

} // namespace

int main(int argc, char** argv) {
    lanewright::keepFreedMemory();
    return static_cast<int>(runCommandLine(kProgram, pages(), argc, argv));
}
