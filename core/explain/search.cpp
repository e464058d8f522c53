// SPDX-License-Identifier: Apache-2.0
#include "core/explain/search.h"

#include "core/base/decimal.h"
#include "core/explain/slack.h"
#include "core/model/text.h"

#include <algorithm>
#include <array>
#include <compare>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <string>
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
    const std::size_t dot = rest.find('.');
    const bool hasStage = dot != std::string_view::npos;
    if (hasStage) {
        const auto stage = countFrom(rest.substr(0, dot), What::Stage);
        if (!stage)
            return {};
        conditions.push_back(*stage);
    }
    const auto microbatch = countFrom(hasStage ? rest.substr(dot + 1) : rest, What::Microbatch);
    if (!microbatch)
        return {};
    conditions.push_back(*microbatch);
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

/// What can be asked of a block.
struct Subject {
    const Span* span = nullptr; ///< null: it never starts
    Op op = {};
    int rank = 0;
    Time wait = 0;
    std::optional<Time> slip = {};
    Time slack = 0;
};

std::optional<std::int64_t> numberOf(const Subject& subject, What what) {
    if (isTime(what) && !subject.span)
        return {};
    switch (what) {
    case What::Kind: return static_cast<int>(subject.op.kind);
    case What::Stage: return subject.op.stage;
    case What::Microbatch: return subject.op.microbatch;
    case What::Rank: return subject.rank;
    case What::Duration: return subject.span->length();
    case What::Wait: return subject.wait;
    case What::Start: return subject.span->start;
    case What::End: return subject.span->end;
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

/// An op that is found, in the order in which they are told.
struct Found {
    Time start = 0; ///< `kMost`: never
    int rank = 0;
    std::size_t position = 0;
    Op op = {};

    friend auto operator<=>(const Found&, const Found&) = default;
};

/// The span of the block; null when it never starts.
const Span* spanAt(const Timeline& timeline, std::size_t rank, std::size_t position) {
    if (rank >= timeline.lanes.size() || position >= timeline.lanes[rank].size())
        return nullptr;
    return &timeline.lanes[rank][position];
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
    const auto slack =
        asks(search, What::Slack) ? slackOf(plan, timeline) : std::vector<std::vector<Time>>(timeline.lanes.size());
    const std::map<Op, Time> actual = measured && asks(search, What::Slip) ? startsOf(*measured) : std::map<Op, Time>{};
    const Time begin = extentOf(timeline).start;
    std::vector<Found> found;
    for (std::size_t rank = 0; rank < plan.schedule.order.size(); ++rank) {
        const Row& row = plan.schedule.order[rank];
        Time free = begin;
        for (std::size_t position = 0; position < row.size(); ++position) {
            Subject subject{.span = spanAt(timeline, rank, position), .rank = static_cast<int>(rank)};
            if (subject.span) {
                subject.wait = subject.span->start - free;
                subject.slack = slack[rank].empty() ? 0 : slack[rank][position];
                free = subject.span->end;
            }
            for (const Op& op : opsIn(row[position])) {
                subject.op = op;
                const auto other = actual.find(op);
                const bool slips = subject.span && other != actual.end();
                subject.slip = slips ? std::optional(other->second - (subject.span->start - begin)) : std::nullopt;
                if (holds(search, subject))
                    found.push_back({subject.span ? subject.span->start : kMost, subject.rank, position, op});
            }
        }
    }
    std::ranges::sort(found);
    std::vector<Op> ops;
    ops.reserve(found.size());
    std::ranges::transform(found, std::back_inserter(ops), &Found::op);
    return ops;
}

} // namespace lanewright
