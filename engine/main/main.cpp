// SPDX-License-Identifier: Apache-2.0
#include "engine/main/launch.h"
#include "engine/main/options.h"
#include "engine/main/streams.h"

#include <cstdio>

int main(int count, char** words) {
    using namespace lanewright;
    using namespace lanewright::engine;
    const Result<Options> options = optionsFrom(count, words);
    if (!options) {
        std::fprintf(stderr, "lanewright-engine: %s\n", options.error().message.text().c_str());
        return 2;
    }
    switch (options->action) {
    case Options::Action::Help: std::fputs(helpText().c_str(), stdout); return 0;
    case Options::Action::Version: std::puts(versionText().c_str()); return 0;
    case Options::Action::Capabilities: std::puts(capabilities(options->gpus).c_str()); return 0;
    case Options::Action::Workload: return writeWorkloadOf(options->request, options->folder);
    case Options::Action::Run: break;
    }
    catchSignals(!options->inProcess);
    sayUncaughtExceptions();
#ifdef LANEWRIGHT_WITH_MPI
    if (!options->inProcess)
        return runWithMpi(options->request);
#else
    if (!options->inProcess)
        std::fputs("lanewright-engine: built without MPI; all ranks run in this process\n", stderr);
#endif
    return runHere(options->request);
}
