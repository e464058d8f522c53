// SPDX-License-Identifier: Apache-2.0
#include "core/protocol/protocol.h"

#include "core/io/forms.h"
#include "core/io/optimizer_json.h"
#include "core/io/quoted_text.h"
#include "core/io/span_json.h"
#include "core/model/text.h"
#include "core/protocol/message_json.h"

#include <type_traits>
#include <variant>

namespace lanewright {

namespace {

/// An event as lines have it: its name, and its members behind that.
template <typename E>
struct EventKind {
    std::string_view name;
    FileFields<E> fields;
    void (*check)(const E&, const json::Node&, Trouble&) = nullptr; ///< that members fit each other
};

/// One of each event.
template <typename E>
const EventKind<E>& kindOf();

Form<int> stepForm() { return form::integer(0); }

template <>
const EventKind<HelloEvent>& kindOf() {
    using Field = FileField<HelloEvent>;
    static const EventKind<HelloEvent> kKind{"hello",
                                             {Field("protocol", &HelloEvent::protocol, form::integer(1)).required(),
                                              {"engine", &HelloEvent::engine, form::text()}}};
    return kKind;
}

const FileFields<DevicePlace>& placeFields() {
    using Field = FileField<DevicePlace>;
    static const FileFields<DevicePlace> kFields = {Field("number", &DevicePlace::number, form::integer(0)).required(),
                                                    {"name", &DevicePlace::name, form::text()}};
    return kFields;
}

template <>
const EventKind<ReadyEvent>& kindOf() {
    using Ready = ReadyEvent;
    using Field = FileField<Ready>;
    static const EventKind<Ready> kKind{
        "ready",
        {Field("ranks", &Ready::ranks, form::integer(1, kMaxRanks)).required(),
         {"backend", &Ready::backend, form::text()},
         {"hosts", &Ready::hosts, form::list(form::text())},
         {"clock_uncertainty", &Ready::clockUncertainty, form::list(form::amount({.most = kMaxTime}))},
         {"pids", &Ready::pids, form::list(form::integer(0))},
         {"cores", &Ready::cores, form::list(form::integer(0))},
         Field("devices", &Ready::devices, form::list(form::object(placeFields()))).unlessDefault(&Ready::devices),
         Field("framework", &Ready::framework, form::text()).unlessDefault(&Ready::framework),
         {"first_step", &Ready::firstStep, form::integer(0)}}};
    return kKind;
}

template <>
const EventKind<ProbeEvent>& kindOf() {
    static const EventKind<ProbeEvent> kKind{"probe", probeFields()};
    return kKind;
}

void checkLengths(const SpansEvent& event, const json::Node& node, Trouble& trouble) {
    if (!event.live.empty() && event.live.size() != event.wall.size())
        trouble.add(say(phrase("file", "live must hold as many numbers as wall holds spans")), node);
    if (!event.virtualTime.empty() && event.virtualTime.size() != event.wall.size())
        trouble.add(say(phrase("file", "virtual must hold as many spans as wall")), node);
}

template <>
const EventKind<SpansEvent>& kindOf() {
    using Spans = SpansEvent;
    using Field = FileField<Spans>;
    static const EventKind<Spans> kKind{
        "spans",
        {Field("step", &Spans::step, stepForm()).required(),
         Field("rank", &Spans::rank, form::integer(0, kMaxRanks - 1)).required(),
         Field("wall", &Spans::wall, spansForm()).required(),
         Field("virtual", &Spans::virtualTime, spansForm()).unlessDefault(&Spans::virtualTime),
         Field("live", &Spans::live, form::list(form::amount({.most = kMaxTotalMemory}))).unlessDefault(&Spans::live),
         {"others", &Spans::others, form::list(activityForm())}},
        checkLengths};
    return kKind;
}

template <>
const EventKind<KernelsEvent>& kindOf() {
    using Field = FileField<KernelsEvent>;
    static const EventKind<KernelsEvent> kKind{
        "kernels", FileFields<KernelsEvent>{Field("step", &KernelsEvent::step, stepForm()).required()}.with(
                       &KernelsEvent::lane, kernelLaneFields())};
    return kKind;
}

template <>
const EventKind<StepEvent>& kindOf() {
    using Step = StepEvent;
    using Field = FileField<Step>;
    const auto times = form::list(form::amount({.most = kMaxTime}));
    const auto [norm, update, rolledBack] = updateFields(&Step::update);
    static const EventKind<Step> kKind{
        "step",
        {Field("step", &Step::step, stepForm()).required(), Field("loss", &Step::loss, form::real()).required(),
         Field("start", &Step::start, form::amount({.most = kMaxPoint})),
         Field("length", &Step::length, form::amount({.most = kMaxPoint})).required(), norm, update, rolledBack,
         Field("peak_activations", &Step::peakActivations, form::list(form::amount({.most = kMaxTotalMemory}))),
         Field("clock_gain", &Step::clockGain, form::list(form::amount({.least = -kMaxTime, .most = kMaxTime})))
             .unlessDefault(&Step::clockGain),
         Field("clock_uncertainty", &Step::clockUncertainty, times).unlessDefault(&Step::clockUncertainty)}};
    return kKind;
}

template <>
const EventKind<ValidationEvent>& kindOf() {
    using Field = FileField<ValidationEvent>;
    static const EventKind<ValidationEvent> kKind{"validation",
                                                  {Field("step", &ValidationEvent::step, stepForm()).required(),
                                                   Field("loss", &ValidationEvent::loss, form::real()).required()}};
    return kKind;
}

template <>
const EventKind<CheckpointEvent>& kindOf() {
    using Field = FileField<CheckpointEvent>;
    static const EventKind<CheckpointEvent> kKind{"checkpoint",
                                                  {Field("step", &CheckpointEvent::step, stepForm()).required(),
                                                   Field("folder", &CheckpointEvent::folder, form::text()).required()}};
    return kKind;
}

template <>
const EventKind<SampleEvent>& kindOf() {
    static const EventKind<SampleEvent> kKind{
        "sample", {FileField<SampleEvent>("text", &SampleEvent::text, form::text()).required()}};
    return kKind;
}

template <>
const EventKind<DoneEvent>& kindOf() {
    static const EventKind<DoneEvent> kKind{"done",
                                            {{"weights_hash", &DoneEvent::weightsHash, form::text()},
                                             {"gradients_hash", &DoneEvent::gradientsHash, form::text()},
                                             {"cancelled", &DoneEvent::cancelled, form::boolean()}}};
    return kKind;
}

std::optional<Op> failedOp(const json::Node& node, Trouble& trouble) {
    const Result<Op> op = opFromText(stringFrom(node, trouble));
    if (!op)
        trouble.add(op.error().message, node);
    return op ? std::optional(*op) : std::nullopt;
}

template <>
const EventKind<FailedEvent>& kindOf() {
    using Failed = FailedEvent;
    using Field = FileField<Failed>;
    Form<std::optional<Op>> op = opForm();
    op.read = form::of(failedOp).read;
    static const EventKind<Failed> kKind{
        "failed",
        {{"rank", &Failed::rank, form::integer(-1, kMaxRanks - 1)},
         Field("op", &Failed::op, op).orNull(),
         Field("reason", &Failed::reason, messageForm()).required(),
         Field("missing", &Failed::missing, form::boolean()).unlessDefault(&Failed::missing)}};
    return kKind;
}

/// Reads an event of that name; nothing where it is of another.
template <typename E>
bool readAs(Event& event, std::string_view name, const json::Node& node, Trouble& trouble) {
    const EventKind<E>& kind = kindOf<E>();
    if (name != kind.name)
        return false;
    E own;
    Frame frame;
    readMembers(node, kind.fields, own, frame, trouble);
    if (kind.check)
        kind.check(own, node, trouble);
    event = std::move(own);
    return true;
}

template <typename... Kinds>
bool readAny(std::variant<Kinds...>& event, std::string_view name, const json::Node& node, Trouble& trouble) {
    return (readAs<Kinds>(event, name, node, trouble) || ...);
}

Event eventFrom(const json::Node& node, Trouble& trouble) {
    Event event;
    if (!expect(node, json::Kind::Object, trouble))
        return event;
    const auto word = required(node, "event", trouble);
    const std::string name = word ? stringFrom(*word, trouble) : std::string{};
    if (!trouble && !readAny(event, name, node, trouble))
        trouble.add(say(phrase("file", "there is no event %1"), inQuotes(name)), *word);
    return event;
}

} // namespace

void clear(SpansEvent& event) {
    event.wall.clear();
    event.virtualTime.clear();
    event.live.clear();
    event.others.clear();
}

std::string eventToLine(const Event& event) {
    json::Writer writer;
    writer.beginObject(json::Layout::Line);
    std::visit(
        [&](const auto& own) {
            const auto& kind = kindOf<std::remove_cvref_t<decltype(own)>>();
            writer.key("event").string(kind.name);
            writeMembers(writer, kind.fields, own, {});
        },
        event);
    writer.endObject();
    return writer.take();
}

Result<Event> eventFromLine(std::string_view line) { return readText(line, eventFrom); }

} // namespace lanewright
