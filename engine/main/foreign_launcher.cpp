// SPDX-License-Identifier: Apache-2.0
#include "engine/main/foreign_launcher.h"

#include "core/base/whole_number.h"

#include <array>
#include <cstdlib>
#include <string_view>

namespace lanewright::engine {

namespace {

/// What a launcher tells its processes, by the names of environment variables.
struct Launcher {
    const char* name;
    const char* processes;
    const char* process;
};
constexpr std::array kLaunchers = {Launcher{"Open MPI", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"},
                                   Launcher{"MVAPICH", "MV2_COMM_WORLD_SIZE", "MV2_COMM_WORLD_RANK"},
                                   Launcher{"MPICH or Intel MPI", "PMI_SIZE", "PMI_RANK"},
                                   Launcher{"Slurm", "SLURM_STEP_NUM_TASKS", "SLURM_PROCID"}};

int numberIn(const char* variable) {
    const char* value = std::getenv(variable);
    std::string_view text = value != nullptr ? value : "";
    return takeWhole<int>(text).value_or(0);
}

} // namespace

std::optional<ForeignLauncher> foreignLauncher(int processes, const std::string& library) {
    if (processes > 1)
        return {};
    for (const Launcher& launcher : kLaunchers)
        if (const int started = numberIn(launcher.processes); started > 1)
            return ForeignLauncher{
                .process = numberIn(launcher.process),
                .words = say(phrase("engine", "the launcher of %1 started %2 processes, but this engine speaks %3, in "
                                              "which each of them is alone; start it with the mpirun of that MPI, "
                                              "which --launch can name, or with --in-process"),
                             launcher.name, started, library.substr(0, library.find(',')))};
    return {};
}

} // namespace lanewright::engine
