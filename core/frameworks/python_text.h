// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/plan.h"

#include <functional>
#include <string>
#include <string_view>

/// What the modules of `python_orders.h` have in common.
namespace lanewright::python {

/// Fails on what no taker, here called `name`, can say, and on orders that nobody can run.
Result<Done> checkSayable(const Plan& plan, std::string_view name);

/// Comments on top: what the order is, who it is for, and how it is taken.
std::string heading(const Plan& plan, std::string_view name, std::string_view usage);

/// `ORDER`, a line of text per rank with a word per block, `RANK_OF_STAGE` and `MICROBATCHES`. A block whose word is
/// empty is left out.
std::string tables(const Schedule& schedule, const std::function<std::string(const Block&)>& wordOf);

/// A Python function that reads the words: `F0.7` is `("F", 0, 7)`.
extern const std::string_view kReadsOps;

} // namespace lanewright::python
