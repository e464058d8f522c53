// SPDX-License-Identifier: Apache-2.0
#include "core/io/plan_parts.h"
#include "core/io/protocol.h"
#include "core/io/wording.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace lanewright {

namespace {

constexpr int kMaxSteps = 1'000'000'000;
constexpr int kMaxThreads = 4096;

/// Programs come from outside, so what they name must exist before anybody indexes with it.
void checkInstruction(const Instruction& instruction, const Plan& plan, const json::Node& node, Trouble& trouble) {
    const Schedule& schedule = plan.schedule;
    if (instruction.act == Act::Run)
        return checkBlock(instruction.block, &schedule, plan.costs.weightParts, node, trouble);
    const Value& value = instruction.value;
    if (value.stage >= schedule.stages() || value.microbatch >= schedule.microbatches)
        trouble.add("names a value of stage " + std::to_string(value.stage) + ", microbatch " +
                        std::to_string(value.microbatch) + ", which the schedule does not have",
                    node);
    if (instruction.peer >= schedule.ranks())
        trouble.add("names rank " + std::to_string(instruction.peer) + ", but the last is " +
                        std::to_string(schedule.ranks() - 1),
                    node);
}

Program programFrom(const json::Node& node, int rank, const Plan& plan, Trouble& trouble) {
    Program program{.rank = rank};
    if (!expect(node, json::Kind::Object, trouble))
        return program;
    if (const auto number = required(node, "rank", trouble))
        program.rank = integerFrom(*number, rank, rank, trouble);
    const auto code = required(node, "code", trouble);
    const int most = code && code->kind() == json::Kind::Array ? code->size() : 0;
    program.slots = integerIn(node, "slots", 0, 0, most, trouble);
    program.rooms = integerIn(node, "rooms", 0, 0, 2 * most, trouble);
    program.staged = integerIn(node, "staged", 0, 0, most, trouble);
    if (trouble || !expect(*code, json::Kind::Array, trouble))
        return program;
    for (const json::Node line : code->children()) {
        if (!expect(line, json::Kind::String, trouble))
            return program;
        const Result<Instruction> instruction = instructionFromText(line.text());
        if (!instruction) {
            trouble.add(instruction.error().message, line);
            return program;
        }
        checkInstruction(*instruction, plan, line, trouble);
        program.code.push_back(*instruction);
    }
    return program;
}

void readPrograms(const json::Node& root, RunRequest& request, Trouble& trouble) {
    const auto programs = required(root, "programs", trouble);
    if (!programs || !expectList(*programs, request.plan.schedule.ranks(), "rank", trouble))
        return;
    int rank = 0;
    for (const json::Node node : programs->children()) {
        request.programs.push_back(programFrom(node, rank++, request.plan, trouble));
        if (trouble)
            return;
    }
}

std::optional<Fault> faultFrom(const json::Node& node, const Schedule& schedule, Trouble& trouble) {
    using enum FaultKind;
    if (!expect(node, json::Kind::Object, trouble))
        return {};
    Fault fault;
    if (const auto word = required(node, "kind", trouble)) {
        const std::string text = stringFrom(*word, trouble);
        constexpr std::array kAll{Kill, Exit, Stop, Sleep, Delay, Nan};
        const auto* const kind = std::ranges::find(kAll, text, [](FaultKind each) { return toText(each); });
        if (kind == kAll.end())
            trouble.add("there is no fault " + inQuotes(text), *word);
        else
            fault.kind = *kind;
    }
    if (const auto rank = required(node, "rank", trouble))
        fault.rank = integerFrom(*rank, 0, schedule.ranks() - 1, trouble);
    fault.step = integerIn(node, "step", 0, 0, kMaxSteps, trouble);
    fault.block = integerIn(node, "block", 0, 0, std::numeric_limits<int>::max(), trouble);
    return fault;
}

void writeFault(json::Writer& writer, const std::optional<Fault>& fault) {
    if (!fault) {
        writer.null();
        return;
    }
    writer.beginObject(json::Layout::Line);
    writer.key("kind").string(toText(fault->kind));
    writer.key("rank").number(fault->rank);
    writer.key("step").number(fault->step);
    writer.key("block").number(fault->block);
    writer.endObject();
}

Precision precisionIn(const json::Node& root, Trouble& trouble) {
    const auto given = root.find("precision");
    if (!given)
        return Precision::Fp32;
    const std::string name = stringFrom(*given, trouble);
    for (const Precision precision : {Precision::Fp32, Precision::Bf16})
        if (name == toText(precision))
            return precision;
    trouble.add("must be \"fp32\" or \"bf16\"", *given);
    return Precision::Fp32;
}

void readOptions(const json::Node& root, RunRequest& request, Trouble& trouble) {
    const RunRequest plain;
    request.backend = stringIn(root, "backend", plain.backend, trouble);
    request.paced = boolIn(root, "paced", plain.paced, trouble);
    request.steps = integerIn(root, "steps", plain.steps, 1, kMaxSteps, trouble);
    if (const auto seed = root.find("seed"))
        request.seed = unsignedFrom(*seed, trouble);
    request.data = stringIn(root, "data", plain.data, trouble);
    if (const auto rate = root.find("learning_rate")) {
        request.learningRate = realFrom(*rate, trouble);
        if (!std::isfinite(request.learningRate) || request.learningRate < 0)
            trouble.add("must be a number from 0 on", *rate);
    }
    request.threads = integerIn(root, "threads", plain.threads, 1, kMaxThreads, trouble);
    request.precision = precisionIn(root, trouble);
    request.spans = boolIn(root, "spans", plain.spans, trouble);
    if (const auto patience = root.find("patience"))
        request.patience = amountFrom(*patience, {.most = kMaxTime}, trouble);
    if (const auto fault = root.find("fault"); fault && !fault->isNull())
        request.fault = faultFrom(*fault, request.plan.schedule, trouble);
}

void checkProtocol(const json::Node& root, Trouble& trouble) {
    if (!expect(root, json::Kind::Object, trouble))
        return;
    const auto kind = required(root, "request", trouble);
    if (kind && stringFrom(*kind, trouble) != "run")
        trouble.add("must be \"run\"", *kind);
    const auto protocol = required(root, "protocol", trouble);
    if (protocol && integerFrom(*protocol, 1, 1 << 30, trouble) != kProtocolVersion)
        trouble.add("speaks version " + inQuotes(protocol->text()) + " of the protocol; this engine speaks version " +
                        std::to_string(kProtocolVersion),
                    *protocol);
}

void writeProgram(json::Writer& writer, const Program& program, int weightParts) {
    writer.beginObject(json::Layout::Lines);
    writer.key("rank").number(program.rank);
    writer.key("slots").number(program.slots);
    writer.key("rooms").number(program.rooms);
    writer.key("staged").number(program.staged);
    writer.key("code").beginArray(json::Layout::Lines);
    for (const Instruction& instruction : program.code)
        writer.string(toText(instruction, weightParts));
    writer.endArray();
    writer.endObject();
}

} // namespace

