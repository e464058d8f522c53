// SPDX-License-Identifier: Apache-2.0
#include "core/io/run_json.h"

#include "core/io/forms.h"
#include "core/io/optimizer_json.h"
#include "core/io/plan/plan_parts.h"
#include "core/io/quoted_text.h"
#include "core/io/recorder_json.h"
#include "core/io/run_parts.h"
#include "core/io/span_json.h"

#include <algorithm>

namespace lanewright {

namespace {

constexpr int kMaxReplicas = 1 << 20;

/// Per rank a number beside each of its spans, or none: live memory, times of launch.
FileField<StepRecord> besideSpans(std::string_view key, std::vector<std::vector<std::int64_t>> StepRecord::*member,
                                  const Range& range) {
    using Lists = std::vector<std::vector<std::int64_t>>;
    const auto lists = form::perRank(form::list(form::amount(range)), json::Layout::Lines);
    const auto read = [lists, member](const json::Node& node, StepRecord& record, Frame& frame, Trouble& trouble) {
        record.*member = lists.read(node, frame, trouble);
        std::size_t rank = 0;
        for (const json::Node list : node.children()) {
            if (trouble)
                return;
            if (list.size() != 0 && static_cast<std::size_t>(list.size()) != record.wall.lanes[rank].size())
                trouble.add(say(phrase("file", "must have a number per span of the rank, or none")), list);
            ++rank;
        }
    };
    return FileField<StepRecord>(key, member, Form<Lists>(lists)).readBy(read).unlessDefault(member);
}

/// `least` is the earliest that a step may start.
FileFields<StepRecord> stepFieldsFrom(Time least) {
    using Field = FileField<StepRecord>;
    const auto lanes = form::eachRank(spansForm(), json::Layout::Lines);
    const auto peaks = form::perRank(form::amount({.most = kMaxTotalMemory}));
    const auto [norm, update, rolledBack] = updateFields(&StepRecord::update);
    return {Field("step", &StepRecord::step, form::integer(0)).required(),
            {"loss", &StepRecord::loss, form::real()},
            {"start", &StepRecord::start, form::amount({.least = least, .most = kMaxPoint})},
            norm,
            update,
            rolledBack,
            {"peak_activations", &StepRecord::peakActivations, peaks},
            Field("wall", memberOf(&StepRecord::wall, &Timeline::lanes), lanes).required(),
            Field("virtual", memberOf(&StepRecord::virtualTime, &Timeline::lanes), lanes)
                .orNull()
                .unlessDefault(&StepRecord::virtualTime),
            besideSpans("live", &StepRecord::live, {.most = kMaxTotalMemory}),
            {"others", &StepRecord::others, form::list(activityForm(), json::Layout::Lines)},
            Field("kernels", &StepRecord::kernels, form::list(form::object(kernelLaneFields()), json::Layout::Lines))
                .unlessDefault(&StepRecord::kernels),
            Field("side", &StepRecord::side, form::list(sideSpanForm(), json::Layout::Lines))
                .unlessDefault(&StepRecord::side),
            besideSpans("launched", &StepRecord::launched, {.least = -kMaxPoint, .most = kMaxPoint})};
}

/// Those of replicas may start before the run's own.
Form<std::vector<StepRecord>> stepsForm(bool ofReplica) {
    static const FileFields<StepRecord> kOwn = stepFieldsFrom(0);
    static const FileFields<StepRecord> kOfReplicas = stepFieldsFrom(-kMaxPoint);
    return form::list(form::object(ofReplica ? kOfReplicas : kOwn, json::Layout::Lines, "step"), json::Layout::Lines);
}

std::string hashTextFrom(const json::Node& node, Trouble& trouble) {
    std::string hash = stringFrom(node, trouble);
    const bool good =
        hash.empty() || (hash.size() == 16 && hash.find_first_not_of("0123456789abcdef") == std::string::npos);
    if (!good)
        trouble.add(
            say(phrase("file", "must be 16 hexadecimal digits in lower case, or empty, not %1"), inQuotes(hash)), node);
    return hash;
}

/// What a run and each of its replicas say of their ranks: `hosts`, `clock_uncertainty` and `clocks`.
template <typename T>
std::array<FileField<T>, 3> rankFields() {
    return {FileField<T>("hosts", &T::hosts, form::perRank(form::text())),
            FileField<T>("clock_uncertainty", &T::clockUncertainty, form::perRank(form::amount({.most = kMaxTime}))),
            FileField<T>("clocks", &T::clocks, clocksForm()).unlessDefault(&T::clocks)};
}

const FileFields<Replica>& replicaFields() {
    using Field = FileField<Replica>;
    const auto [hosts, uncertainty, clocks] = rankFields<Replica>();
    static const FileFields<Replica> kFields = {
        Field("replica", &Replica::replica, form::integer(0, kMaxReplicas)).required(), hosts, uncertainty, clocks,
        Field("steps", &Replica::steps, stepsForm(true)).required().keepingUnknown()};
    return kFields;
}

/// The replicas beside the run's own, by number.
void readReplicas(const json::Node& node, Run& run, Frame& frame, Trouble& trouble) {
    if (!expect(node, json::Kind::Array, trouble))
        return;
    for (const json::Node entry : node.children()) {
        Replica replica = objectFrom(entry, replicaFields(), frame, trouble);
        if (trouble)
            return;
        replica.unknown = unknownIn(entry, replicaFields().keys);
        const int number = replica.replica;
        const bool rises = run.replicas.empty() || run.replicas.back().replica < number;
        if (!rises || number == run.replica)
            return trouble.add(
                say(phrase("file", "replica %1 stands here out of turn or a second time; they go by number"), number),
                entry);
        run.replicas.push_back(std::move(replica));
    }
}

FileField<Run> replicasField() {
    return FileField<Run>("replicas", &Run::replicas,
                          form::list(form::object(replicaFields(), json::Layout::Lines), json::Layout::Lines))
        .readBy(readReplicas)
        .writtenBy([](json::Writer& writer, const Run& run, const Frame& frame) {
            writer.list(json::Layout::Lines, run.replicas, [&](const Replica& replica) {
                writeWithUnknown(writer, replicaFields(), replica, frame, replica.unknown);
            });
        })
        .unlessDefault(&Run::replicas);
}

} // namespace

const FileFields<Run>& runFields() {
    using Field = FileField<Run>;
    const auto [hosts, uncertainty, clocks] = rankFields<Run>();
    const auto hash = form::of(hashTextFrom, R"({"type": "string", "pattern": "^([0-9a-f]{16})?$"})");
    static const FileFields<Run> kFields = {
        constant<Run>("format", R"("lanewright-run")").required(),
        constant<Run>("version", "1").required(),
        {"backend", &Run::backend, form::text()},
        {"launcher", &Run::launcher, form::text()},
        {"precision", &Run::precision, precisionForm()},
        {"threads", &Run::threads, threadsForm()},
        {"paced", &Run::paced, form::boolean()},
        {"partial", &Run::partial, form::boolean()},
        Field("recorder", &Run::recorder, recorderForm()).orNull(),
        {"optimizer", &Run::optimizer, optimizerForm()},
        {"first_step", &Run::firstStep, form::integer(0)},
        hosts,
        Field("cores", &Run::cores, form::perRank(form::integer(0))).unlessDefault(&Run::cores),
        uncertainty,
        clocks,
        {"losses", &Run::losses, form::list(form::real())},
        {"validation", &Run::validation, form::list(validationForm())},
        {"weights_hash", &Run::weightsHash, hash},
        {"gradients_hash", &Run::gradientsHash, hash},
        // The plan is read first: all else is held against it.
        Field("schedule", R"({"$ref": "lwsched.schema.json"})", nullptr,
              [](json::Writer& writer, const Run& run, const Frame&) { writePlan(writer, run.plan); })
            .required(),
        Field("replica", &Run::replica, form::integer(0, kMaxReplicas)).unlessDefault(&Run::replica),
        Field("steps", &Run::steps, stepsForm(false)).required().keepingUnknown(),
        replicasField()};
    return kFields;
}

Run runFromNode(const json::Node& root, Trouble& trouble) {
    Run run;
    checkHeader(root, "lanewright-run", phrase("file", "this JSON is no Lanewright run"), trouble);
    const auto schedule = trouble ? std::nullopt : required(root, "schedule", trouble);
    if (!trouble)
        required(root, "steps", trouble);
    if (trouble)
        return run;
    run.plan = planFromNode(*schedule, trouble);
    if (!trouble && run.plan.isProblem())
        trouble.add(say(phrase("file", "has no order, so it can't have been run")), *schedule);
    Frame frame = frameOf(run.plan);
    readMembers(root, runFields(), run, frame, trouble);
    if (!trouble)
        run.unknown = unknownIn(root, runFields().keys);
    return run;
}

Result<Run> runFromJson(std::string_view text) { return readText(text, runFromNode); }

std::string runToJson(const Run& run) {
    json::Writer writer;
    writeWithUnknown(writer, runFields(), run, {}, run.unknown);
    return writer.take() + "\n";
}

} // namespace lanewright
