// SPDX-License-Identifier: Apache-2.0
#include "core/base/choice_named.h"
#include "core/io/forms.h"
#include "core/io/optimizer_json.h"
#include "core/io/plan/plan_parts.h"
#include "core/io/quoted_text.h"
#include "core/model/limits.h"
#include "core/protocol/protocol.h"
#include "core/protocol/training_json.h"

#include <algorithm>
#include <array>

namespace lanewright {

namespace {

constexpr int kMaxSteps = 1'000'000'000;
constexpr int kMaxCharacters = 1'000'000;

/// Programs come from outside, so what they name must exist before anybody indexes with it.
void checkInstruction(const Instruction& instruction, const Frame& frame, const json::Node& node, Trouble& trouble) {
    const Schedule& schedule = *frame.schedule;
    if (instruction.act == Act::Run)
        return checkBlock(instruction.block, &schedule, frame.weightParts, node, trouble);
    const Value& value = instruction.value;
    if (value.stage >= schedule.stages() || value.microbatch >= schedule.microbatches)
        trouble.add(say(phrase("file", "names a value of stage %1, microbatch %2, which the schedule does not have"),
                        value.stage, value.microbatch),
                    node);
    if (instruction.peer >= schedule.ranks())
        trouble.add(say(phrase("file", "names rank %1, but the last is %2"), instruction.peer, schedule.ranks() - 1),
                    node);
}

Program programFrom(const json::Node& node, int rank, const Frame& frame, Trouble& trouble) {
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
        checkInstruction(*instruction, frame, line, trouble);
        program.code.push_back(*instruction);
    }
    return program;
}

void readPrograms(const json::Node& node, RunRequest& request, Frame& frame, Trouble& trouble) {
    if (!expectList(node, frame.ranks, phrase("one per", "rank"), trouble))
        return;
    int rank = 0;
    for (const json::Node program : node.children()) {
        request.programs.push_back(programFrom(program, rank++, frame, trouble));
        if (trouble)
            return;
    }
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

void writePrograms(json::Writer& writer, const RunRequest& request, const Frame& frame) {
    writer.beginArray(json::Layout::Lines);
    for (const Program& program : request.programs)
        writeProgram(writer, program, frame.weightParts);
    writer.endArray();
}

FaultKind faultKindFrom(const json::Node& node, Trouble& trouble) {
    using enum FaultKind;
    const std::string text = stringFrom(node, trouble);
    const auto kind = choiceNamed(text, std::array{Kill, Exit, Stop, Sleep, Delay, Nan});
    if (!kind)
        trouble.add(say(phrase("file", "there is no fault %1"), inQuotes(text)), node);
    return kind.value_or(Kill);
}

const FileFields<Fault>& faultFields() {
    using Field = FileField<Fault>;
    const auto rank = [](const json::Node& node, Frame& frame, Trouble& trouble) {
        return integerFrom(node, 0, frame.ranks - 1, trouble);
    };
    static const FileFields<Fault> kFields = {Field("kind", &Fault::kind, form::of(faultKindFrom)).required(),
                                              Field("rank", &Fault::rank, Form<int>{.read = rank}).required(),
                                              {"step", &Fault::step, form::integer(0, kMaxSteps)},
                                              {"block", &Fault::block, form::integer(0)}};
    return kFields;
}

const FileFields<Validation>& heldBackFields() {
    static const FileFields<Validation> kFields = {{"share", &Validation::share, form::of(heldBackFrom)},
                                                   {"every", &Validation::every, form::integer(0, kMaxSteps)}};
    return kFields;
}

const FileFields<SampleRequest>& sampleFields() {
    static const FileFields<SampleRequest> kFields = {
        {"characters", &SampleRequest::characters, form::integer(0, kMaxCharacters)},
        {"prompt", &SampleRequest::prompt, form::text()}};
    return kFields;
}

Form<Poison> poisonForm() {
    static const FileFields<Poison> kFields = {{"step", &Poison::step, form::integer(0, kMaxSteps)},
                                               {"tensor", &Poison::tensor, form::integer(0)},
                                               {"factor", &Poison::factor, form::real()}};
    const auto isOne = [](const json::Node& node, int count, Trouble& trouble) {
        return expectList(node, count, phrase("one per", "number (step, tensor, factor)"), trouble);
    };
    return form::tuple(kFields, isOne, "Step, tensor, factor.");
}

void readGpus(const json::Node& node, RunRequest& request, Frame&, Trouble& trouble) {
    if (!expect(node, json::Kind::Array, trouble))
        return;
    for (const json::Node& each : node.children()) {
        request.gpus.push_back(integerFrom(each, 0, kMaxGpus - 1, trouble));
        if (std::ranges::count(request.gpus, request.gpus.back()) > 1)
            trouble.add(say(phrase("file", "GPU %1 is named twice"), request.gpus.back()), each);
    }
}

int seatFrom(const json::Node& node, Trouble& trouble) {
    return static_cast<int>(amountFrom(node, {.most = kMaxRanks - 1}, trouble));
}

const FileFields<RunRequest>& requestFields() {
    using Request = RunRequest;
    using Field = FileField<Request>;
    static const FileFields<Request> kFields = {
        constant<Request>("request", R"("run")"),
        constant<Request>("protocol", std::to_string(kProtocolVersion)),
        {"backend", &Request::backend, form::text()},
        Field("gpus", &Request::gpus, std::string{}).readBy(readGpus).unlessDefault(&Request::gpus),
        {"paced", &Request::paced, form::boolean()},
        {"steps", &Request::steps, form::integer(1, kMaxSteps)},
        {"seed", &Request::seed, form::unsignedNumber()},
        {"data", &Request::data, form::text()},
        {"optimizer", &Request::optimizer, optimizerForm()},
        {"validation", &Request::validation, form::object(heldBackFields())},
        {"save", &Request::save, form::text()},
        {"save_every", &Request::saveEvery, form::integer(0, kMaxSteps)},
        {"resume", &Request::resume, form::text()},
        {"sample", &Request::sample, form::object(sampleFields())},
        {"threads", &Request::threads, threadsForm()},
        Field("seats", &Request::processOfRank, form::list(form::of(seatFrom))).unlessDefault(&Request::processOfRank),
        {"precision", &Request::precision, precisionForm()},
        {"spans", &Request::spans, form::boolean()},
        {"probe", &Request::probe, form::boolean()},
        {"trace_kernels", &Request::traceKernels, form::boolean()},
        {"patience", &Request::timeout, form::amount({.most = kMaxTime})},
        {"fault", &Request::fault, form::maybe(form::object(faultFields()))},
        {"poison", &Request::poison, form::list(poisonForm())},
        Field("model", &Request::model, modelForm()).required(),
        // The plan is read first: all else is held against it.
        {"plan", "", nullptr,
         [](json::Writer& writer, const Request& request, const Frame&) { writePlan(writer, request.plan); }},
        Field("programs", "", readPrograms, writePrograms).required()};
    return kFields;
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

RunRequest requestFrom(const json::Node& root, Trouble& trouble) {
    RunRequest request;
    checkProtocol(root, trouble);
    const auto plan = trouble ? std::nullopt : required(root, "plan", trouble);
    if (!trouble)
        required(root, "model", trouble);
    if (!trouble)
        request.plan = planFromNode(*plan, trouble);
    if (!trouble && request.plan.isProblem())
        trouble.add(say(phrase("file", "has no order that could be run")), *plan);
    Frame frame = frameOf(request.plan);
    readMembers(root, requestFields(), request, frame, trouble);
    return request;
}

std::size_t sizeFrom(const json::Node& node, Trouble& trouble) {
    return static_cast<std::size_t>(amountFrom(node, {.most = static_cast<std::int64_t>(json::kMaxBytes)}, trouble));
}

const FileFields<RequestHeader>& headerFields() {
    static const FileFields<RequestHeader> kFields = {
        FileField<RequestHeader>("request_bytes", &RequestHeader::request, form::of(sizeFrom)).required(),
        {"data_bytes", &RequestHeader::data, form::of(sizeFrom)}};
    return kFields;
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
    return objectText(requestFields(), request, frameOf(request.plan), json::Layout::Lines) + "\n";
}

Result<RunRequest> requestFromJson(std::string_view text) { return readText(text, requestFrom); }

std::string requestHeader(std::size_t request, std::optional<std::size_t> data) {
    return objectText(headerFields(), {request, data});
}

Result<RequestHeader> requestHeaderFrom(std::string_view line) {
    return readText(line, [](const json::Node& root, Trouble& trouble) {
        Frame frame;
        return objectFrom(root, headerFields(), frame, trouble);
    });
}

} // namespace lanewright
