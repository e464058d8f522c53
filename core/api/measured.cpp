// SPDX-License-Identifier: Apache-2.0
#include "core/api/measured.h"

#include "core/api/table.h"
#include "core/base/mapped.h"
#include "core/base/printed.h"
#include "core/model/text.h"
#include <algorithm>
#include <cstdio>
#include <functional>
#include <utility>
#include <vector>

namespace lanewright::api {

namespace {

/// `1.234 ms ±3 %`: the mean, which is what costs take, and half the spread of the middle half.
std::string spreadText(const Measured& measured, TimeUnit unit) {
    if (measured.samples == 0)
        return "-";
    std::string text = roundedTimeText(measured.mean, unit);
    if (text == roundedTimeText(0, unit))
        return text; // nothing has no share
    const double half = 50.0 * static_cast<double>(measured.high - measured.low) / static_cast<double>(measured.mean);
    return text + printed(" ±%.0f %%", half);
}

const Fields<Measured>& measuredFields() {
    static const Fields<Measured> kFields = {{"mean", "what to plan with", &Measured::mean, In::Times},
                                             {"median", "of the samples", &Measured::median, In::Times},
                                             {"low", "first quartile", &Measured::low, In::Times},
                                             {"high", "third quartile", &Measured::high, In::Times},
                                             {"samples", "how many", &Measured::samples}};
    return kFields;
}

/// A row of a time with its spread; null where there are no samples.
template <typename T>
Field<T> measured(std::string_view key, std::string_view words, Measured T::*member) {
    return {key, words,
            objectOf<T>(
                [member](const T& each) {
                    const Measured& time = each.*member;
                    return time.samples > 0 ? std::optional{time} : std::nullopt;
                },
                measuredFields())};
}

/// A stage's profile with the rank that it is of.
struct StageRow {
    StageProfile stage = {};
    int rank = 0;
};

std::vector<StageRow> stageRows(const MeasuredProfile& each) {
    return mapped(each.profile.stages, [&](const StageProfile& stage) {
        return StageRow{stage, each.plan.schedule.placement.rankOf(stage.copy.direction, stage.copy.stage)};
    });
}

const Fields<StageRow>& stageFields() {
    static const Fields<StageProfile> kTimes = {
        measured("forward", "F", &StageProfile::forward),
        measured("backward_input", "B", &StageProfile::backwardInput),
        measured("backward_weight", "W", &StageProfile::backwardWeight),
        measured("backward", "both in one", &StageProfile::backward),
        measured("recompute", "R", &StageProfile::recompute),
        measured("overlapped", "pairs whose F is here", &StageProfile::overlapped),
        measured("optimizer", "its step", &StageProfile::optimizer)};
    static const Fields<StageRow> kFields =
        Fields<StageRow>{
            {"stage", "of the model", [](const StageRow& each) { return each.stage.copy.stage; }},
            {"direction", "of the microbatches", [](const StageRow& each) { return each.stage.copy.direction; }},
            {"rank", "that hosts it", &StageRow::rank}} +
        membersOf<StageRow>(&StageRow::stage, kTimes);
    return kFields;
}

const Fields<PairProfile>& pairFields() {
    static const Fields<PairProfile> kFields = {{"forward", "stage of its F", &PairProfile::forward},
                                                {"backward", "stage of the other", &PairProfile::backward},
                                                {"kind", "B or BW", &PairProfile::kind},
                                                measured("time", "of the pair", &PairProfile::time)};
    return kFields;
}

const Fields<LinkProfile>& linkFields() {
    static const Fields<LinkProfile> kFields = {
        {"from", "rank", &LinkProfile::from},
        {"to", "rank", &LinkProfile::to},
        measured("transfer", "what a value takes", &LinkProfile::transfer),
        {"waited_for", "a rank waited, so the time is known", &LinkProfile::waitedFor},
        {"at_most", "the transfer is only a bound",
         [](const LinkProfile& each) { return !each.waitedFor && each.transfer.samples > 0; }},
        measured("latency", "of a message of a few bytes", &LinkProfile::latency),
        {"bytes_per_second", "beyond the latency, or null", [](const LinkProfile& each) {
             return each.bytesPerSecond > 0 ? std::optional{each.bytesPerSecond} : std::nullopt;
         }}};
    return kFields;
}

std::optional<Profile> hostOf(const MeasuredProfile& each) {
    const bool isKnown = each.profile.send.samples > 0 || each.profile.receive.samples > 0;
    return isKnown ? std::optional{each.profile} : std::nullopt;
}

/// A column of what was measured of the stages.
struct StageColumn {
    std::string head = {};
    std::function<std::string(const StageProfile&)> cell = {};
};

std::vector<StageColumn> stageColumns(const Plan& plan, const Profile& profile,
                                      const std::vector<StageBytes>& measured) {
    const auto time = [&](std::string head, Measured StageProfile::*took) {
        return StageColumn{std::move(head),
                           [&plan, took](const StageProfile& each) { return spreadText(each.*took, plan.timeUnit); }};
    };
    const auto memory = [&](const char* name, Bytes StageMemory::*amount) {
        return StageColumn{name + std::string{toText(plan.memoryUnit)}, [&plan, amount](const StageProfile& each) {
                               const Bytes bytes = plan.memory.of(each.copy.direction, each.copy.stage).*amount;
                               return printed("%.3f", static_cast<double>(bytes) / scaleOf(plan.memoryUnit));
                           }};
    };
    std::vector<StageColumn> columns = {
        {"stage", [](const StageProfile& each) { return std::to_string(each.copy.stage); }},
        {"rank",
         [&plan](const StageProfile& each) {
             return std::to_string(plan.schedule.placement.rankOf(each.copy.direction, each.copy.stage));
         }},
        time("forward", &StageProfile::forward),
        time("backward input", &StageProfile::backwardInput),
        time("backward weight", &StageProfile::backwardWeight)};
    if (std::ranges::any_of(profile.stages, [](const auto& stage) { return stage.backward.samples > 0; }))
        columns.push_back(time("both in one", &StageProfile::backward));
    columns.push_back(time("optimizer", &StageProfile::optimizer));
    if (measured.empty())
        return columns;
    columns.push_back(memory("F ", &StageMemory::forward));
    columns.push_back(memory("B ", &StageMemory::backwardInput));
    columns.push_back(memory("W ", &StageMemory::backwardWeight));
    if (std::ranges::all_of(measured, holdsStatic))
        columns.push_back(memory("static ", &StageMemory::fixed));
    return columns;
}

} // namespace

std::string stageTimesText(const Plan& plan, const Profile& profile, const std::vector<StageBytes>& measured) {
    const std::vector<StageColumn> columns = stageColumns(plan, profile, measured);
    std::vector<std::string> row(columns.size());
    std::ranges::transform(columns, row.begin(), &StageColumn::head);
    Table table(row, std::string(columns.size(), 'r'));
    for (const StageProfile& stage : profile.stages) {
        std::ranges::transform(columns, row.begin(), [&](const StageColumn& column) { return column.cell(stage); });
        table.add(row);
    }
    return table.text();
}

std::string linkTimesText(const Plan& plan, const Profile& profile) {
    Table table({"from", "to", "a value takes", "latency", "bandwidth"}, "rrrrr");
    for (const LinkProfile& link : profile.links) {
        const double bandwidth = link.bytesPerSecond / 1e9;
        table.add({std::to_string(link.from), std::to_string(link.to),
                   link.waitedFor || link.transfer.samples == 0
                       ? spreadText(link.transfer, plan.timeUnit)
                       : "at most " + roundedTimeText(link.transfer.mean, plan.timeUnit),
                   spreadText(link.latency, plan.timeUnit), bandwidth > 0 ? printed("%.2f GB/s", bandwidth) : "-"});
    }
    std::string text = table.empty() ? "" : "\n" + table.text();
    if (profile.send.samples > 0 || profile.receive.samples > 0)
        text += "\nA rank is busy with a value that it sends for " + spreadText(profile.send, plan.timeUnit) +
                ", with one that it receives for " + spreadText(profile.receive, plan.timeUnit) + ".\n";
    return text;
}

const Fields<MeasuredProfile>& profileFields() {
    static const Fields<Profile> kHost = {measured("send", "a value that is sent", &Profile::send),
                                          measured("receive", "a value that is received", &Profile::receive)};
    static const Fields<Profile> kLists = {
        {"pairs", "that ran", rowsOf<Profile>(&Profile::pairs, pairFields())},
        {"links", "that carried values", rowsOf<Profile>(&Profile::links, linkFields())}};
    static const Fields<MeasuredProfile> kFields =
        Fields<MeasuredProfile>{{"stages", "by direction", rowsOf<MeasuredProfile>(stageRows, stageFields())}} +
        membersOf<MeasuredProfile>(&MeasuredProfile::profile, kLists) +
        Fields<MeasuredProfile>{{"host", "what a rank is busy with a value", objectOf<MeasuredProfile>(hostOf, kHost)}};
    return kFields;
}

} // namespace lanewright::api
