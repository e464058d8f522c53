// SPDX-License-Identifier: Apache-2.0
#include "core/trace/trace_mapping.h"

#include "core/io/reading.h"
#include "core/model/text.h"
#include "core/trace/trace_document.h"
#include "core/trace/trace_formats.h"

#include <algorithm>
#include <charconv>

namespace lanewright {

namespace {

constexpr int kMostRules = 256;
constexpr std::size_t kMostPatternLetters = 512;
constexpr int kMostFirst = 1 << 20;

/// Notes a key that the mapping has and that means nothing.
void expectKeys(const json::Node& object, const std::vector<std::string_view>& keys, Trouble& trouble) {
    for (const json::Node member : object.children())
        if (std::ranges::find(keys, member.key()) == keys.end())
            trouble.add(say(phrase("trace", "there is no key `%1` here"), std::string{member.key()}), member);
}

NamePattern patternFrom(const json::Node& node, std::string_view own, Trouble& trouble) {
    const Result<NamePattern> pattern = namePatternFrom(stringFrom(node, trouble), own);
    if (!pattern)
        trouble.add(pattern.error().message, node);
    return pattern ? *pattern : NamePattern{};
}

/// `pid`, `tid`, `process_name`, `thread_name`, `file`, `args.KEY`.
void setPlace(const json::Node& node, FieldSource& source, Trouble& trouble) {
    constexpr std::array<std::string_view, 5> kPlaces = {"pid", "tid", "process_name", "thread_name", "file"};
    const std::string place = stringFrom(node, trouble);
    if (std::ranges::find(kPlaces, place) != kPlaces.end() || (place.starts_with("args.") && place.size() > 5))
        source.place = place;
    else
        trouble.add(
            say(phrase("trace", "must be pid, tid, process_name, thread_name, file or args.KEY, with its own key")),
            node);
}

FieldSource sourceFrom(const json::Node& node, const MappedField& field, Trouble& trouble) {
    FieldSource source{.field = field};
    std::optional<json::Node> pattern;
    if (node.kind() == json::Kind::Number) {
        source.constant = integerFrom(node, 0, kMostFirst, trouble);
    } else if (node.kind() == json::Kind::String) {
        setPlace(node, source, trouble);
    } else if (expect(node, json::Kind::Object, trouble)) {
        expectKeys(node, {"from", "pattern", "first"}, trouble);
        if (const auto from = required(node, "from", trouble))
            setPlace(*from, source, trouble);
        pattern = node.find("pattern");
        source.first = integerIn(node, "first", 0, 0, kMostFirst, trouble);
    }
    source.pattern = pattern ? patternFrom(*pattern, field.name, trouble) : *namePatternFrom("{}", field.name);
    if (pattern && !source.pattern.names(field.number))
        trouble.add(say(phrase("trace", "a {} must say where the number stands")), *pattern);
    if (!pattern && (source.place == "process_name" || source.place == "thread_name" || source.place == "file"))
        trouble.add(say(phrase("trace", "is a text, so the place of its number must be said, as in {\"from\": "
                                        "\"thread_name\", \"pattern\": \"*rank {}*\"}")),
                    node);
    return source;
}

MappingRule ruleFrom(const json::Node& node, Trouble& trouble) {
    if (!expect(node, json::Kind::Object, trouble))
        return {};
    expectKeys(node, {"name", "is"}, trouble);
    const auto name = required(node, "name", trouble);
    const auto is = required(node, "is", trouble);
    if (!name || !is)
        return {};
    MappingRule rule{.name = patternFrom(*name, {}, trouble)};
    const std::string what = stringFrom(*is, trouble);
    for (const OpKind kind : {OpKind::F, OpKind::B, OpKind::W, OpKind::BW})
        if (what == toText(kind))
            rule.op = kind;
    for (const SideKind kind : {SideKind::Gather, SideKind::Reduce, SideKind::Collective, SideKind::Host})
        if (what == toText(kind))
            rule.side = kind;
    if (!rule.op && !rule.side && what != "optimizer")
        trouble.add(say(phrase("trace", "must be F, B, W, BW, optimizer, gather, reduce, collective or host")), *is);
    return rule;
}

/// Whether the key's word is the second of two; the first is meant where the key is missing.
bool isSecond(const json::Node& root, std::string_view key, std::string_view first, std::string_view second,
              Trouble& trouble) {
    const std::string word = stringIn(root, key, first, trouble);
    if (word != first && word != second)
        trouble.add(say(phrase("trace", "must be \"%1\" or \"%2\""), std::string{first}, std::string{second}),
                    *root.find(key));
    return word == second;
}

/// What ops can't be placed without.
void expectPlaces(const TraceMapping& mapping, const json::Node& root, Trouble& trouble) {
    const auto knows = [&](int MappedNumbers::*number) { return mapping.knows(number); };
    if (std::ranges::none_of(mapping.rules, [](const MappingRule& rule) { return rule.op.has_value(); }))
        trouble.add(say(phrase("trace", "no rule is of an op: F and BW, or F, B and W")), root);
    if (!knows(&MappedNumbers::rank) && !knows(&MappedNumbers::stage))
        trouble.add(say(phrase("trace", "neither `rank` nor `stage` is said, so no op has a place")), root);
    if (knows(&MappedNumbers::chunk) && !knows(&MappedNumbers::rank))
        trouble.add(say(phrase("trace", "`chunk` counts the stages of a rank, so `rank` must be said")), root);
    if (!knows(&MappedNumbers::microbatch) && !knows(&MappedNumbers::step))
        trouble.add(say(phrase("trace", "neither `microbatch` nor `step` is said: with `step` alone microbatches are "
                                        "counted, with `microbatch` alone steps are")),
                    root);
}

/// Where the piece ends if it begins there, its numbers noted; `npos` where it does not fit.
std::size_t endOf(const std::vector<NamePattern::Part>& piece, std::string_view text, std::size_t at,
                  MappedNumbers& numbers) {
    for (const NamePattern::Part& part : piece) {
        const std::string_view rest = text.substr(at);
        int number = -1;
        const auto read = std::from_chars(rest.data(), rest.data() + rest.size(), number);
        if (part.number ? read.ec != std::errc{} || number < 0 : !rest.starts_with(part.text))
            return std::string_view::npos;
        at += part.number ? static_cast<std::size_t>(read.ptr - rest.data()) : part.text.size();
        if (part.number)
            numbers.*part.number = number;
    }
    return at;
}

} // namespace

Result<NamePattern> namePatternFrom(std::string_view text, std::string_view own) {
    if (text.empty() || text.size() > kMostPatternLetters)
        return Error{say(phrase("trace", "a pattern has between 1 and 512 letters"))};
    NamePattern pattern;
    pattern.pieces.emplace_back();
    while (!text.empty()) {
        std::size_t end = 1;
        if (text.front() == '*') {
            pattern.pieces.emplace_back();
        } else if (text.front() == '{') {
            end = text.find('}') + 1;
            if (end == 0)
                return Error{say(phrase("trace", "a { is not closed"))};
            const std::string_view name = end == 2 ? own : text.substr(1, end - 2);
            const auto field = std::ranges::find(kMappedFields, name, &MappedField::name);
            if (field == kMappedFields.end() || (!own.empty() && name != own))
                return Error{say(phrase("trace", "{%1} names nothing that is known: rank, stage, chunk, microbatch, "
                                                 "step, replica"),
                                 std::string{name})};
            pattern.pieces.back().push_back({.number = field->number});
        } else {
            end = std::min(text.find_first_of("*{"), text.size());
            pattern.pieces.back().push_back({.text = std::string{text.substr(0, end)}});
        }
        text.remove_prefix(end);
    }
    return pattern;
}

bool NamePattern::matches(std::string_view text, MappedNumbers& numbers) const {
    MappedNumbers found = numbers;
    std::size_t at = 0;
    // Each piece takes the first place where it fits; what stands before that is what its star stands for.
    for (const std::vector<Part>& piece : pieces) {
        const std::size_t last = &piece == &pieces.front() ? 0 : text.size();
        const bool closes = &piece == &pieces.back();
        std::size_t end = std::string_view::npos;
        for (std::size_t from = at; from <= last && end == std::string_view::npos; ++from) {
            end = endOf(piece, text, from, found);
            if (closes && end != text.size())
                end = std::string_view::npos;
        }
        if (end == std::string_view::npos)
            return false;
        at = end;
    }
    numbers = found;
    return true;
}

bool NamePattern::names(int MappedNumbers::*number) const {
    return std::ranges::any_of(pieces, [&](const std::vector<Part>& piece) {
        return std::ranges::find(piece, number, &Part::number) != piece.end();
    });
}

bool TraceMapping::knows(int MappedNumbers::*number) const {
    const auto isGiven = [&](const FieldSource& source) {
        return source.field.number == number && (source.constant || !source.place.empty());
    };
    return std::ranges::any_of(sources, isGiven) ||
           std::ranges::any_of(rules, [&](const MappingRule& rule) { return rule.op && rule.name.names(number); });
}

TraceMapping traceMappingFrom(const json::Node& root, Trouble& trouble) {
    TraceMapping mapping;
    if (!expect(root, json::Kind::Object, trouble))
        return mapping;
    checkHeader(root, "lanewright-mapping", phrase("trace", "this JSON is no mapping of a trace"), trouble);
    std::vector<std::string_view> keys = {"format", "version", "title", "device", "waits", "rules"};
    for (const MappedField& field : kMappedFields)
        keys.push_back(field.name);
    expectKeys(root, keys, trouble);
    stringIn(root, "title", "", trouble);
    mapping.isGpu = isSecond(root, "device", "cpu", "gpu", trouble);
    mapping.waitsInside = isSecond(root, "waits", "apart", "inside", trouble);
    for (const MappedField& field : kMappedFields)
        if (const auto source = root.find(field.name))
            mapping.sources.push_back(sourceFrom(*source, field, trouble));
        else
            mapping.sources.push_back({.field = field});
    const auto rules = required(root, "rules", trouble);
    if (rules && expect(*rules, json::Kind::Array, trouble)) {
        if (rules->size() > kMostRules)
            trouble.add(say(phrase("trace", "more than %1 rules"), kMostRules), itemsOf(*rules)[kMostRules]);
        for (const json::Node rule : rules->children())
            if (!trouble)
                mapping.rules.push_back(ruleFrom(rule, trouble));
    }
    expectPlaces(mapping, root, trouble);
    return mapping;
}

Result<TraceMapping> readTraceMapping(const std::string& path) { return readTraceDocument(path, {}, traceMappingFrom); }

} // namespace lanewright
