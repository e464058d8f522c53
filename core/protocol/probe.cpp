// SPDX-License-Identifier: Apache-2.0
#include "core/protocol/probe.h"

#include "core/io/forms.h"

namespace lanewright {

namespace {

/// What a stage takes and gives back, as five numbers.
Form<StageMemory> bytesForm() {
    const auto numbers = form::list(form::amount({.least = -kMaxMemory, .most = kMaxMemory}));
    return {.read =
                [numbers](const json::Node& node, Frame& frame, Trouble& trouble) {
                    const std::vector<Bytes> bytes = numbers.read(node, frame, trouble);
                    if (bytes.size() == 5)
                        return StageMemory{bytes[0], bytes[1], bytes[2], bytes[3], bytes[4]};
                    trouble.add(say(phrase("file", "bytes must hold five numbers: of F, B, W and R, and what is always "
                                                   "held")),
                                holderOf(node));
                    return StageMemory{};
                },
            .write =
                [numbers](json::Writer& writer, const StageMemory& memory, const Frame& frame) {
                    numbers.write(
                        writer,
                        {memory.forward, memory.backwardInput, memory.backwardWeight, memory.recompute, memory.fixed},
                        frame);
                },
            .schema = numbers.schema};
}

const FileFields<StageBytes>& stageFields() {
    using Field = FileField<StageBytes>;
    static const FileFields<StageBytes> kFields = {
        Field("direction", memberOf(&StageBytes::copy, &StageCopy::direction), form::integer(0, 1)).required(),
        Field("stage", memberOf(&StageBytes::copy, &StageCopy::stage), form::integer(0, kMaxStages - 1)).required(),
        Field("bytes", &StageBytes::memory, bytesForm()).required()};
    return kFields;
}

const FileFields<LinkTrips>& linkFields() {
    using Field = FileField<LinkTrips>;
    const auto times = form::list(form::amount({.most = kMaxTime}));
    static const FileFields<LinkTrips> kFields = {
        Field("from", &LinkTrips::from, form::integer(0, kMaxRanks - 1)).required(),
        Field("to", &LinkTrips::to, form::integer(0, kMaxRanks - 1)).required(),
        Field("value_bytes", &LinkTrips::valueBytes, form::amount({.most = kMaxMemory})).required(),
        Field("small", &LinkTrips::small, times).required(), Field("large", &LinkTrips::large, times).required()};
    return kFields;
}

const FileFields<DeviceUse>& deviceFields() {
    using Field = FileField<DeviceUse>;
    static const FileFields<DeviceUse> kFields = {
        Field("planned", &DeviceUse::planned, form::amount({.most = kMaxMemory})).required(),
        Field("held", &DeviceUse::held, form::amount({.most = kMaxMemory})).required()};
    return kFields;
}

} // namespace

const FileFields<ProbeEvent>& probeFields() {
    using Field = FileField<ProbeEvent>;
    static const FileFields<ProbeEvent> kFields = {
        Field("stages", &ProbeEvent::stages, form::list(form::object(stageFields()))).required(),
        Field("links", &ProbeEvent::links, form::list(form::object(linkFields()))).required(),
        {"device", &ProbeEvent::device, form::object(deviceFields())}};
    return kFields;
}

} // namespace lanewright
