// SPDX-License-Identifier: Apache-2.0
#include "core/trace/trace_mapping.h"

#include "core/base/choice_named.h"
#include "core/base/whole_number.h"
#include "core/io/forms.h"
#include "core/model/text.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

namespace lanewright {

namespace {

constexpr std::size_t kMostRules = 256;
constexpr std::size_t kMostPatternLetters = 512;
constexpr int kMostFirst = 1 << 20;

/// Notes what is no object, and a key that means nothing.
void expectKeys(const json::Node& object, const FileKeys& keys, Trouble& trouble) {
    expect(object, json::Kind::Object, trouble);
    for (const json::Node& member : unknownMembers(object, keys))
        trouble.add(say(phrase("trace", "there is no key `%1` here"), std::string{member.key()}), member);
}

/// The pattern under the key, or `{}` where the key is missing.
NamePattern patternIn(const json::Node& object, std::string_view key, std::string_view own, Trouble& trouble) {
    const Result<NamePattern> pattern = namePatternFrom(stringIn(object, key, "{}", trouble), own);
    if (!pattern)
        trouble.add(pattern.error().message, *object.find(key));
    return pattern ? *pattern : NamePattern{};
}

/// The place `pid`, `tid`, `process_name`, `thread_name`, `file` or `args.KEY`, alone or with what else an object says.
void readPlace(const json::Node& node, FieldSource& source, Trouble& trouble) {
    if (node.kind() != json::Kind::String)
        expectKeys(node, {{"from"}, {"pattern"}, {"first"}}, trouble);
    const auto from = node.kind() == json::Kind::String ? node : required(node, "from", trouble);
    if (trouble)
        return;
    const std::string place = source.place = stringFrom(*from, trouble);
    const bool isText = place == "process_name" || place == "thread_name" || place == "file";
    if (!isText && place != "pid" && place != "tid" && !(place.starts_with("args.") && place.size() > 5))
        trouble.add(
            say(phrase("trace", "must be pid, tid, process_name, thread_name, file or args.KEY, with its own key")),
            *from);
    source.first = integerIn(node, "first", 0, 0, kMostFirst, trouble);
    source.pattern = patternIn(node, "pattern", source.name, trouble);
    if (!source.pattern.has(source))
        trouble.add(say(phrase("trace", "a {} must say where the number stands")), *node.find("pattern"));
    if (isText && !node.find("pattern"))
        trouble.add(say(phrase("trace", "is a text, so the place of its number must be said, as in {\"from\": "
                                        "\"thread_name\", \"pattern\": \"*rank {}*\"}")),
                    node);
}

MappingRule ruleFrom(const json::Node& node, Frame&, Trouble& trouble) {
    expectKeys(node, {{"name"}, {"is"}}, trouble);
    required(node, "name", trouble);
    const auto is = required(node, "is", trouble);
    if (trouble)
        return {};
    MappingRule rule{.name = patternIn(node, "name", {}, trouble)};
    const std::string what = stringFrom(*is, trouble);
    rule.op = choiceNamed(what, std::array{OpKind::F, OpKind::B, OpKind::W, OpKind::BW});
    rule.side = choiceNamed(what, std::array{SideKind::Gather, SideKind::Reduce, SideKind::Collective, SideKind::Host});
    if (!rule.op && !rule.side && what != "optimizer")
        trouble.add(say(phrase("trace", "must be F, B, W, BW, optimizer, gather, reduce, collective or host")), *is);
    return rule;
}

/// What ops can't be placed without.
void expectPlaces(const TraceMapping& mapping, const json::Node& root, Trouble& trouble) {
    if (std::ranges::none_of(mapping.rules, [](const MappingRule& rule) { return rule.op.has_value(); }))
        trouble.add(say(phrase("trace", "no rule is of an op: F and BW, or F, B and W")), root);
    if (!mapping.knows(&MappedNumbers::rank) && !mapping.knows(&MappedNumbers::stage))
        trouble.add(say(phrase("trace", "neither `rank` nor `stage` is said, so no op has a place")), root);
    if (mapping.knows(&MappedNumbers::chunk) && !mapping.knows(&MappedNumbers::rank))
        trouble.add(say(phrase("trace", "`chunk` counts the stages of a rank, so `rank` must be said")), root);
    if (!mapping.knows(&MappedNumbers::microbatch) && !mapping.knows(&MappedNumbers::step))
        trouble.add(say(phrase("trace", "neither `microbatch` nor `step` is said: with `step` alone microbatches are "
                                        "counted, with `microbatch` alone steps are")),
                    root);
}

const MappedField* fieldNamed(std::string_view name) {
    const auto field = std::ranges::find(kMappedFields, name, &MappedField::name);
    return field == kMappedFields.end() ? nullptr : &*field;
}

} // namespace

Result<NamePattern> namePatternFrom(std::string text, std::string_view own) {
    if (text.empty() || text.size() > kMostPatternLetters)
        return Error{say(phrase("trace", "a pattern has between 1 and 512 letters"))};
    for (std::size_t at = text.find('{'); at != std::string::npos; at = text.find('{', at + 1)) {
        if (text.find('}', at) == std::string::npos)
            return Error{say(phrase("trace", "a { is not closed"))};
        if (text[at + 1] == '}')
            text.insert(at + 1, own);
        const std::string name = text.substr(at + 1, text.find('}', at) - at - 1);
        if (!fieldNamed(name) || (!own.empty() && name != own))
            return Error{say(phrase("trace", "{%1} names nothing that is known: rank, stage, chunk, microbatch, "
                                             "step, replica"),
                             name)};
    }
    return NamePattern{std::move(text)};
}

bool NamePattern::matches(std::string_view name, MappedNumbers& numbers) const {
    MappedNumbers found = numbers;
    std::string_view wanted = text; // what of the pattern is still to be found in the rest of the name
    std::optional<std::pair<std::string_view, std::string_view>> star; // what there is of both behind the last star
    while (!wanted.empty() || !name.empty()) {
        if (const auto number = wanted.starts_with('{') ? takeWhole<int>(name) : std::nullopt) {
            const std::size_t end = wanted.find('}');
            found.*fieldNamed(wanted.substr(1, end - 1))->number = *number;
            wanted.remove_prefix(end + 1);
        } else if (wanted.starts_with('*')) {
            wanted.remove_prefix(1);
            star = {wanted, name};
        } else if (!name.empty() && name.front() != '{' && wanted.starts_with(name.front())) {
            wanted.remove_prefix(1);
            name.remove_prefix(1);
        } else if (star && !star->second.empty()) { // the star takes a letter more
            star->second.remove_prefix(1);
            std::tie(wanted, name) = *star;
        } else {
            return false;
        }
    }
    numbers = found;
    return true;
}

bool NamePattern::has(const MappedField& field) const {
    return text.find("{" + std::string{field.name} + "}") != std::string::npos;
}

bool TraceMapping::knows(int MappedNumbers::*number) const {
    return constants.*number >= 0 || std::ranges::any_of(sources, [&](const FieldSource& source) {
               const auto says = [&](const MappingRule& rule) { return rule.op && rule.name.has(source); };
               return source.number == number && (!source.place.empty() || std::ranges::any_of(rules, says));
           });
}

TraceMapping traceMappingFrom(const json::Node& root, Trouble& trouble) {
    using Field = FileField<TraceMapping>;
    static const FileFields<TraceMapping> kFields = {
        {"device", &TraceMapping::isGpu, form::either("cpu", "gpu")},
        {"waits", &TraceMapping::waitsInside, form::either("apart", "inside")},
        Field("rules", &TraceMapping::rules, form::list<MappingRule>({.read = ruleFrom, .write = {}})).required()};
    checkHeader(root, "lanewright-mapping", phrase("trace", "this JSON is no mapping of a trace"), trouble);
    FileKeys keys = {{"format"}, {"version"}, {"title"}, {"device"}, {"waits"}, {"rules"}};
    for (const MappedField& field : kMappedFields)
        keys.push_back({.key = field.name});
    expectKeys(root, keys, trouble);
    stringIn(root, "title", "", trouble);
    Frame frame;
    auto mapping = objectFrom(root, kFields, frame, trouble);
    for (const MappedField& field : kMappedFields) {
        FieldSource& source = mapping.sources.emplace_back(FieldSource{field});
        const auto node = root.find(field.name);
        if (node && node->kind() == json::Kind::Number)
            mapping.constants.*field.number = integerFrom(*node, 0, field.end - 1, trouble);
        else if (node)
            readPlace(*node, source, trouble);
    }
    if (mapping.rules.size() > kMostRules)
        trouble.add(say(phrase("trace", "more than %1 rules"), kMostRules), *root.find("rules"));
    expectPlaces(mapping, root, trouble);
    return mapping;
}

} // namespace lanewright
