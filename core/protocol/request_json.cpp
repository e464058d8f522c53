// SPDX-License-Identifier: Apache-2.0
#include "core/io/optimizer_json.h"
#include "core/io/plan_parts.h"
#include "core/io/quoted_text.h"
#include "core/io/span_json.h"
#include "core/model/limits.h"
#include "core/protocol/protocol.h"

#include <algorithm>
#include <array>
#include <limits>

namespace lanewright {

namespace {

constexpr int kMaxSteps = 1'000'000'000;
constexpr int kMaxCharacters = 1'000'000;

/// Programs come from outside, so what they name must exist before anybody indexes with it.
void checkInstruction(const Instruction& instruction, const Plan& plan, const json::Node& node, Trouble& trouble) {
    const Schedule& schedule = plan.schedule;
    if (instruction.act == Act::Run)
        return checkBlock(instruction.block, &schedule, plan.costs.weightParts, node, trouble);
    const Value& value = instruction.value;
    if (value.stage >= schedule.stages() || value.microbatch >= schedule.microbatches)
        trouble.add(say(phrase("file", "names a value of stage %1, microbatch %2, which the schedule does not have"),
                        value.stage, value.microbatch),
                    node);
    if (instruction.peer >= schedule.ranks())
        trouble.add(say(phrase("file", "names rank %1, but the last is %2"), instruction.peer, schedule.ranks() - 1),
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
    if (!programs || !expectList(*programs, request.plan.schedule.ranks(), phrase("one per", "rank"), trouble))
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
            trouble.add(say(phrase("file", "there is no fault %1"), inQuotes(text)), *word);
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

Validation validationFrom(const json::Node& node, Trouble& trouble) {
    Validation validation;
    if (!expect(node, json::Kind::Object, trouble))
        return validation;
    if (const auto share = node.find("share")) {
        validation.share = realFrom(*share, trouble);
        if (!(validation.share >= 0 && validation.share <= 0.5))
            trouble.add(say(phrase("file", "must be a number from 0 to 0.5")), *share);
    }
    validation.every = integerIn(node, "every", 0, 0, kMaxSteps, trouble);
    return validation;
}

std::vector<Poison> poisonFrom(const json::Node& node, Trouble& trouble) {
    std::vector<Poison> poison;
    if (!expect(node, json::Kind::Array, trouble))
        return poison;
    for (const json::Node entry : node.children()) {
        if (!expectList(entry, 3, phrase("one per", "number (step, tensor, factor)"), trouble))
            return poison;
        const std::vector<json::Node> numbers = itemsOf(entry);
        poison.push_back({.step = integerFrom(numbers[0], 0, kMaxSteps, trouble),
                          .tensor = integerFrom(numbers[1], 0, std::numeric_limits<int>::max(), trouble),
                          .factor = realFrom(numbers[2], trouble)});
    }
    return poison;
}

std::vector<int> gpusFrom(const json::Node& node, Trouble& trouble) {
    std::vector<int> gpus;
    if (!expect(node, json::Kind::Array, trouble))
        return gpus;
    for (const json::Node& each : node.children()) {
        gpus.push_back(integerFrom(each, 0, kMaxGpus - 1, trouble));
        if (std::ranges::count(gpus, gpus.back()) > 1)
            trouble.add(say(phrase("file", "GPU %1 is named twice"), gpus.back()), each);
    }
    return gpus;
}

/// What is trained with, kept and shown.
void readTraining(const json::Node& root, RunRequest& request, Trouble& trouble) {
    if (const auto optimizer = root.find("optimizer"))
        request.optimizer = optimizerFrom(*optimizer, trouble);
    if (const auto validation = root.find("validation"))
        request.validation = validationFrom(*validation, trouble);
    request.save = stringIn(root, "save", "", trouble);
    request.saveEvery = integerIn(root, "save_every", 0, 0, kMaxSteps, trouble);
    request.resume = stringIn(root, "resume", "", trouble);
    const auto sample = root.find("sample");
    if (sample && expect(*sample, json::Kind::Object, trouble))
        request.sample = {.characters = integerIn(*sample, "characters", 0, 0, kMaxCharacters, trouble),
                          .prompt = stringIn(*sample, "prompt", "", trouble)};
    if (const auto poison = root.find("poison"))
        request.poison = poisonFrom(*poison, trouble);
}

void readOptions(const json::Node& root, RunRequest& request, Trouble& trouble) {
    const RunRequest plain;
    request.backend = stringIn(root, "backend", plain.backend, trouble);
    if (const auto gpus = root.find("gpus"))
        request.gpus = gpusFrom(*gpus, trouble);
    request.paced = boolIn(root, "paced", plain.paced, trouble);
    request.steps = integerIn(root, "steps", plain.steps, 1, kMaxSteps, trouble);
    if (const auto seed = root.find("seed"))
        request.seed = unsignedFrom(*seed, trouble);
    request.data = stringIn(root, "data", plain.data, trouble);
    readTraining(root, request, trouble);
    request.threads = threadsIn(root, trouble);
    if (const auto seats = root.find("seats"))
        for (const std::int64_t process : numbersFrom(*seats, {.most = kMaxRanks - 1}, trouble))
            request.processOfRank.push_back(static_cast<int>(process));
    request.precision = precisionIn(root, trouble);
    request.spans = boolIn(root, "spans", plain.spans, trouble);
    request.probe = boolIn(root, "probe", plain.probe, trouble);
    request.traceKernels = boolIn(root, "trace_kernels", plain.traceKernels, trouble);
    if (const auto timeout = root.find("patience"))
        request.timeout = amountFrom(*timeout, {.most = kMaxTime}, trouble);
    if (const auto fault = root.find("fault"); fault && !fault->isNull())
        request.fault = faultFrom(*fault, request.plan.schedule, trouble);
}

void checkProtocol(const json::Node& root, Trouble& trouble) {
    if (!expect(root, json::Kind::Object, trouble))
        return;
    const auto kind = required(root, "request", trouble);
    if (kind && stringFrom(*kind, trouble) != "run")
        trouble.add(say(phrase("file", "must be %1"), "\"run\""), *kind);
    const auto protocol = required(root, "protocol", trouble);
    if (protocol && integerFrom(*protocol, 1, 1 << 30, trouble) != kProtocolVersion)
        trouble.add(say(phrase("file", "speaks version %1 of the protocol; this engine speaks version %2"),
                        inQuotes(protocol->text()), kProtocolVersion),
                    *protocol);
}

void writeTraining(json::Writer& writer, const RunRequest& request) {
    writer.key("optimizer");
    writeOptimizer(writer, request.optimizer);
    writer.key("validation").beginObject(json::Layout::Line);
    writer.key("share").real(request.validation.share);
    writer.key("every").number(request.validation.every);
    writer.endObject();
    writer.key("save").string(request.save);
    writer.key("save_every").number(request.saveEvery);
    writer.key("resume").string(request.resume);
    writer.key("sample").beginObject(json::Layout::Line);
    writer.key("characters").number(request.sample.characters);
    writer.key("prompt").string(request.sample.prompt);
    writer.endObject();
}

void writePoison(json::Writer& writer, const std::vector<Poison>& poison) {
    writer.beginArray(json::Layout::Line);
    for (const Poison& each : poison) {
        writer.beginArray(json::Layout::Line);
        writer.number(each.step);
        writer.number(each.tensor);
        writer.real(each.factor);
        writer.endArray();
    }
    writer.endArray();
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
    if (!request.gpus.empty())
        writeNumbers(writer.key("gpus"), request.gpus);
    writer.key("paced").boolean(request.paced);
    writer.key("steps").number(request.steps);
    writer.key("seed").number(request.seed);
    writer.key("data").string(request.data);
    writeTraining(writer, request);
    writer.key("threads").number(request.threads);
    if (!request.processOfRank.empty())
        writeNumbers(writer.key("seats"), request.processOfRank);
    writer.key("precision").string(toText(request.precision));
    writer.key("spans").boolean(request.spans);
    writer.key("probe").boolean(request.probe);
    writer.key("trace_kernels").boolean(request.traceKernels);
    writer.key("patience").number(request.timeout);
    writer.key("fault");
    writeFault(writer, request.fault);
    writer.key("poison");
    writePoison(writer, request.poison);
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
        trouble.add(say(phrase("file", "has no order that could be run")), *plan);
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
