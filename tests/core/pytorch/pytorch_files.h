// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/files.h"
#include "core/model/text.h"
#include "core/pytorch/csv.h"
#include "tests/support/repository.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

/// What the tests of PyTorch's CSV share.
namespace lanewright::test {

/// A file of `tests/data/pytorch`. The schedules without `comms` in their name are the orders that PyTorch's own
/// classes make (idle cells dropped), those with it what torch 2.15 lowers them to.
inline std::string pytorchFile(const std::string& name) {
    const Result<std::string> text = readFile(inRepository("tests/data/pytorch/" + name));
    EXPECT_TRUE(text) << name << ": " << text.error().message;
    return text ? *text : std::string{};
}

inline PytorchImport read(std::string_view csv) {
    const Result<PytorchImport> import = readPytorchCsv(csv);
    EXPECT_TRUE(import) << import.error().where << ": " << import.error().message;
    return import ? *import : PytorchImport{};
}

inline std::string exported(const Plan& plan, const PytorchExport& options = {}) {
    const Result<PytorchText> csv = writePytorchCsv(plan, options);
    EXPECT_TRUE(csv) << csv.error().message;
    return csv ? csv->text : std::string{};
}

constexpr PytorchExport kPacked{.ticks = false};
constexpr PytorchExport kComms{.flavour = PytorchFlavour::ComputeComms};
constexpr PytorchExport kSharded{.flavour = PytorchFlavour::ComputeComms, .fsdp = true};

/// A plan of unit costs with these rows, op by op in our notation.
inline Plan planOf(std::string_view rows, Placement placement, int microbatches) {
    Plan plan{.schedule = {.placement = std::move(placement), .microbatches = microbatches}};
    plan.schedule.order = *rowsFromText(rows);
    plan.costs = uniform(plan.schedule.stages());
    plan.memory = uniformMemory(plan.schedule.stages(), plan.schedule.ranks(), {});
    return plan;
}

} // namespace lanewright::test
