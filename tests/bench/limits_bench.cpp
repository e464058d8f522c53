// SPDX-License-Identifier: Apache-2.0
#include "tests/support/limit_trials.h"

#include <cstdio>

#include <CLI/CLI.hpp>

int main(int argc, char** argv) {
    using namespace lanewright::test;
    CLI::App app{"Tries the automatic generators on random problems with a limit per rank, and prints a report"};
    int problems = 10'000;
    std::uint64_t firstSeed = 1;
    app.add_option("PROBLEMS", problems, "how many")->check(CLI::Range(1, 1'000'000))->capture_default_str();
    app.add_option("FIRST_SEED", firstSeed, "of the first of them")->capture_default_str();
    CLI11_PARSE(app, argc, argv);
    const LimitTrials trials = tryLimits(firstSeed, problems);
    std::printf("%d problems from seed %llu, %d of them tiny.\n\n", trials.problems,
                static_cast<unsigned long long>(firstSeed), trials.tiny);
    std::puts("| generator | made within limits | refused | held against all orders |\n|---|---:|---:|---:|");
    for (const auto& [name, record] : trials.records)
        std::printf("| %s | %d | %d | %d |\n", name.c_str(), record.made, record.refused, record.searched);
    std::printf("\nFaults: %zu\n", trials.faults.size());
    for (const std::string& fault : trials.faults)
        std::printf("- %s\n", fault.c_str());
    return trials.faults.empty() ? 0 : 1;
}
