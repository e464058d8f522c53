// SPDX-License-Identifier: Apache-2.0
#include "core/io/run_json.h"

#include "core/io/optimizer_json.h"
#include "core/io/plan_parts.h"
#include "core/io/quoted_text.h"
#include "core/io/recorder_json.h"
#include "core/io/run_parts.h"
#include "core/io/span_json.h"

#include <algorithm>

namespace lanewright {

namespace {

constexpr std::array<std::string_view, 23> kRunKeys = {
    "format",   "version",      "backend",        "launcher", "precision",  "threads",  "paced",  "partial",
    "recorder", "optimizer",    "first_step",     "hosts",    "clocks",     "replica",  "losses", "clock_uncertainty",
    "schedule", "weights_hash", "gradients_hash", "steps",    "validation", "replicas", "cores"};
constexpr std::array<std::string_view, 5> kReplicaKeys = {"replica", "hosts", "clock_uncertainty", "clocks", "steps"};
constexpr std::array<std::string_view, 14> kStepKeys = {
    "step", "loss",    "start", "norm",   "update",  "rolled_back", "peak_activations",
    "wall", "virtual", "live",  "others", "kernels", "side",        "launched"};

constexpr int kMaxReplicas = 1 << 20;
constexpr Phrase kPerRank = phrase("one per", "rank");

Timeline timelineFrom(const json::Node& node, const SpanShape& shape, Trouble& trouble) {
    Timeline timeline;
    if (expectList(node, shape.ranks, kPerRank, trouble))
        for (const json::Node lane : node.children())
            timeline.lanes.push_back(spansFrom(lane, shape, trouble));
    return timeline;
}

void writeTimeline(json::Writer& writer, const Timeline& timeline) {
    writer.beginArray(json::Layout::Lines);
    for (const Lane& lane : timeline.lanes)
        writeSpans(writer, lane);
    writer.endArray();
}

/// Per rank a number beside each of its spans, or none: live memory, times of launch.
std::vector<std::vector<std::int64_t>> besideSpansFrom(const json::Node& node, const Timeline& wall, const Range& range,
                                                       Trouble& trouble) {
    std::vector<std::vector<std::int64_t>> lists;
    if (trouble || !isPerRank(node, static_cast<int>(wall.lanes.size()), trouble))
        return lists;
    for (const json::Node list : node.children()) {
        lists.push_back(numbersFrom(list, range, trouble));
        if (trouble)
            return lists;
        if (!lists.back().empty() && lists.back().size() != wall.lanes[lists.size() - 1].size()) {
            trouble.add(say(phrase("file", "must have a number per span of the rank, or none")), list);
            return lists;
        }
    }
    return lists;
}

void writeBesideSpans(json::Writer& writer, const std::vector<std::vector<std::int64_t>>& lists) {
    writer.beginArray(json::Layout::Lines);
    for (const std::vector<std::int64_t>& list : lists)
        writeNumbers(writer, list);
    writer.endArray();
}

void readSide(const json::Node& node, StepRecord& record, const SpanShape& shape, Trouble& trouble) {
    if (!expect(node, json::Kind::Array, trouble))
        return;
    record.side.reserve(node.size());
    for (const json::Node entry : node.children()) {
        record.side.push_back(sideSpanFrom(entry, shape, trouble));
        if (trouble)
            return;
    }
}

void readKernels(const json::Node& node, StepRecord& record, const SpanShape& shape, Trouble& trouble) {
    if (!expect(node, json::Kind::Array, trouble))
        return;
    for (const json::Node lane : node.children()) {
        record.kernels.push_back(kernelLaneFrom(lane, shape, trouble));
        if (trouble)
            return;
    }
}

/// A step; `least` is the earliest that it may start.
StepRecord stepFrom(const json::Node& node, Time least, const SpanShape& shape, Trouble& trouble) {
    StepRecord record;
    if (!expect(node, json::Kind::Object, trouble))
        return record;
    if (const auto step = required(node, "step", trouble))
        record.step = integerFrom(*step, 0, std::numeric_limits<int>::max(), trouble);
    if (const auto loss = node.find("loss"))
        record.loss = realFrom(*loss, trouble);
    if (const auto start = node.find("start"))
        record.start = amountFrom(*start, {.least = least, .most = kMaxPoint}, trouble);
    record.update = updateIn(node, trouble);
    if (const auto wall = required(node, "wall", trouble))
        record.wall = timelineFrom(*wall, shape, trouble);
    if (const auto paced = node.find("virtual"); paced && !paced->isNull())
        record.virtualTime = timelineFrom(*paced, shape, trouble);
    if (const auto live = node.find("live"))
        record.live = besideSpansFrom(*live, record.wall, {.most = kMaxTotalMemory}, trouble);
    const auto others = node.find("others");
    if (others && expect(*others, json::Kind::Array, trouble))
        for (const json::Node entry : others->children()) {
            record.others.push_back(activityFrom(entry, shape, trouble));
            if (trouble)
                return record;
        }
    if (const auto kernels = node.find("kernels"))
        readKernels(*kernels, record, shape, trouble);
    if (const auto side = node.find("side"))
        readSide(*side, record, shape, trouble);
    if (const auto launched = node.find("launched"))
        record.launched = besideSpansFrom(*launched, record.wall, {.least = -kMaxPoint, .most = kMaxPoint}, trouble);
    const auto peaks = node.find("peak_activations");
    if (peaks && isPerRank(*peaks, shape.ranks, trouble))
        record.peakActivations = numbersFrom(*peaks, {.most = kMaxTotalMemory}, trouble);
    return record;
}

std::vector<StepRecord> stepsFrom(const json::Node& node, Time least, const SpanShape& shape, Trouble& trouble) {
    std::vector<StepRecord> steps;
    if (!expect(node, json::Kind::Array, trouble))
        return steps;
    steps.reserve(node.size());
    for (const json::Node step : node.children()) {
        steps.push_back(stepFrom(step, least, shape, trouble));
        if (trouble)
            return steps;
    }
    return steps;
}

/// As in plans; what a step holds beside its known keys stands under `steps` and the step's place in the list. `root`
/// is a run or one of its replicas, and `known` its own keys.
std::string unknownRunKeys(const json::Node& root, std::span<const std::string_view> known) {
    json::Writer writer;
    writer.beginObject(json::Layout::Line);
    bool any = hasUnknown(root, known);
    json::Writer inSteps;
    bool anyInSteps = false;
    inSteps.beginObject(json::Layout::Line);
    int position = 0;
    for (const json::Node step : root.find("steps")->children()) {
        if (hasUnknown(step, kStepKeys)) {
            anyInSteps = true;
            inSteps.key(std::to_string(position)).beginObject(json::Layout::Line);
            copyUnknown(inSteps, step, kStepKeys);
            inSteps.endObject();
        }
        ++position;
    }
    inSteps.endObject();
    if (anyInSteps)
        writer.key("steps").numeral(inSteps.take());
    copyUnknown(writer, root, known);
    writer.endObject();
    return any || anyInSteps ? writer.take() : std::string{};
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

std::vector<ValidationLoss> validationLossesFrom(const json::Node& node, Trouble& trouble) {
    std::vector<ValidationLoss> losses;
    if (expect(node, json::Kind::Array, trouble))
        for (const json::Node entry : node.children()) {
            if (!expectList(entry, 2, phrase("one per", "number (step, loss)"), trouble))
                return losses;
            const std::vector<json::Node> pair = itemsOf(entry);
            losses.push_back({.step = integerFrom(pair[0], 0, std::numeric_limits<int>::max(), trouble),
                              .loss = realFrom(pair[1], trouble)});
        }
    return losses;
}

void readHeader(const json::Node& root, Run& run, Trouble& trouble) {
    run.backend = stringIn(root, "backend", "cpu", trouble);
    run.launcher = stringIn(root, "launcher", "", trouble);
    run.precision = precisionIn(root, trouble);
    run.threads = threadsIn(root, trouble);
    run.paced = boolIn(root, "paced", false, trouble);
    run.partial = boolIn(root, "partial", false, trouble);
    if (const auto optimizer = root.find("optimizer"))
        run.optimizer = optimizerFrom(*optimizer, trouble);
    run.firstStep = integerIn(root, "first_step", 0, 0, std::numeric_limits<int>::max(), trouble);
    if (const auto validation = root.find("validation"))
        run.validation = validationLossesFrom(*validation, trouble);
    const int ranks = run.plan.schedule.ranks();
    if (const auto hosts = root.find("hosts"); hosts && isPerRank(*hosts, ranks, trouble))
        run.hosts = textsFrom(*hosts, trouble);
    if (const auto cores = root.find("cores"); cores && isPerRank(*cores, ranks, trouble))
        run.cores = integersFrom(*cores, 0, trouble);
    if (const auto uncertain = root.find("clock_uncertainty"); uncertain && isPerRank(*uncertain, ranks, trouble))
        run.clockUncertainty = numbersFrom(*uncertain, {.most = kMaxTime}, trouble);
    if (const auto clocks = root.find("clocks"))
        run.clocks = clocksFrom(*clocks, ranks, trouble);
    if (const auto recorder = root.find("recorder"); recorder && !recorder->isNull())
        run.recorder = recorderFrom(*recorder, trouble);
    run.replica = integerIn(root, "replica", 0, 0, kMaxReplicas, trouble);
    const auto losses = root.find("losses");
    if (losses && expect(*losses, json::Kind::Array, trouble))
        for (const json::Node loss : losses->children())
            run.losses.push_back(realFrom(loss, trouble));
    if (const auto hash = root.find("weights_hash"))
        run.weightsHash = hashTextFrom(*hash, trouble);
    if (const auto hash = root.find("gradients_hash"))
        run.gradientsHash = hashTextFrom(*hash, trouble);
}

Replica replicaFrom(const json::Node& node, const SpanShape& shape, Trouble& trouble) {
    Replica replica;
    const auto number = required(node, "replica", trouble);
    const auto steps = required(node, "steps", trouble);
    if (trouble)
        return replica;
    replica.replica = integerFrom(*number, 0, kMaxReplicas, trouble);
    if (const auto hosts = node.find("hosts"); hosts && isPerRank(*hosts, shape.ranks, trouble))
        replica.hosts = textsFrom(*hosts, trouble);
    if (const auto uncertain = node.find("clock_uncertainty"); uncertain && isPerRank(*uncertain, shape.ranks, trouble))
        replica.clockUncertainty = numbersFrom(*uncertain, {.most = kMaxTime}, trouble);
    if (const auto clocks = node.find("clocks"))
        replica.clocks = clocksFrom(*clocks, shape.ranks, trouble);
    replica.steps = stepsFrom(*steps, -kMaxPoint, shape, trouble);
    if (!trouble)
        replica.unknown = unknownRunKeys(node, kReplicaKeys);
    return replica;
}

/// The replicas beside the run's own, by number.
void readReplicas(const json::Node& node, Run& run, const SpanShape& shape, Trouble& trouble) {
    if (!expect(node, json::Kind::Array, trouble))
        return;
    for (const json::Node entry : node.children()) {
        if (!expect(entry, json::Kind::Object, trouble))
            return;
        run.replicas.push_back(replicaFrom(entry, shape, trouble));
        if (trouble)
            return;
        const int number = run.replicas.back().replica;
        const bool rises = run.replicas.size() < 2 || run.replicas[run.replicas.size() - 2].replica < number;
        if (!rises || number == run.replica)
            return trouble.add(
                say(phrase("file", "replica %1 stands here out of turn or a second time; they go by number"), number),
                entry);
    }
}

void writeStep(json::Writer& writer, const StepRecord& record, const json::Node* unknown) {
    writer.beginObject(json::Layout::Lines);
    writer.key("step").number(record.step);
    writer.key("loss").real(record.loss);
    writer.key("start").number(record.start);
    writeUpdate(writer, record.update);
    writer.key("peak_activations");
    writeNumbers(writer, record.peakActivations);
    writer.key("wall");
    writeTimeline(writer, record.wall);
    if (!record.virtualTime.lanes.empty()) {
        writer.key("virtual");
        writeTimeline(writer, record.virtualTime);
    }
    if (!record.live.empty()) {
        writer.key("live");
        writeBesideSpans(writer, record.live);
    }
    writer.key("others").beginArray(json::Layout::Lines);
    for (const Activity& activity : record.others)
        writeActivity(writer, activity);
    writer.endArray();
    if (!record.kernels.empty()) {
        writer.key("kernels").beginArray(json::Layout::Lines);
        for (const KernelLane& lane : record.kernels) {
            writer.beginObject(json::Layout::Line);
            writeKernelLane(writer, lane);
            writer.endObject();
        }
        writer.endArray();
    }
    if (!record.side.empty()) {
        writer.key("side").beginArray(json::Layout::Lines);
        for (const SideSpan& span : record.side)
            writeSideSpan(writer, span);
        writer.endArray();
    }
    if (!record.launched.empty()) {
        writer.key("launched");
        writeBesideSpans(writer, record.launched);
    }
    if (unknown)
        copyUnknown(writer, *unknown, kStepKeys);
    writer.endObject();
}

/// The steps of a run or of one of its replicas, with what `unknownText` keeps of each.
void writeSteps(json::Writer& writer, const std::vector<StepRecord>& records, std::string_view unknownText) {
    const Result<json::Document> unknown = json::parse(unknownText);
    const auto steps = unknown ? unknown->root().find("steps") : std::nullopt;
    writer.beginArray(json::Layout::Lines);
    for (std::size_t position = 0; position < records.size(); ++position) {
        const auto own = steps ? steps->find(std::to_string(position)) : std::nullopt;
        writeStep(writer, records[position], own && own->kind() == json::Kind::Object ? &*own : nullptr);
    }
    writer.endArray();
}

void writeReplica(json::Writer& writer, const Replica& replica) {
    writer.beginObject(json::Layout::Lines);
    writer.key("replica").number(replica.replica);
    writer.key("hosts");
    writeTexts(writer, replica.hosts);
    writer.key("clock_uncertainty");
    writeNumbers(writer, replica.clockUncertainty);
    if (replica.clocks != Clocks{})
        writeClocks(writer.key("clocks"), replica.clocks);
    writer.key("steps");
    writeSteps(writer, replica.steps, replica.unknown);
    writeUnknown(writer, replica.unknown, "", kReplicaKeys);
    writer.endObject();
}

} // namespace

Run runFromNode(const json::Node& root, Trouble& trouble) {
    Run run;
    checkHeader(root, "lanewright-run", phrase("file", "this JSON is no Lanewright run"), trouble);
    const auto schedule = trouble ? std::nullopt : required(root, "schedule", trouble);
    const auto steps = trouble ? std::nullopt : required(root, "steps", trouble);
    if (trouble)
        return run;
    run.plan = planFromNode(*schedule, trouble);
    if (!trouble && run.plan.isProblem())
        trouble.add(say(phrase("file", "has no order, so it can't have been run")), *schedule);
    if (trouble)
        return run;
    readHeader(root, run, trouble);
    const SpanShape shape{
        .schedule = &run.plan.schedule, .weightParts = run.plan.costs.weightParts, .ranks = run.plan.schedule.ranks()};
    run.steps = stepsFrom(*steps, 0, shape, trouble);
    if (const auto replicas = root.find("replicas"); replicas && !trouble)
        readReplicas(*replicas, run, shape, trouble);
    if (!trouble)
        run.unknown = unknownRunKeys(root, kRunKeys);
    return run;
}

Result<Run> runFromJson(std::string_view text) {
    const Result<json::Document> document = json::parse(text);
    if (!document)
        return document.error();
    Trouble trouble;
    Run run = runFromNode(document->root(), trouble);
    if (trouble)
        return trouble.first();
    return run;
}

std::string runToJson(const Run& run) {
    json::Writer writer;
    writer.beginObject(json::Layout::Lines);
    writer.key("format").string("lanewright-run");
    writer.key("version").number(1);
    writer.key("backend").string(run.backend);
    writer.key("launcher").string(run.launcher);
    writer.key("precision").string(toText(run.precision));
    writer.key("threads").number(run.threads);
    writer.key("paced").boolean(run.paced);
    writer.key("partial").boolean(run.partial);
    if (run.recorder)
        writeRecorder(writer.key("recorder"), *run.recorder);
    writer.key("optimizer");
    writeOptimizer(writer, run.optimizer);
    writer.key("first_step").number(run.firstStep);
    writer.key("hosts");
    writeTexts(writer, run.hosts);
    if (!run.cores.empty())
        writeNumbers(writer.key("cores"), run.cores);
    writer.key("clock_uncertainty");
    writeNumbers(writer, run.clockUncertainty);
    if (run.clocks != Clocks{})
        writeClocks(writer.key("clocks"), run.clocks);
    writer.key("losses").beginArray(json::Layout::Line);
    for (const double loss : run.losses)
        writer.real(loss);
    writer.endArray();
    writeValidation(writer.key("validation"), run.validation);
    writer.key("weights_hash").string(run.weightsHash);
    writer.key("gradients_hash").string(run.gradientsHash);
    writer.key("schedule");
    writePlan(writer, run.plan);
    if (run.replica != 0)
        writer.key("replica").number(run.replica);
    writer.key("steps");
    writeSteps(writer, run.steps, run.unknown);
    if (!run.replicas.empty()) {
        writer.key("replicas").beginArray(json::Layout::Lines);
        for (const Replica& replica : run.replicas)
            writeReplica(writer, replica);
        writer.endArray();
    }
    writeUnknown(writer, run.unknown, "", kRunKeys);
    writer.endObject();
    return writer.take() + "\n";
}

} // namespace lanewright
