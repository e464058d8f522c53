// SPDX-License-Identifier: Apache-2.0
#include "core/cli/list_gpus.h"

#include "core/client/engine_client.h"

namespace lanewright::cli {

namespace {

std::string gpusText(const CapabilityReport& report) {
    Table table({"GPU", "name", "memory", "multiprocessors", "capability", "driver"}, "rlrrll");
    for (std::size_t number = 0; number < report.gpus.size(); ++number) {
        const GpuReport& gpu = report.gpus[number];
        table.add({std::to_string(number), gpu.name, gibibytesText(gpu.memory), std::to_string(gpu.processors),
                   gpu.capability, gpu.driver});
    }
    std::string text = table.text();
    if (!report.nccl.empty())
        text += "\nNCCL " + report.nccl + "\n";
    for (const Message& remark : remarksOn(report))
        text += "\n" + remark.text() + "\n";
    return text;
}

} // namespace

Exit listGpus(bool json) {
    const Result<CapabilityReport> report = askEngine({}, true);
    if (!report)
        return failed(Exit::Missing, "", report.error());
    if (json) {
        const Exit printed = print(capabilitiesToJson(*report) + "\n");
        return printed == Exit::Done && report->gpus.empty() ? Exit::Missing : printed;
    }
    if (report->gpus.empty())
        return failed(Exit::Missing, "", {report->reasonFor("cuda")});
    return print(gpusText(*report));
}

} // namespace lanewright::cli
