// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/plan_values.h"
#include "core/api/question.h"
#include "core/generate/catalogue.h"
#include "core/model/plan.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

/// What `generate` and `sweep` are asked for alike: a generator and a problem for it.
namespace lanewright::api {

/// Numbers are text as a person types them, in the units of the request or else of the problem.
struct GenerateRequest {
    std::string name = {};
    std::string problem = {};
    std::optional<int> ranks = {};
    std::optional<int> microbatches = {};
    std::optional<int> chunks = {};
    std::optional<int> weightParts = {};
    std::optional<int> group = {};
    std::string objective = {};
    std::string forward = {};
    std::string backwardInput = {};
    std::string backwardWeight = {};
    std::string transfer = {};
    std::string overlapped = {};
    std::string memoryForward = {};
    std::string memoryBackwardInput = {};
    std::string memoryBackwardWeight = {};
    std::string memoryLimit = {};
    std::string lengths = {};
    std::string quadratic = {};
    std::optional<std::uint64_t> seed = {};
    std::string timeUnit = {};
    std::string memoryUnit = {};
    std::string optimizerMode = {};
};

/// What the files hold that a request names.
struct RequestFiles {
    std::optional<Plan> problem = {};
    std::vector<int> lengths = {}; ///< none where they are drawn or not given
};

/// Reads them, or says why there is nothing to read.
std::variant<RequestFiles, Reply> filesOf(const GenerateRequest& request, const Asker& asker);

/// The problem that the request describes, or why there is none. A memory limit that is not given is the file's.
std::variant<Plan, Reply> problemOf(const GenerateRequest& request, const RequestFiles& files);

/// What the request lets a generator choose.
Choices choicesOf(const GenerateRequest& request);

/// The plan that the generator makes of the request's problem, or why it makes none.
std::variant<Plan, Reply> planOf(const GenerateRequest& request, const Generator& generator, const Choices& choices,
                                 Plan problem);

/// The rows of what is given beside generator, problem, sizes and limits. R: a `GenerateRequest` or what derives from
/// it.
template <typename R>
std::vector<Option> costOptions() {
    return {
        option<R>("--w-parts", &R::weightParts, "Parts into which each W is cut (1)"),
        option<R>("--group", &R::group,
                  "Interleaved methods and GIS: microbatches per group (as many as ranks or, where that leaves a "
                  "rest, a little more; of gis-h half as many)"),
        option<R>("--objective", &R::objective,
                  "Automatic methods: make this small: iteration, makespan, period or longest_span (longest_span)")
            .oneOf({"iteration", "makespan", "period", "longest_span"}),
        option<R>("--tf", &R::forward, "Time of F (1)"),
        option<R>("--tb", &R::backwardInput, "Time of B, the gradient of the input (1)"),
        option<R>("--tw", &R::backwardWeight, "Time of W, the gradient of the weights (1)"),
        option<R>("--tcomm", &R::transfer, "Time of a transfer between two ranks (0)"),
        option<R>("--overlapped", &R::overlapped, "Time of an overlapped pair of F and BW (the sum of its parts)"),
        option<R>("--mf", &R::memoryForward, "Memory that F takes (1)"),
        option<R>("--mb", &R::memoryBackwardInput, "Change of memory at B (0)"),
        option<R>("--mw", &R::memoryBackwardWeight, "Change of memory at W (-1)"),
        option<R>("--lengths", &R::lengths,
                  "Tokens of each microbatch: a file, uniform:A:B or lognormal:M:S (all alike)"),
        option<R>("--quadratic", &R::quadratic,
                  "With --lengths: which part of a time grows with the square of the length, 0 to 1 (0)"),
        option<R>("--seed", &R::seed, "With drawn lengths: which draw (1)"),
        option<R>("--time-unit", &R::timeUnit, "ns, us, ms, s or unit (unit)").oneOf({"ns", "us", "ms", "s", "unit"}),
        option<R>("--memory-unit", &R::memoryUnit, "B, KiB, MiB, GiB or unit (unit)")
            .oneOf({"B", "KiB", "MiB", "GiB", "unit"}),
        optimizerModeOption<R>(&R::optimizerMode)};
}

} // namespace lanewright::api
