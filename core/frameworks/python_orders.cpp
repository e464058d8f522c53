// SPDX-License-Identifier: Apache-2.0
#include "core/frameworks/python_orders.h"

#include "core/base/places.h"
#include "core/check/validate.h"
#include "core/frameworks/python_text.h"
#include "core/io/quoted_text.h"
#include "core/model/block_ops.h"

#include <algorithm>
#include <array>

namespace lanewright {

namespace {

constexpr std::array kTakers = {PythonTaker{.key = "jaxpp", .name = "jaxpp", .write = writeForJaxpp},
                                PythonTaker{.key = "primus", .name = "Primus", .write = writeForPrimus}};

} // namespace

const std::string_view python::kReadsOps = R"(

def read(op):
    kind = op.rstrip("0123456789.")
    stage, microbatch = op[len(kind) :].split(".")
    return kind, int(stage), int(microbatch)
)";

Result<Done> python::checkSayable(const Plan& plan, std::string_view name) {
    const Schedule& schedule = plan.schedule;
    if (plan.isProblem())
        return Error{say(phrase("python", "there is no order to write"))};
    if (schedule.placement.directions.size() > 1)
        return Error{say(phrase("python", "%1 has one direction of microbatches and one copy of each stage, this "
                                          "schedule has %2 of each"),
                         name, schedule.placement.directions.size())};
    if (holdsKind(schedule.order, OpKind::R))
        return Error{say(phrase("python", "%1 has no op that computes a forward again; leave R out and let the model "
                                          "recompute"),
                         name)};
    if (plan.costs.weightParts > 1)
        return Error{say(phrase("python", "%1 has no parts of W; this schedule cuts W into %2, so fuse B and W first"),
                         name, plan.costs.weightParts)};
    for (const Finding& finding : validate(plan))
        if (finding.severity == Severity::Error && !isAboutMemory(finding))
            return Error{say(phrase("python", "%1 can't run it: %2"), name, finding.message),
                         finding.rank >= 0 ? say(kRankPlace, finding.rank) : Message{}};
    return Done{};
}

std::string python::heading(const Plan& plan, std::string_view name, std::string_view usage) {
    const Schedule& schedule = plan.schedule;
    return "# " + shownLine(plan.title.text()) + "\n# An order for " + std::string{name} +
           ", written by Lanewright: " + std::to_string(schedule.ranks()) + " ranks, " +
           std::to_string(schedule.stages()) + " stages, " + std::to_string(schedule.microbatches) +
           " microbatches.\n#\n" + std::string{usage};
}

std::string python::tables(const Schedule& schedule, const std::function<std::string(const Block&)>& wordOf) {
    std::string text = R"(
# A line for each rank. F is a forward, B the gradient of the input, W that of the weights, BW both; behind it stand
# stage and microbatch. What "+" joins runs as one.
ORDER = [
)";
    for (const Row& row : schedule.order) {
        std::string words;
        for (const Block& block : row)
            if (const std::string word = wordOf(block); !word.empty())
                words.append(words.empty() ? "" : " ").append(word);
        text += "    \"" + words + "\",\n";
    }
    text += "]\nRANK_OF_STAGE = [";
    for (int stage = 0; stage < schedule.stages(); ++stage)
        text += (stage > 0 ? ", " : "") + std::to_string(schedule.placement.rankOf(0, stage));
    return text + "]\nMICROBATCHES = " + std::to_string(schedule.microbatches) + "\n";
}

std::span<const PythonTaker> pythonTakers() { return kTakers; }

const PythonTaker* pythonTaker(std::string_view key) {
    const auto found = std::ranges::find(kTakers, key, &PythonTaker::key);
    return found == kTakers.end() ? nullptr : &*found;
}

} // namespace lanewright
