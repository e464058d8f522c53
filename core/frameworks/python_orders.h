// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/plan.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Orders for programs that take a schedule as a class of Python and read no file of one.
namespace lanewright {

/// A module of Python with a class `Schedule`, and a sentence for each thing of the plan that it does not say.
struct PythonOrder {
    std::string text = {};
    std::vector<Message> leftOut = {};
};

/// A program that takes such a class.
struct PythonTaker {
    std::string_view key = {};  ///< as `convert --to` names it
    std::string_view name = {}; ///< as people do
    Result<PythonOrder> (*write)(const Plan& plan) = nullptr;
};

/// All of them.
std::span<const PythonTaker> pythonTakers();
/// Null where the name is no key of one.
const PythonTaker* pythonTaker(std::string_view key);

/// A `BaseSchedule` of jaxpp (src/jaxpp/schedules.py, read at cf9e386 of 2026-05) with the order as its `tasks`: each
/// rank's, in turn, with its pairs as one `FusedTask`.
///
/// jaxpp computes the whole backward of stage 0 as one task, so that each W of stage 0 stands at its B; where any
/// backward is split, a BW is a B and a W that are fused. Fails on orders that are not valid (memory aside), that jaxpp
/// can't say (two directions, R ops, parts of W), and that it refuses: its loop takes microbatches in their order where
/// it counts them (F of the first stage) or adds up (F of the last, gradients of each).
Result<PythonOrder> writeForJaxpp(const Plan& plan);

/// A `PipelineScheduleAlgo` of AMD's Primus (primus/core/pipeline_parallel/scheduler, read at fd1eeab of 2026-08) with
/// the order as its table, each receive right before the op that needs it and each send right after the op that makes
/// it. Run as a program it has Primus's simulator play the order with the plan's times.
///
/// It is for that simulator: Primus's runtime knows its own schedules by name, and takes no other. Fails as
/// `writeForJaxpp` does on what is not valid or can't be said, and on ops that take no time, which the simulator
/// refuses.
Result<PythonOrder> writeForPrimus(const Plan& plan);

} // namespace lanewright
