// SPDX-License-Identifier: Apache-2.0
#include "core/io/recorder_json.h"

#include "core/io/forms.h"

#include <array>
#include <cmath>

namespace lanewright {

namespace {

double finiteFrom(const json::Node& node, Trouble& trouble) {
    const double number = realFrom(node, trouble);
    if (!trouble && !std::isfinite(number))
        trouble.add(say(phrase("file", "must be a finite number")), node);
    return number;
}

const FileFields<Clocks>& clockFields() {
    using enum ClockSource;
    using Field = FileField<Clocks>;
    static const FileFields<Clocks> kFields = {
        Field("by", &Clocks::source, form::choiceOf(std::array{Raw, Dependencies, Exchange}))
            .unlessDefault(&Clocks::source),
        {"offset", &Clocks::offset, form::perRank(form::amount({.least = -std::numeric_limits<Time>::max()}))},
        {"drift", &Clocks::drift, form::perRank(form::of(finiteFrom, R"({"type": "number"})"))}};
    return kFields;
}

const FileFields<Recorder>& recorderFields() {
    static const FileFields<Recorder> kFields = {
        {"name", &Recorder::name, form::text()},
        {"version", &Recorder::version, form::text()},
        {"framework", &Recorder::framework, form::text()},
        {"device_clock", &Recorder::deviceClock, form::text()},
        {"hooks", &Recorder::hooks, form::list(form::text())},
        {"overhead_ns", &Recorder::overhead, form::amount({.most = kMaxTime})},
        {"waits", &Recorder::waitsInside, form::either("apart", "inside")},
        {"order", &Recorder::orderMeasured, form::either("planned", "measured")}};
    return kFields;
}

} // namespace

Form<Clocks> clocksForm() { return form::object(clockFields(), json::Layout::Line, "clocks"); }

Form<Recorder> recorderForm() { return form::object(recorderFields()); }

} // namespace lanewright
