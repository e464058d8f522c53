// SPDX-License-Identifier: Apache-2.0
#include "core/cli/print/print_findings.h"

#include "core/model/text.h"

namespace lanewright::cli {

namespace {

void numberOrNull(json::Writer& writer, const char* key, int value, int least) {
    writer.key(key);
    value >= least ? writer.number(value) : writer.null();
}

void writeHead(json::Writer& writer, const Finding& finding, int parts) {
    writer.beginObject(json::Layout::Line);
    writer.key("code").string(finding.code);
    writer.key("severity").string(toText(finding.severity));
    numberOrNull(writer, "rank", finding.rank, 0);
    writer.key("op");
    finding.op ? writer.string(toText(*finding.op, parts)) : writer.null();
}

void writeTail(json::Writer& writer, const Finding& finding) {
    writer.key("message").string(finding.message.text());
    writer.endObject();
}

} // namespace

std::vector<Placed> placed(const std::vector<PytorchFinding>& findings) {
    std::vector<Placed> all;
    all.reserve(findings.size());
    for (const PytorchFinding& each : findings)
        all.push_back(
            {{each.code, each.severity, each.row - 1, each.op, each.message}, each.row, each.column, each.where()});
    return all;
}

void writeFindings(json::Writer& writer, const std::vector<Finding>& findings, int parts) {
    writer.key("findings").beginArray(json::Layout::Lines);
    for (const Finding& finding : findings) {
        writeHead(writer, finding, parts);
        writeTail(writer, finding);
    }
    writer.endArray();
}

void writeFindings(json::Writer& writer, const std::vector<Placed>& findings, int parts) {
    writer.key("findings").beginArray(json::Layout::Lines);
    for (const Placed& each : findings) {
        writeHead(writer, each.finding, parts);
        numberOrNull(writer, "row", each.row, 1);
        numberOrNull(writer, "column", each.column, 1);
        writeTail(writer, each.finding);
    }
    writer.endArray();
}

void printFindings(const std::string& file, const std::vector<PytorchFinding>& findings) {
    for (const PytorchFinding& each : findings) {
        const bool bare = each.severity == Severity::Error;
        complain(file, {(bare ? "" : std::string{toText(each.severity)} + ": ") + each.message.text(), each.where()});
    }
}

} // namespace lanewright::cli
