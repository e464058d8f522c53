// SPDX-License-Identifier: Apache-2.0
#include "core/api/list_gpus.h"

#include "core/api/table.h"
#include "core/client/engine_client.h"

namespace lanewright::api {

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

Reply listGpus() {
    const Result<CapabilityReport> report = askEngine({}, true);
    if (!report)
        return refused(Exit::Missing, "", report.error());
    Reply reply{.text = [all = *report] { return gpusText(all); },
                .json = [all = *report] { return capabilitiesToJson(all); }};
    if (report->gpus.empty()) {
        reply.exit = Exit::Missing;
        reply.refusal = Refusal{"", {report->reasonFor("cuda")}};
    }
    return reply;
}

} // namespace lanewright::api
