// SPDX-License-Identifier: Apache-2.0
#include "core/explain/search.h"

#include "core/base/decimal.h"
#include "core/base/mapped.h"
#include "core/explain/op_lines.h"
#include "core/explain/slack.h"
#include "core/model/text.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

namespace lanewright {

namespace {

using What = Search::What;
using Condition = Search::Condition;

constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

struct Name {
    std::string_view word;
    What what;
};
constexpr std::array kNames = {
    Name{"s", What::Stage},      Name{"stage", What::Stage},
    Name{"r", What::Rank},       Name{"rank", What::Rank},
    Name{"m", What::Microbatch}, Name{"mb", What::Microbatch},
    Name{"dur", What::Duration}, Name{"duration", What::Duration},
    Name{"wait", What::Wait},    Name{"start", What::Start},
    Name{"end", What::End},      Name{"slip", What::Slip},
    Name{"slack", What::Slack},  Name{"microbatch", What::Microbatch},
};

bool isTime(What what) { return what >= What::Duration; }

bool isDigit(char c) { return c >= '0' && c <= '9'; }

std::string lowered(std::string_view word) {
    std::string result(word);
    for (char& c : result)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return result;
}

Error notUnderstood(std::string_view word) {
    return {say(phrase("refusal", "\"%1\" is not understood: write B3, B2.5, F*, s2, r1, mb:7, dur>2ms, wait>0, "
                                  "slip>1ms or slack=0"),
                word)};
}

/// `12`, `2.5ms`; times in ticks.
std::optional<std::int64_t> numberFrom(std::string_view text, What what, TimeUnit unit) {
    if (!isTime(what)) {
        const Result<std::int64_t> whole = ticksFromDecimal(text, 1);
        return whole ? std::optional(*whole) : std::nullopt;
    }
    for (const TimeUnit each : {TimeUnit::Ns, TimeUnit::Us, TimeUnit::Ms, TimeUnit::S}) {
        const std::string_view suffix = toText(each);
        const std::string_view number = text.substr(0, text.size() - std::min(text.size(), suffix.size()));
        // `s` also ends `ms`: a digit stands before the unit.
        if (text.ends_with(suffix) && !number.empty() && isDigit(number.back())) {
            text = number;
            unit = each;
            break;
        }
    }
    const Result<std::int64_t> ticks = ticksFromDecimal(text, scaleOf(unit));
    return ticks ? std::optional(*ticks) : std::nullopt;
}

/// `*`, `3` or `2-4` of a number that counts.
std::optional<Condition> countFrom(std::string_view text, What what) {
    if (text == "*")
        return Condition{what, kLeast, kMost};
    const std::size_t dash = text.find('-');
    const auto low = numberFrom(text.substr(0, dash), what, TimeUnit::Unit);
    const auto high = dash == std::string_view::npos ? low : numberFrom(text.substr(dash + 1), what, TimeUnit::Unit);
    if (!low || !high || *low < 0)
        return {};
    return Condition{what, *low, *high};
}

std::optional<Condition> comparisonFrom(What what, std::string_view sign, std::string_view text, TimeUnit unit) {
    if ((sign == ":" || sign == "=") && !isTime(what))
        return countFrom(text, what);
    const std::optional<std::int64_t> number = numberFrom(text, what, unit);
    if (!number)
        return {};
    if (sign == ">")
        return Condition{what, *number + 1, kMost};
    if (sign == "<")
        return Condition{what, kLeast, *number - 1};
    if (sign == ">=")
        return Condition{what, *number, kMost};
    if (sign == "<=")
        return Condition{what, kLeast, *number};
    return Condition{what, *number, *number};
}

/// `5`, `2.5`, `2.*`: a microbatch, with its stage before it.
std::optional<std::vector<Condition>> placeFrom(std::string_view text) {
    const std::size_t dot = text.find('.');
    if (dot == std::string_view::npos) {
        const auto microbatch = countFrom(text, What::Microbatch);
        return microbatch ? std::optional(std::vector{*microbatch}) : std::nullopt;
    }
    const auto stage = countFrom(text.substr(0, dot), What::Stage);
    const auto microbatch = countFrom(text.substr(dot + 1), What::Microbatch);
    return stage && microbatch ? std::optional(std::vector{*stage, *microbatch}) : std::nullopt;
}

/// `B3`, `B2.5`, `B2.*`, `BW*`, `*2.5`, `F`.
std::optional<std::vector<Condition>> opFrom(std::string_view word) {
    std::vector<Condition> conditions;
    std::size_t letters = 0;
    while (letters < word.size() && !isDigit(word[letters]) && word[letters] != '*')
        ++letters;
    const std::string kind = lowered(word.substr(0, letters));
    for (int each = 0; each < kOpKinds; ++each)
        if (kind == lowered(toText(static_cast<OpKind>(each))))
            conditions.push_back({What::Kind, each, each});
    std::string_view rest = word.substr(letters);
    if (conditions.empty()) {
        if (letters > 0 || !rest.starts_with('*') || rest.size() < 2)
            return {};
        rest.remove_prefix(1);
    }
    if (rest.empty())
        return conditions;
    const auto place = placeFrom(rest);
    if (!place)
        return {};
    conditions.insert(conditions.end(), place->begin(), place->end());
    return conditions;
}

/// `s2`, `mb:7`, `dur>2ms`.
std::optional<Condition> namedFrom(std::string_view word, TimeUnit unit) {
    std::size_t letters = 0;
    while (letters < word.size() && word[letters] >= 'a' && word[letters] <= 'z')
        ++letters;
    const auto found = std::ranges::find(kNames, word.substr(0, letters), &Name::word);
    if (found == kNames.end())
        return {};
    std::string_view rest = word.substr(letters);
    std::size_t signs = 0;
    while (signs < rest.size() && std::string_view("<>=:").find(rest[signs]) != std::string_view::npos)
        ++signs;
    const std::string_view sign = signs == 0 ? std::string_view("=") : rest.substr(0, signs);
    constexpr std::array<std::string_view, 6> kSigns = {":", "=", "<", ">", "<=", ">="};
    if (std::ranges::find(kSigns, sign) == kSigns.end() || (isTime(found->what) && signs == 0))
        return {};
    return comparisonFrom(found->what, sign, rest.substr(signs), unit);
}

/// What can be asked of an op.
struct Subject {
    OpLine line = {};
    std::optional<Time> slip = {};
    Time slack = 0;
};

std::optional<std::int64_t> numberOf(const Subject& subject, What what) {
    const OpLine& line = subject.line;
    if (isTime(what) && !line.starts)
        return {};
    switch (what) {
    case What::Kind: return static_cast<int>(line.op.kind);
    case What::Stage: return line.op.stage;
    case What::Microbatch: return line.op.microbatch;
    case What::Rank: return line.slot.rank;
    case What::Duration: return line.length();
    case What::Wait: return line.wait;
    case What::Start: return line.start;
    case What::End: return line.end;
    case What::Slip: return subject.slip;
    case What::Slack: return subject.slack;
    }
    return {};
}

bool holds(const Search& search, const Subject& subject) {
    return std::ranges::all_of(search.conditions, [&](const Condition& condition) {
        const std::optional<std::int64_t> number = numberOf(subject, condition.what);
        return number && *number >= condition.low && *number <= condition.high;
    });
}

bool asks(const Search& search, What what) {
    return std::ranges::find(search.conditions, what, &Condition::what) != search.conditions.end();
}

std::map<Op, Time> startsOf(const Timeline& timeline) {
    const Time begin = extentOf(timeline).start;
    std::map<Op, Time> starts;
    for (const Lane& lane : timeline.lanes)
        for (const Span& span : lane)
            for (const Op& op : opsIn(span))
                starts.emplace(op, span.start - begin);
    return starts;
}

} // namespace

Result<Search> searchFromText(std::string_view text, TimeUnit unit) {
    Search search;
    while (true) {
        text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
        if (text.empty())
            break;
        const std::string_view word = text.substr(0, text.find_first_of(" \t"));
        text.remove_prefix(word.size());
        // A small `r` is a rank, a large one recomputes.
        if (const auto condition = namedFrom(word, unit))
            search.conditions.push_back(*condition);
        else if (const auto conditions = opFrom(word))
            search.conditions.insert(search.conditions.end(), conditions->begin(), conditions->end());
        else
            return notUnderstood(word);
    }
    if (search.conditions.empty())
        return Error{say(phrase("refusal", "nothing to look for"))};
    return search;
}

std::vector<Op> findOps(const Search& search, const Plan& plan, const Timeline& timeline, const Timeline* measured) {
    const bool asksSlack = asks(search, What::Slack);
    const auto slack = asksSlack ? slackOf(plan, timeline) : std::vector<std::vector<Time>>{};
    const std::map<Op, Time> actual = measured && asks(search, What::Slip) ? startsOf(*measured) : std::map<Op, Time>{};
    const Time begin = extentOf(timeline).start;
    std::vector<OpLine> found = opLines(plan, timeline);
    std::erase_if(found, [&](const OpLine& line) {
        Subject subject{.line = line};
        if (const auto other = actual.find(line.op); line.starts && other != actual.end())
            subject.slip = other->second - (line.start - begin);
        if (line.starts && asksSlack)
            subject.slack = slack[line.slot.rank][line.slot.position];
        return !holds(search, subject);
    });
    std::ranges::sort(found, {}, [](const OpLine& line) {
        return std::tuple{line.starts ? line.start : kMost, line.slot, line.op};
    });
    return mapped(found, &OpLine::op);
}

} // namespace lanewright
