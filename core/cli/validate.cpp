// SPDX-License-Identifier: Apache-2.0
#include "core/analyse/validate.h"

#include "core/cli/commands.h"
#include "core/model/text.h"

#include <memory>

namespace lanewright::cli {

namespace {

struct Options {
    std::string file = {};
    bool json = false;
};

std::string opText(const Finding& finding, const Plan& plan) {
    return finding.op ? toText(*finding.op, plan.costs.weightParts) : "";
}

Exit answerJson(const std::vector<Finding>& findings, const Plan& plan) {
    json::Writer writer;
    writer.beginObject(json::Layout::Lines);
    writer.key("valid").boolean(isValid(findings));
    writer.key("findings").beginArray(json::Layout::Lines);
    for (const Finding& finding : findings) {
        writer.beginObject(json::Layout::Line);
        writer.key("code").string(finding.code);
        writer.key("severity").string(toText(finding.severity));
        writer.key("rank");
        finding.rank >= 0 ? writer.number(finding.rank) : writer.null();
        writer.key("op");
        finding.op ? writer.string(opText(finding, plan)) : writer.null();
        writer.key("message").string(finding.message);
        writer.endObject();
    }
    writer.endArray();
    writer.endObject();
    return print(writer);
}

Exit answerText(const std::vector<Finding>& findings, const Plan& plan) {
    Table table({"severity", "code", "rank", "op", "finding"}, "llrll");
    for (const Finding& finding : findings)
        table.add({std::string{toText(finding.severity)}, finding.code,
                   finding.rank >= 0 ? std::to_string(finding.rank) : "", opText(finding, plan), finding.message});
    return print((table.empty() ? "" : table.text() + "\n") +
                 (isValid(findings) ? "The schedule is valid.\n" : "The schedule is not valid.\n"));
}

Exit run(const Options& options) {
    const Result<Plan> plan = openPlan(options.file);
    if (!plan)
        return failed(Exit::Usage, options.file, plan.error());
    if (plan->isProblem())
        return failed(Exit::Usage, options.file, {"this is a problem without an order; there is nothing to validate"});
    const std::vector<Finding> findings = validate(*plan);
    const Exit printed = options.json ? answerJson(findings, *plan) : answerText(findings, *plan);
    return printed == Exit::Done && !isValid(findings) ? Exit::No : printed;
}

} // namespace

Command addValidate(CLI::App& program) {
    CLI::App* command = program.add_subcommand("validate", "What is wrong with a schedule");
    const auto options = std::make_shared<Options>();
    command->footer("\nThe exit code is 1 when a finding is an error.\n\nExample:\n"
                    "  lanewright-cli validate a.lwsched");
    command->add_option("FILE", options->file, "A schedule (.lwsched) or run (.lwrun)")->required();
    addJson(*command, options->json);
    return {command, [options] { return run(*options); }};
}

} // namespace lanewright::cli
