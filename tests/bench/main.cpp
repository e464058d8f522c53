// SPDX-License-Identifier: Apache-2.0
#include "core/base/allocation.h"

#include <benchmark/benchmark.h>

int main(int argc, char** argv) {
    lanewright::keepFreedMemory(); // as the programs do
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
        return 2;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
}
