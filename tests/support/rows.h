// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"
#include "core/model/costs.h"
#include "core/model/plan.h"
#include "core/model/schedule.h"

#include <string>
#include <string_view>
#include <vector>

namespace lanewright::test {

/// The rows that the text draws, one per line. A text that is no order ends the test program with the reason.
std::vector<Row> rows(std::string_view text);

/// The blocks of a row, one space between them: what `rows` reads.
std::string textOf(const Row& row);

/// The op that the word names, with the same rule.
Op op(std::string_view word);

/// `count` units of time as ticks.
constexpr Time unit(Time count = 1) { return count * kTimeUnit; }

/// F, B and W of one unit each, on every stage.
Costs unitCosts(int stages, Time transfer = 0);

/// One unit of memory per F, of which B frees `freedByB` and W the rest.
MemoryCosts unitMemory(int stages, int ranks, Bytes freedByB = 0, std::optional<Bytes> limit = {});

/// The schedule of stage i on rank i.
Schedule linearSchedule(int ranks, int microbatches, std::string_view order);

/// A plan of stage i on rank i with unit costs and unit memory.
Plan linearPlan(int ranks, int microbatches, std::string_view order);

/// 1F1B of two ranks and two microbatches with those costs, F of 1 unit and BW of 2:
///   rank 0: F F . . B0 B0 . B1 B1
///   rank 1: . F B0 B0 F B1 B1
Plan smallPlan(Time transfer = 0);

/// The ZB-H1 order of 4 ranks and 8 microbatches, drawn by hand.
std::string_view zbH1Rows();

} // namespace lanewright::test
