// SPDX-License-Identifier: Apache-2.0
#include "core/api/hang_verdicts.h"

#include "core/base/decimal.h"
#include "core/base/joined_by.h"
#include "core/base/option_names.h"
#include "core/program/engine_messages.h"
#include "core/pytorch/csv.h"

#include <algorithm>
#include <array>
#include <map>

namespace lanewright::api {

namespace {

Result<Bytes> bytesFrom(const std::string& text) {
    using enum MemoryUnit;
    for (const MemoryUnit unit : {KiB, MiB, GiB, B}) {
        const std::string_view name = toText(unit);
        if (!text.ends_with(name))
            continue;
        std::string number = text.substr(0, text.size() - name.size());
        number.erase(number.find_last_not_of(' ') + 1);
        const Result<std::int64_t> bytes = ticksFromDecimal(number, scaleOf(unit));
        if (bytes && *bytes > 0)
            return *bytes;
        break;
    }
    return Error{"\"" + text + "\" is no size; one is written like 64MiB, in B, KiB, MiB or GiB",
                 optionNamed("--message")};
}

/// Whether two messages between the same two ranks may differ in size: by their microbatches, or by their boundaries.
bool differInSize(const Plan& plan) {
    if (!plan.costs.microbatches.sizes().empty())
        return true;
    std::map<std::pair<int, int>, Bytes> sizes;
    for (const std::vector<int>& direction : plan.schedule.placement.directions)
        for (std::size_t over = 0; over < plan.costs.boundary.size.size(); ++over) {
            const auto ranks = std::minmax(direction[over], direction[over + 1]);
            const Bytes size = plan.costs.boundary.size[over];
            if (sizes.emplace(std::pair<int, int>(ranks), size).first->second != size)
                return true;
        }
    return false;
}

/// Two ranks of which each is the next of the other and the one before it, as where a loop has two ranks.
std::optional<std::pair<int, int>> neighboursOnBothSides(const Placement& placement) {
    for (const std::vector<int>& direction : placement.directions)
        for (std::size_t stage = 0; stage + 2 < direction.size(); ++stage)
            if (direction[stage] == direction[stage + 2] && direction[stage] != direction[stage + 1])
                return std::pair{direction[stage], direction[stage + 1]};
    return {};
}

} // namespace

Result<TransportQuestion> transportsFrom(const std::vector<std::string>& names, const std::string& message,
                                         const TransportQuestion& byDefault) {
    for (const std::string& name : names)
        if (name != "all" && !transportNamed(name))
            return Error{"\"" + name + "\" is no transport; there are " +
                             joinedBy(", ", transports(), &Transport::name) + ", or all",
                         optionNamed("--transport")};
    TransportQuestion asked = byDefault;
    if (!names.empty())
        asked.transports.clear();
    for (const Transport& each : transports())
        if (std::ranges::any_of(names, [&](const std::string& name) { return name == each.name || name == "all"; }))
            asked.transports.push_back(each);
    if (message.empty())
        return asked;
    const Result<Bytes> bytes = bytesFrom(message);
    if (!bytes)
        return bytes.error();
    asked.message = *bytes;
    return asked;
}

Bytes messageOf(const Plan& plan) {
    const std::vector<Bytes>& sizes = plan.costs.boundary.size;
    if (sizes.empty() && !plan.model)
        return 0;
    const Bytes each = sizes.empty() ? Bytes{4} * plan.model->batch * plan.model->context * plan.model->width
                                     : std::ranges::max(sizes);
    Bytes largest = 0;
    for (int microbatch = 0; microbatch < plan.schedule.microbatches; ++microbatch)
        largest = std::max(largest, plan.costs.microbatches.sizeOf(microbatch, each));
    return largest;
}

Result<std::vector<HangVerdict>> hangVerdictsOf(const Plan& plan, const TransportQuestion& asked) {
    Result<std::vector<HangVerdict>> ofPytorch = verdictsOfPytorch(plan, asked);
    return ofPytorch ? std::move(ofPytorch) : verdictsOfEngine(plan, asked);
}

void addHangFindings(const Plan& plan, const TransportQuestion& asked, const std::vector<HangVerdict>& verdicts,
                     std::vector<Finding>& findings) {
    for (const HangVerdict& verdict : verdicts)
        if (!verdict.runs())
            findings.push_back({.code = "rendezvous",
                                .severity = Severity::Warning,
                                .rank = verdict.rank,
                                .op = verdict.op,
                                .message = verdict.hang});
    if (!differInSize(plan) || !asked.hasOneWithoutTags())
        return;
    const std::string unlike = "Messages differ in size, and without tags messages match in their order alone";
    for (Finding& finding : findings)
        if (finding.code == "crossed") {
            finding.severity = Severity::Error;
            finding.message = inTurn({finding.message, unlike + ", so that one would land in the room of the other."});
        }
    if (const auto both = neighboursOnBothSides(plan.schedule.placement))
        findings.push_back(
            {.code = "untagged",
             .severity = Severity::Warning,
             .message = unlike + ": ranks " + std::to_string(std::min(both->first, both->second)) + " and " +
                        std::to_string(std::max(both->first, both->second)) +
                        " are each other's next and each other's previous, so a trainer that posts the two in another "
                        "order on one side swaps activations with gradients without a word."});
    std::ranges::stable_sort(findings, {}, &Finding::severity);
}

const Fields<HangVerdict>& hangFields() {
    static const Fields<HangVerdict> kFields = {
        {"transport", "which, by its name", [](const HangVerdict& each) { return each.transport.name; }},
        {"runs", "all ranks come to their end", &HangVerdict::runs},
        {"hang", "where one does not, for people; or null",
         [](const HangVerdict& each) { return each.runs() ? std::nullopt : std::optional{each.hang}; }}};
    return kFields;
}

std::string hangText(const std::vector<HangVerdict>& verdicts) {
    std::vector<std::string_view> running;
    std::string text;
    for (std::size_t at = 0; at < verdicts.size(); ++at) {
        const HangVerdict& verdict = verdicts[at];
        if (verdict.runs())
            running.push_back(verdict.transport.name);
        else
            text += "It hangs " + std::string{verdict.transport.where.text} + ": on " +
                    std::string{verdict.transport.name} + ".\n";
    }
    return text + (running.empty() ? "" : "It runs on " + joinedBy(", ", running) + ".\n");
}

} // namespace lanewright::api
