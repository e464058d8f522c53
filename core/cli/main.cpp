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

/// Options that print what is made of the table of options, and end.
void addPages(Parser& program) {
    program.addPage(
        "--manual", [&program] { print(manualPage(program.table(), LANEWRIGHT_VERSION)); },
        "Print the manual page, for man");
    program.addPage(
        "--completion", {"bash", "zsh", "fish"},
        [&program](const std::string& shell) { print(completionScript(program.table(), *shellFrom(shell))); },
        "Print what the shell completes");
}

} // namespace

int main(int argc, char** argv) {
    lanewright::keepFreedMemory();
    Parser program{"lanewright-cli", kDescription, LANEWRIGHT_VERSION};
    program.setFooter(kMainFooter);
    addPages(program);
    for (const auto add :
         {addGenerate, addList, addSimulate, addValidate, addBound, addCheckProof, addRun, addProfile, addCompare,
          addCosts, addCauses, addRender, addConvert, addImport, addSolve, addPlan, addListen})
        add(program);
    return static_cast<int>(program.run(argc, argv));
}
