// SPDX-License-Identifier: Apache-2.0
#include "core/api/frameworks/framework_verdicts.h"

#include "core/api/table.h"
#include "core/base/mapped.h"
#include "core/base/option_names.h"

#include <algorithm>
#include <utility>

namespace lanewright::api {

namespace {

const Fields<Broken> kBrokenFields = {
    {"rule", "its key in schedules/FRAMEWORKS.md; order: it makes no such order", &Broken::key},
    {"why", "in words", &Broken::why},
    {"microbatches", "of the pass that breaks it", &Broken::microbatches},
    {"source", "where the rule was read", &Broken::source}};

const Fields<NumberChange> kChangeFields = {
    {"number", "m, p, v, group or layers", [](const NumberChange& each) { return toText(each.number); }},
    {"pass", "of m: 0 is the first", &NumberChange::pass},
    {"value", "with which it runs", &NumberChange::value}};

const Fields<ShapeCost> kShapeCostFields = {
    {"iteration_time", "of the first pass", &ShapeCost::iteration},
    {"per_microbatch", "the same divided by its microbatches",
     [](const ShapeCost& each) {
         return fractionOf(each.iteration.numerator, each.iteration.denominator * each.microbatches);
     }},
    {"bubble_share", "of the iteration", &ShapeCost::bubble},
    {"peak_memory", "activations of the rank with the most", &ShapeCost::peakMemory, In::Memory}};

const Fields<NearShape> kNearFields = {
    {"changes", "numbers with other values", rowsOf<NearShape>(&NearShape::changes, kChangeFields)},
    {"cost", "by simulation of equal stages, or null", objectOf<NearShape>(&NearShape::cost, kShapeCostFields)}};

std::vector<std::string> reasonsOf(const Verdict& verdict) {
    std::vector<std::string> reasons = mapped(
        verdict.broken, [](const Broken& broken) { return broken.why.text() + " (" + std::string{broken.key} + ")"; });
    if (verdict.makes() && !verdict.runs())
        reasons.push_back(std::string{verdict.own->name} + " makes the order, with sends of its own");
    if (!verdict.runs() && !verdict.notLoaded.empty())
        reasons.push_back("as a CSV: " + verdict.notLoaded.text());
    return reasons;
}

/// `Megatron-Core 0.19 does not run: …`.
std::string sentenceOf(const Verdict& verdict) {
    const std::vector<std::string> reasons = reasonsOf(verdict);
    return verdict.target.text() + " " + wayOf(verdict).text() + (reasons.empty() ? "" : ": ") +
           joinedBy("; ", reasons);
}

std::vector<std::string> costCells(const std::optional<ShapeCost>& cost, const Units& units) {
    if (!cost)
        return {"", "", "", ""};
    const Fraction each = fractionOf(cost->iteration.numerator, cost->iteration.denominator * cost->microbatches);
    return {periodText(cost->iteration, units.time), periodText(each, units.time),
            cost->bubble ? shareText(*cost->bubble) : "", memoryText(cost->peakMemory, units.memory)};
}

std::string nearestText(const FrameworkVerdict& each, const Units& units) {
    if (each.nearest.empty())
        return "";
    Table table({"with", "iteration", "per microbatch", "bubble", "peak memory"}, "lrrrr");
    for (const NearShape& near : each.nearest) {
        std::vector<std::string> row = costCells(near.cost, units);
        row.insert(row.begin(), near.text());
        table.add(std::move(row));
    }
    return "\n" + each.verdict.target.text() + " makes it by itself\n" + table.text();
}

} // namespace

Result<AskedFrameworks> frameworksFrom(const std::vector<std::string>& words) {
    AskedFrameworks asked{.isAll = words.empty()};
    for (const std::string& word : words) {
        if (word == "all") {
            asked.isAll = true;
            continue;
        }
        const Result<Target> target = targetFromText(word);
        if (!target)
            return Error{target.error().message, optionNamed("--for")};
        asked.targets.push_back(*target);
    }
    if (asked.isAll && !asked.targets.empty())
        return Error{"all is every framework; name them or say all", optionNamed("--for")};
    if (asked.isAll)
        for (const FrameworkFacts& facts : frameworks())
            asked.targets.push_back(targetOf(facts.framework));
    return asked;
}

TransportQuestion transportsOf(const AskedFrameworks& asked) {
    TransportQuestion question;
    for (const Transport& transport : transports())
        if (std::ranges::any_of(asked.targets, [&](const Target& target) {
                return std::ranges::count(factsOf(target.framework).transports, transport.name) > 0;
            }))
            question.transports.push_back(transport);
    return question;
}

bool FrameworkVerdicts::areYes() const { return isAll ? !namesOf(true).empty() : namesOf(false).empty(); }

std::vector<std::string_view> FrameworkVerdicts::namesOf(bool runs) const {
    std::vector<std::string_view> names;
    for (const FrameworkVerdict& framework : each)
        if (const std::string_view name = factsOf(framework.verdict.target.framework).name;
            framework.verdict.runs() == runs && (names.empty() || names.back() != name))
            names.push_back(name);
    return names;
}

FrameworkVerdicts verdictsOn(const AskedFrameworks& asked, const AskedShape& shape,
                             const std::vector<Result<Plan>>& plans, const WholeCosts& whole) {
    FrameworkVerdicts verdicts{.isAll = asked.isAll, .units = {.time = whole.timeUnit, .memory = whole.memoryUnit}};
    verdicts.each.reserve(asked.targets.size());
    for (const Target& target : asked.targets)
        verdicts.each.push_back({verdictOn(target, shape, plans), nearestLegal(target, shape, whole)});
    return verdicts;
}

void addHangs(const std::vector<HangVerdict>& hangs, bool areOfCsv, FrameworkVerdicts& verdicts) {
    for (FrameworkVerdict& each : verdicts.each)
        for (const HangVerdict& hang : hangs)
            if (!hang.runs() && (each.verdict.loads || (each.verdict.makes() && !areOfCsv)) &&
                std::ranges::count(factsOf(each.verdict.target.framework).transports, hang.transport.name) > 0)
                each.verdict.hangsOn.push_back(hang.transport.name);
}

std::vector<Finding> findingsOf(const FrameworkVerdicts& verdicts) {
    return mapped(verdicts.each, [](const FrameworkVerdict& each) {
        return Finding{.code = "framework",
                       .severity = each.verdict.runs() ? Severity::Note : Severity::Error,
                       .message = sentenceOf(each.verdict)};
    });
}

const Fields<FrameworkVerdict>& verdictFields() {
    using V = FrameworkVerdict;
    static const Fields<V> kFields = {
        {"framework", "as --for names it", [](const V& each) { return toText(each.verdict.target.framework); }},
        {"release", "whose rules these are", [](const V& each) { return each.verdict.target.release.text(); }},
        {"runs", "by itself or from a file", [](const V& each) { return each.verdict.runs(); }},
        {"runs_by", "itself: a schedule of its own makes the order; csv: only from a CSV; nothing",
         [](const V& each) { return toText(each.verdict.by()); }},
        {"makes", "a schedule of its own makes the order", [](const V& each) { return each.verdict.makes(); }},
        {"own", "that schedule, or null",
         [](const V& each) { return each.verdict.own ? std::optional{each.verdict.own->name} : std::nullopt; }},
        {"own_alike", "op for op the order of the generator; else one of its kind",
         [](const V& each) { return each.verdict.own && each.verdict.own->isAlike; }},
        {"loads", "it runs the order from a CSV", [](const V& each) { return each.verdict.loads; }},
        {"not_loaded", "why it does not, or null",
         [](const V& each) {
             return each.verdict.notLoaded.empty() ? std::nullopt : std::optional{each.verdict.notLoaded};
         }},
        {"hangs_on", "those of its transports that were asked about", memberOf(&V::verdict, &Verdict::hangsOn)},
        {"broken", "rules of the framework that its own schedule breaks",
         rowsOf<V>(memberOf(&V::verdict, &Verdict::broken), kBrokenFields)},
        {"nearest", "values of single numbers, or of two, with which it makes the order by itself",
         rowsOf<V>(&V::nearest, kNearFields)}};
    return kFields;
}

std::string textOf(const FrameworkVerdicts& verdicts) {
    Table table({"framework", "verdict", "why not by itself"}, "lll");
    for (const FrameworkVerdict& each : verdicts.each) {
        const std::vector<std::string> reasons = reasonsOf(each.verdict);
        table.add({each.verdict.target.text(), wayOf(each.verdict).text(), reasons.empty() ? "" : reasons.front()});
        for (std::size_t more = 1; more < reasons.size(); ++more)
            table.add({"", "", reasons[more]});
    }
    std::string text = table.text();
    for (const FrameworkVerdict& each : verdicts.each)
        text += nearestText(each, verdicts.units);
    return text;
}

} // namespace lanewright::api
