// SPDX-License-Identifier: Apache-2.0
#include "core/trace/trace_mapping.h"

#include "core/io/reading.h"
#include "core/trace/trace_document.h"
#include "core/trace/trace_formats.h"

#include <algorithm>
#include <charconv>
#include <map>

namespace lanewright {

namespace {

constexpr std::array<std::string_view, kMappedFields> kFieldNames = {"replica", "rank",       "stage",
                                                                     "chunk",   "microbatch", "step"};
constexpr std::size_t kMostRules = 256;
constexpr std::size_t kMostPatternLetters = 512;
constexpr int kMostFirst = 1 << 20;

std::optional<MappedField> fieldNamed(std::string_view name) {
    const auto found = std::ranges::find(kFieldNames, name);
    if (found == kFieldNames.end())
        return {};
    return static_cast<MappedField>(found - kFieldNames.begin());
}

/// Notes a key that the mapping has and that means nothing.
void expectKeys(const json::Node& object, std::initializer_list<std::string_view> keys, Trouble& trouble) {
    for (const json::Node member : object.children())
        if (std::ranges::find(keys, member.key()) == keys.end())
            trouble.add(say(phrase("trace", "there is no key `%1` here"), std::string{member.key()}), member);
}

std::optional<NamePattern> patternFrom(const json::Node& node, std::optional<MappedField> only, Trouble& trouble) {
    const std::string text = stringFrom(node, trouble);
    if (trouble)
        return {};
    Result<NamePattern> pattern = NamePattern::from(text, only);
    if (!pattern) {
        trouble.add(pattern.error().message, node);
        return {};
    }
    return *std::move(pattern);
}

/// `pid`, `tid`, `process_name`, `thread_name`, `file`, `args.KEY`.
void setPlace(const json::Node& node, FieldSource& source, Trouble& trouble) {
    using From = FieldSource::From;
    static const std::map<std::string_view, From> kPlaces = {{"pid", From::Process},
                                                             {"tid", From::Thread},
                                                             {"process_name", From::ProcessName},
                                                             {"thread_name", From::ThreadName},
                                                             {"file", From::File}};
    const std::string place = stringFrom(node, trouble);
    if (trouble)
        return;
    if (const auto found = kPlaces.find(place); found != kPlaces.end()) {
        source.from = found->second;
    } else if (place.size() > 5 && place.starts_with("args.")) {
        source.from = From::Argument;
        source.argument = place.substr(5);
    } else {
        trouble.add(
            say(phrase("trace", "must be pid, tid, process_name, thread_name, file or args.KEY, with its own key")),
            node);
    }
}

FieldSource sourceFrom(const json::Node& node, MappedField field, Trouble& trouble) {
    FieldSource source;
    if (node.kind() == json::Kind::Number) {
        source.from = FieldSource::From::Constant;
        source.constant = integerFrom(node, 0, kMostFirst, trouble);
    } else if (node.kind() == json::Kind::String) {
        setPlace(node, source, trouble);
    } else if (expect(node, json::Kind::Object, trouble)) {
        expectKeys(node, {"from", "pattern", "first"}, trouble);
        if (const auto from = required(node, "from", trouble))
            setPlace(*from, source, trouble);
        if (const auto pattern = node.find("pattern"))
            source.pattern = patternFrom(*pattern, field, trouble);
        source.first = integerIn(node, "first", 0, 0, kMostFirst, trouble);
    }
    using enum FieldSource::From;
    const bool isText = source.from == ProcessName || source.from == ThreadName || source.from == File;
    if (!trouble && isText && !source.pattern)
        trouble.add(say(phrase("trace", "is a text, so the place of its number must be said, as in {\"from\": "
                                        "\"thread_name\", \"pattern\": \"*rank {}*\"}")),
                    node);
    return source;
}

MappingRule ruleFrom(const json::Node& node, Trouble& trouble) {
    MappingRule rule;
    if (!expect(node, json::Kind::Object, trouble))
        return rule;
    expectKeys(node, {"name", "is"}, trouble);
    if (const auto name = required(node, "name", trouble))
        if (auto pattern = patternFrom(*name, {}, trouble))
            rule.name = *std::move(pattern);
    const auto is = required(node, "is", trouble);
    if (!is)
        return rule;
    const std::string what = stringFrom(*is, trouble);
    static const std::map<std::string_view, decltype(rule.is)> kMeanings = {{"F", OpKind::F},
                                                                            {"B", OpKind::B},
                                                                            {"W", OpKind::W},
                                                                            {"BW", OpKind::BW},
                                                                            {"gather", SideKind::Gather},
                                                                            {"reduce", SideKind::Reduce},
                                                                            {"collective", SideKind::Collective},
                                                                            {"host", SideKind::Host},
                                                                            {"optimizer", MappingRule::Optimizer{}}};
    if (const auto found = kMeanings.find(what); found != kMeanings.end())
        rule.is = found->second;
    else
        trouble.add(say(phrase("trace", "must be F, B, W, BW, optimizer, gather, reduce, collective or host")), *is);
    return rule;
}

/// One of two words; `otherwise` where the key is missing.
bool isSecond(const json::Node& root, std::string_view key, std::string_view first, std::string_view second,
              Trouble& trouble) {
    const auto node = root.find(key);
    if (!node)
        return false;
    const std::string word = stringFrom(*node, trouble);
    if (!trouble && word != first && word != second)
        trouble.add(say(phrase("trace", "must be \"%1\" or \"%2\""), std::string{first}, std::string{second}), *node);
    return word == second;
}

/// What ops can't be placed without.
void expectPlaces(const TraceMapping& mapping, const json::Node& root, Trouble& trouble) {
    using enum MappedField;
    const bool hasOp = std::ranges::any_of(
        mapping.rules, [](const MappingRule& rule) { return std::holds_alternative<OpKind>(rule.is); });
    if (!hasOp)
        trouble.add(say(phrase("trace", "no rule is of an op: F and BW, or F, B and W")), root);
    if (!mapping.knows(Rank) && !mapping.knows(Stage))
        trouble.add(say(phrase("trace", "neither `rank` nor `stage` is said, so no op has a place")), root);
    if (mapping.knows(Chunk) && !mapping.knows(Rank))
        trouble.add(say(phrase("trace", "`chunk` counts the stages of a rank, so `rank` must be said")), root);
    if (!mapping.knows(Microbatch) && !mapping.knows(Step))
        trouble.add(say(phrase("trace", "neither `microbatch` nor `step` is said: with `step` alone microbatches are "
                                        "counted, with `microbatch` alone steps are")),
                    root);
}

} // namespace

std::string_view toText(MappedField field) { return kFieldNames[static_cast<std::size_t>(field)]; }

Result<NamePattern> NamePattern::from(std::string_view text, std::optional<MappedField> only) {
    NamePattern pattern;
    if (text.empty() || text.size() > kMostPatternLetters)
        return Error{say(phrase("trace", "a pattern has between 1 and 512 letters"))};
    bool hasNumber = false;
    while (!text.empty()) {
        Part part;
        if (text.front() == '*') {
            part.kind = Part::Kind::Anything;
            text.remove_prefix(1);
        } else if (text.front() == '{') {
            const std::size_t end = text.find('}');
            if (end == std::string_view::npos)
                return Error{say(phrase("trace", "a { is not closed"))};
            const std::string_view name = text.substr(1, end - 1);
            const std::optional<MappedField> field = only && name.empty() ? only : fieldNamed(name);
            if (!field || (only && *field != *only))
                return Error{say(phrase("trace", "{%1} names nothing that is known: rank, stage, chunk, microbatch, "
                                                 "step, replica"),
                                 std::string{name})};
            part.kind = Part::Kind::Number;
            part.field = *field;
            hasNumber = true;
            text.remove_prefix(end + 1);
        } else {
            const std::size_t end = std::min(text.find_first_of("*{"), text.size());
            part.text = text.substr(0, end);
            text.remove_prefix(end);
        }
        pattern.m_parts.push_back(std::move(part));
    }
    if (only && !hasNumber)
        return Error{say(phrase("trace", "a {} must say where the number stands"))};
    return pattern;
}

bool NamePattern::matches(std::string_view text, MappedNumbers& numbers) const {
    MappedNumbers found = numbers;
    std::size_t part = 0;
    std::size_t at = 0;
    std::size_t anything = m_parts.size(); // the last `*` passed, and where what it takes ends
    std::size_t taken = 0;
    while (part < m_parts.size() || at < text.size()) {
        bool fits = part < m_parts.size();
        if (fits) {
            const Part& next = m_parts[part];
            if (next.kind == Part::Kind::Anything) {
                anything = part;
                taken = at;
            } else if (next.kind == Part::Kind::Text) {
                fits = text.substr(at).starts_with(next.text);
                at += fits ? next.text.size() : 0;
            } else {
                int number = -1;
                const char* from = text.data() + at;
                const auto [end, error] = std::from_chars(from, text.data() + text.size(), number);
                fits = error == std::errc{} && number >= 0 && end - from <= 9;
                if (fits) {
                    found[static_cast<std::size_t>(next.field)] = number;
                    at += static_cast<std::size_t>(end - from);
                }
            }
        }
        if (fits) {
            ++part;
        } else if (anything < m_parts.size() && taken < text.size()) {
            at = ++taken;
            part = anything + 1;
        } else {
            return false;
        }
    }
    numbers = found;
    return true;
}

bool NamePattern::names(MappedField field) const {
    return std::ranges::any_of(
        m_parts, [&](const Part& part) { return part.kind == Part::Kind::Number && part.field == field; });
}

bool TraceMapping::knows(MappedField field) const {
    return of(field).from != FieldSource::From::Nowhere || std::ranges::any_of(rules, [&](const MappingRule& rule) {
               return std::holds_alternative<OpKind>(rule.is) && rule.name.names(field);
           });
}

Result<TraceMapping> traceMappingFrom(const json::Node& root) {
    Trouble trouble;
    TraceMapping mapping;
    if (!expect(root, json::Kind::Object, trouble))
        return trouble.first();
    checkHeader(root, "lanewright-mapping", phrase("trace", "this JSON is no mapping of a trace"), trouble);
    expectKeys(root,
               {"format", "version", "title", "device", "waits", "rules", "replica", "rank", "stage", "chunk",
                "microbatch", "step"},
               trouble);
    mapping.title = stringIn(root, "title", "", trouble);
    mapping.isGpu = isSecond(root, "device", "cpu", "gpu", trouble);
    mapping.waitsInside = isSecond(root, "waits", "apart", "inside", trouble);
    for (std::size_t field = 0; field < kMappedFields; ++field)
        if (const auto source = root.find(kFieldNames[field]); source && !trouble)
            mapping.fields[field] = sourceFrom(*source, static_cast<MappedField>(field), trouble);
    if (const auto rules = required(root, "rules", trouble); rules && expect(*rules, json::Kind::Array, trouble))
        for (const json::Node rule : rules->children()) {
            if (mapping.rules.size() == kMostRules)
                trouble.add(say(phrase("trace", "more than %1 rules"), kMostRules), rule);
            if (trouble)
                break;
            mapping.rules.push_back(ruleFrom(rule, trouble));
        }
    if (!trouble)
        expectPlaces(mapping, root, trouble);
    if (trouble)
        return trouble.first();
    return mapping;
}

Result<TraceMapping> readTraceMapping(const std::string& path) {
    const Result<json::Document> document = traceDocument(path);
    if (!document)
        return inFile(path, document.error());
    Result<TraceMapping> mapping = traceMappingFrom(document->root());
    if (!mapping)
        return inFile(path, mapping.error());
    return mapping;
}

} // namespace lanewright
