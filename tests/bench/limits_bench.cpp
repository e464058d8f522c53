// SPDX-License-Identifier: Apache-2.0
// Tries the automatic generators on random problems with a limit per rank, and prints a report:
//     bench_limits [PROBLEMS [FIRST_SEED]]
#include "tests/support/limit_trials.h"

#include <cstdio>
#include <cstdlib>

int main(int argc, char** argv) {
    using namespace lanewright::test;
    const int problems = argc > 1 ? std::atoi(argv[1]) : 10'000;
    const std::uint64_t firstSeed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
    if (problems < 1) {
        std::fputs("bench_limits: PROBLEMS is a number above 0\n", stderr);
        return 2;
    }
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
