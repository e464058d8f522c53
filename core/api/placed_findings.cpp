// SPDX-License-Identifier: Apache-2.0
#include "core/api/placed_findings.h"

#include "core/base/mapped.h"
#include "core/model/text.h"
#include "core/pytorch/kept_buffers.h"

namespace lanewright::api {

namespace {

std::optional<int> atLeast(int least, int value) { return value >= least ? std::optional{value} : std::nullopt; }

Fields<Placed> fieldsOf(bool inCells) {
    const Fields<Placed> first = {
        {"code", "which kind, by a name that stays", [](const Placed& each) { return each.finding.code; }},
        {"severity", "error, warning or note", [](const Placed& each) { return each.finding.severity; }},
        {"rank", "of which rank, or null", [](const Placed& each) { return atLeast(0, each.finding.rank); }},
        {"op", "of which op, or null", [](const Placed& each) { return std::optional<Op>{each.finding.op}; }}};
    const Fields<Placed> cell = {
        {"row", "of the CSV, from 1", [](const Placed& each) { return atLeast(1, each.row); }},
        {"column", "of the CSV, from 1", [](const Placed& each) { return atLeast(1, each.column); }}};
    return first + (inCells ? cell : Fields<Placed>{}) +
           Fields<Placed>{{"approved", "why a person keeps it, or null", &Placed::approved},
                          {"message", "for people", [](const Placed& each) { return each.finding.message; }}};
}

} // namespace

std::string Placed::sentence() const {
    if (!approved)
        return finding.message;
    return finding.message.text() + (approved->empty() ? " (approved)" : " (approved: " + *approved + ")");
}

std::vector<Placed> placed(std::vector<Finding> findings, const Plan& plan) {
    std::vector<Placed> all;
    all.reserve(findings.size());
    for (Finding& finding : findings) {
        const Approval* const approval = approvalOf(plan, finding);
        all.push_back({.finding = std::move(finding)});
        if (approval != nullptr)
            all.back().approved = approval->why;
    }
    return all;
}

std::vector<Placed> placed(const std::vector<PytorchFinding>& findings) {
    return mapped(findings, [](const PytorchFinding& each) {
        const Finding finding{each.code, each.severity, each.row - 1, each.op, each.message};
        return Placed{finding, each.row, each.column, each.where(), {}};
    });
}

const Fields<Placed>& findingFields(bool inCells) {
    static const Fields<Placed> kPlain = fieldsOf(false);
    static const Fields<Placed> kInCells = fieldsOf(true);
    return inCells ? kInCells : kPlain;
}

void remarkBuffers(const Asker& asker, const std::string& file, const Plan& plan) {
    for (const Finding& each : findingsOfBuffers(plan, keptBuffers(plan)))
        if (each.severity != Severity::Note)
            asker.remark(file, {each.message});
}

void remarkFindings(const Asker& asker, const std::string& file, const std::vector<PytorchFinding>& findings) {
    for (const PytorchFinding& each : findings) {
        const bool bare = each.severity == Severity::Error;
        asker.remark(file,
                     {(bare ? "" : std::string{toText(each.severity)} + ": ") + each.message.text(), each.where()});
    }
}

} // namespace lanewright::api