std::string_view toText(FaultKind kind) {
    switch (kind) {
    case FaultKind::Kill: return "kill";
    case FaultKind::Exit: return "exit";
    case FaultKind::Stop: return "stop";
    case FaultKind::Sleep: return "sleep";
    case FaultKind::Delay: return "delay";
    case FaultKind::Nan: return "nan";
    }
    return "?";
}

std::string requestToJson(const RunRequest& request) {
    json::Writer writer;
    writer.beginObject(json::Layout::Lines);
    writer.key("request").string("run");
    writer.key("protocol").number(kProtocolVersion);
    writer.key("backend").string(request.backend);
    writer.key("paced").boolean(request.paced);
    writer.key("steps").number(request.steps);
    writer.key("seed").number(request.seed);
    writer.key("data").string(request.data);
    writer.key("learning_rate").real(request.learningRate);
    writer.key("threads").number(request.threads);
    writer.key("precision").string(toText(request.precision));
    writer.key("spans").boolean(request.spans);
    writer.key("patience").number(request.patience);
    writer.key("fault");
    writeFault(writer, request.fault);
    writer.key("model");
    writeModel(writer, request.model, {});
    writer.key("plan");
    writePlan(writer, request.plan);
    writer.key("programs").beginArray(json::Layout::Lines);
    for (const Program& program : request.programs)
        writeProgram(writer, program, request.plan.costs.weightParts);
    writer.endArray();
    writer.endObject();
    return writer.take() + "\n";
}

std::string requestHeader(std::size_t request, std::optional<std::size_t> data) {
    json::Writer writer;
    writer.beginObject(json::Layout::Line);
    writer.key("request_bytes").number(static_cast<std::int64_t>(request));
    if (data)
        writer.key("data_bytes").number(static_cast<std::int64_t>(*data));
    writer.endObject();
    return writer.take();
}

Result<RequestHeader> requestHeaderFrom(std::string_view line) {
    const Result<json::Document> document = json::parse(line);
    if (!document)
        return document.error();
    constexpr auto kMost = static_cast<std::int64_t>(json::kMaxBytes);
    Trouble trouble;
    RequestHeader header;
    if (expect(document->root(), json::Kind::Object, trouble)) {
        if (const auto request = required(document->root(), "request_bytes", trouble))
            header.request = static_cast<std::size_t>(amountFrom(*request, {.most = kMost}, trouble));
        if (const auto data = document->root().find("data_bytes"))
            header.data = static_cast<std::size_t>(amountFrom(*data, {.most = kMost}, trouble));
    }
    if (trouble)
        return trouble.first();
    return header;
}

Result<RunRequest> requestFromJson(std::string_view text) {
    const Result<json::Document> document = json::parse(text);
    if (!document)
        return document.error();
    const json::Node root = document->root();
    Trouble trouble;
    RunRequest request;
    checkProtocol(root, trouble);
    const auto plan = trouble ? std::nullopt : required(root, "plan", trouble);
    const auto model = trouble ? std::nullopt : required(root, "model", trouble);
    if (!trouble)
        request.plan = planFromNode(*plan, trouble);
    if (!trouble && request.plan.isProblem())
        trouble.add("has no order that could be run", *plan);
    if (!trouble)
        request.model = modelFrom(*model, request.plan.schedule.stages(), trouble);
    if (!trouble)
        readOptions(root, request, trouble);
    if (!trouble)
        readPrograms(root, request, trouble);
    if (trouble)
        return trouble.first();
    return request;
}

} // namespace lanewright
