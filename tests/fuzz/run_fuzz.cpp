// SPDX-License-Identifier: Apache-2.0
// Measured runs, and what is made of them.
#include "core/explain/compare.h"
#include "core/io/chrome_trace.h"
#include "core/io/run_json.h"
#include "core/simulate/metrics.h"
#include "core/simulate/simulate.h"
#include "tests/fuzz/fuzz.h"

using namespace lanewright;
using fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Result<Run> run = runFromJson(fuzz::textOf(data, size));
    if (!run)
        return 0;
    const std::string text = runToJson(*run);
    const Result<Run> again = runFromJson(text);
    require(again.ok(), "what was written is read", text);
    require(runToJson(*again) == text, "and is the same", text);
    const Plan& plan = run->plan;
    const auto cells = static_cast<std::int64_t>(plan.schedule.stages()) * plan.schedule.microbatches;
    if (cells * (plan.costs.weightParts + 3) > 6'000 || plan.schedule.ranks() > 64)
        return 0;
    const Timeline planned = simulate(plan.schedule, plan.costs);
    chromeTrace(plan, planned, &*run);
    static_cast<void>(iterationTimeOf(*run));
    if (const StepRecord* const step = representativeStep(*run)) {
        measureRun(plan, step->wall);
        compare(plan, planned, plan, step->wall);
        compare(plan, step->wall, plan, planned);
        retimed(plan, step->wall);
    }
    return 0;
}
