// SPDX-License-Identifier: Apache-2.0
// PyTorch's CSV. The length chooses the flavour that is expected, so that a sheet is an input as it is; what is written
// from what was read must be what PyTorch loads.
#include "core/check/validate.h"
#include "core/io/schedule_json.h"
#include "core/pytorch/csv.h"
#include "tests/fuzz/fuzz.h"

#include <optional>

using namespace lanewright;
using fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::optional<PytorchFlavour> flavour;
    if (size % 3 != 0)
        flavour = size % 3 == 1 ? PytorchFlavour::ComputeOnly : PytorchFlavour::ComputeComms;
    const Result<PytorchImport> sheet = readPytorchCsv(fuzz::textOf(data, size), flavour);
    if (!sheet)
        return 0;
    const Plan& plan = sheet->plan;
    if (static_cast<std::int64_t>(plan.schedule.stages()) * plan.schedule.microbatches > 5'000)
        return 0;
    require(planFromJson(planToJson(plan)).ok(), "what was imported can be saved");
    for (const int torch : {10, 15})
        for (const PytorchFlavour wanted : {PytorchFlavour::ComputeOnly, PytorchFlavour::ComputeComms}) {
            const Result<PytorchText> written =
                writePytorchCsv(plan, {.flavour = wanted, .torch = torch, .fsdp = size % 2 != 0});
            if (!written)
                continue;
            require(isValid(validate(plan)), "only what is valid is exported", written->text);
            const Result<PytorchImport> back = readPytorchCsv(written->text);
            require(back.ok(), "what was exported is read", written->text);
            require(isLoadable(back->findings), "and PyTorch loads it", written->text);
        }
    return 0;
}
