// SPDX-License-Identifier: Apache-2.0
#include "core/generate/catalogue.h"
#include "tests/support/generator_trials.h"
#include "tests/support/trials.h"

#include <gtest/gtest.h>

namespace lanewright::test {
namespace {

/// `bench_random_files` tries ten thousand.
TEST(RandomFiles, WhatEveryGeneratorMakesOfEveryKeyOpensIsValidAndTakesAsLong) {
    const GeneratorTrials tried = tryGenerators(1, static_cast<int>(trials(150)));
    for (const std::string& fault : tried.faults)
        ADD_FAILURE() << fault;
    EXPECT_LE(tried.tooMuch, tried.files / 10);
    for (const Generator& generator : generators()) {
        const GeneratorRecord& record = tried.records.at(std::string{generator.name});
        EXPECT_GE(record.made, tried.files / 20) << generator.name << ": refusals prove nothing";
        EXPECT_GE(record.replaced, 1) << generator.name;
    }
}

} // namespace
} // namespace lanewright::test
