// SPDX-License-Identifier: Apache-2.0
#include "core/page/page_data.h"

#include "core/base/mapped.h"
#include "core/base/units.h"
#include "core/check/validate.h"
#include "core/io/json_writer.h"
#include "core/io/quoted_text.h"
#include "core/model/block_ops.h"
#include "core/model/text.h"
#include "core/model/title.h"
#include "core/page/lane_writer.h"
#include "core/page/number_lines.h"
#include "core/page/page_colours.h"
#include "core/page/phrase_book.h"
#include "core/picture/block_name.h"
#include "core/simulate/amounts.h"
#include "core/simulate/metrics.h"
#include "core/simulate/microbatch_lengths.h"
#include "core/simulate/number_text.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>

namespace lanewright {

namespace {

using json::Layout;

constexpr std::int64_t kMeasuredBlocks = 30'000; ///< that a page holds at most, beyond its first step
constexpr int kMeasuredSteps = 100;
constexpr std::size_t kPageFindings = 20;

void writeCells(json::Writer& writer, const std::vector<std::string>& cells, Layout layout = Layout::Tight) {
    writer.list(layout, cells, [&](const std::string& cell) { writer.string(cell); });
}

/// Without the blanks that put it below another one.
std::string keyOf(const NumberLine& line) {
    return line.key.substr(std::min(line.key.find_first_not_of(' '), line.key.size()));
}

void writeNumberLines(json::Writer& writer, const NumberLines& lines, const PageLanguage& language) {
    writer.key("numbers").list(Layout::Lines, lines.whole, [&](const NumberLine& line) {
        writeCells(writer, {keyOf(line), language.say(line.value)});
    });
    writer.key("ranks").list(Layout::Lines, lines.ranks,
                             [&](const std::vector<Message>& row) { writeCells(writer, mapped(row, language.say)); });
}

/// The highest of the ranks' peaks, which no line of the numbers says.
void writePeak(json::Writer& writer, const Metrics& metrics, MemoryUnit unit, const PageLanguage& language) {
    writer.key("peak");
    metrics.peakMemory.empty() ? writer.null()
                               : writer.string(language.say(numbers::memoryText(metrics.highestPeak(), unit)));
}

/// The name of a number where it stands beside all others: a share may have the name of the time it is a share of.
Message nameAmongAll(const Number& number) {
    const auto isTwin = [&](const Number& other) { return &other != &number && other.name == number.name; };
    const bool isShare = number.unit == NumberUnit::Share && std::ranges::any_of(allNumbers(), isTwin);
    return isShare ? say(phrase("page", "%1, share"), say(number.name)) : say(number.name);
}

/// What each number is called and means, of the keys that any line or tile has.
void writeMeanings(json::Writer& writer, const NumberLines& lines, const PageLanguage& language) {
    std::set<std::string_view> keys(lines.rankKeys.begin(), lines.rankKeys.end());
    for (const NumberLine& line : lines.whole)
        keys.insert(line.key);
    const auto isAsked = [&](const Number& number) {
        return keys.contains(number.key) || number.shownIn == ShownIn::Tiles || number.key == "peak_memory";
    };
    writer.key("names").object(Layout::Lines, [&] {
        for (const PageText& word :
             std::to_array<PageText>({{"rank", phrase("page", "Rank")},
                                      {"span", phrase("page", "Span")},
                                      {"busy", phrase("page", "Busy")},
                                      {"were it sync", phrase("page", "Were it synchronous")},
                                      {"were it postvalidated", phrase("page", "Were it post-validated")}}))
            writer.key(word.name).string(language.say(say(word.text)));
        for (const Number& number : allNumbers())
            if (isAsked(number))
                writer.key(number.key).string(language.say(nameAmongAll(number)));
    });
    writer.key("meanings").object(Layout::Lines, [&] {
        for (const Number& number : allNumbers())
            if (isAsked(number))
                writer.key(number.key).string(language.say(say(number.definition)));
    });
}

/// The bars of a step, its times rounded to what a clock can tell.
class StepWriter {
public:
    StepWriter(const Plan& plan, const Timeline& planned, const Run& run, const PageLanguage& language)
        : m_planned(planned), m_run(run), m_language(language),
          m_tick(std::max<Time>(scaleOf(plan.timeUnit) / 1000, 1)) {}

    void write(json::Writer& writer) const {
        const StepRecord* const shown = representativeStep(m_run);
        if (!shown)
            return writer.null();
        const std::vector<int> places = stepsOfPage(m_run);
        const int place = static_cast<int>(shown - m_run.steps.data());
        writer.object(Layout::Lines, [&] {
            writer.key("paced").boolean(m_run.paced);
            writer.key("tick").number(m_tick);
            writer.key("count").number(static_cast<int>(m_run.steps.size()));
            writer.key("chosen").number(static_cast<int>(std::ranges::find(places, place) - places.begin()));
            writer.key("steps").list(Layout::Lines, places, [&](int each) {
                writer.object(Layout::Lines, [&] { writeStep(writer, m_run.steps[each]); });
            });
        });
    }

private:
    void writeStep(json::Writer& writer, const StepRecord& step) const {
        writer.key("step").number(step.step);
        const Metrics metrics = metricsOfStep(m_run, step);
        writeNumberLines(writer, numberLines(m_run.plan, metrics, std::nullopt, true), m_language);
        writePeak(writer, metrics, memoryUnitOf(m_run.plan, true), m_language);
        const Time begin = extentOf(step.wall).start;
        writer.key("lanes").list(Layout::Lines, [&] {
            for (std::size_t rank = 0; rank < step.wall.lanes.size(); ++rank)
                writer.object(Layout::Tight, [&] { writeBars(writer, rank, step.wall.lanes[rank], begin); });
        });
    }

    /// For each bar the wait before it and its length; which ops they are where that is not the planned order.
    void writeBars(json::Writer& writer, std::size_t rank, const Lane& lane, Time begin) const {
        std::int64_t free = 0;
        writer.key("bars").list(Layout::Tight, lane, [&](const Span& span) {
            const std::int64_t start = rounded(span.start - begin);
            const std::int64_t end = rounded(span.end - begin);
            writer.number(start - free);
            writer.number(end - start);
            free = end;
        });
        if (rank >= m_planned.lanes.size() || !std::ranges::equal(lane, m_planned.lanes[rank], sameOps))
            writer.key("ops").list(Layout::Tight, lane, [&](const Span& span) {
                writer.string(textOf(span, m_run.plan.costs.weightParts));
            });
    }

    static bool sameOps(const Span& one, const Span& other) { return one.op == other.op && one.paired == other.paired; }
    std::int64_t rounded(Time time) const { return (time + m_tick / 2) / m_tick; }

    const Timeline& m_planned;
    const Run& m_run;
    const PageLanguage& m_language;
    Time m_tick;
};

constexpr std::array kKinds{OpKind::F, OpKind::B, OpKind::W, OpKind::BW, OpKind::R};

void writeKinds(json::Writer& writer, const PageLanguage& language) {
    writer.key("kinds").list(Layout::Lines, kKinds, [&](OpKind kind) {
        writeCells(writer, {std::string{toText(kind)}, language.say(say(nameOf(kind)))}, Layout::Line);
    });
}

void writeTexts(json::Writer& writer, const PageLanguage& language) {
    writer.key("words").object(Layout::Lines, [&] {
        for (const PageText& word : pageTexts())
            writer.key(word.name).string(language.say(say(word.text)));
    });
}

void writeFindingsOf(json::Writer& writer, const std::vector<Finding>& findings, const PageLanguage& language) {
    writer.key("valid").boolean(isValid(findings));
    const auto shown = std::span(findings).first(std::min(findings.size(), kPageFindings));
    writer.key("findings").list(Layout::Lines, shown, [&](const Finding& finding) {
        writeCells(writer, {std::string{toText(finding.severity)}, language.say(finding.message)}, Layout::Line);
    });
}

/// How long each microbatch is, as a label and in words; nothing where all are alike.
void writeLengths(json::Writer& writer, const Plan& plan, PhraseBook& phrases) {
    const MicrobatchLengths lengths(plan.schedule, plan.costs);
    writer.key("lengths").list(Layout::Lines, [&] {
        for (int microbatch = 0; lengths.of(microbatch) >= 0; ++microbatch)
            writer.list(Layout::Tight, [&] {
                writer.string(lengths.label(microbatch));
                phrases.write(writer, lengths.text(microbatch));
            });
    });
}

/// `4 ranks, 8 microbatches`.
std::string shapeOf(const Plan& plan, const PageLanguage& language) {
    return language.say(title::counted(title::kRanks, plan.schedule.ranks())) + ", " +
           language.say(title::counted(title::kMicrobatches, plan.schedule.microbatches));
}

} // namespace

std::string withoutMarkup(const std::string& json) {
    std::string safe;
    safe.reserve(json.size() + 64);
    for (const char letter : json) {
        if (letter == '<')
            safe += "\\u003c";
        else
            safe += letter;
    }
    return safe;
}

std::vector<int> stepsOfPage(const Run& run) {
    const StepRecord* const shown = representativeStep(run);
    if (!shown)
        return {};
    const auto steps = static_cast<std::int64_t>(run.steps.size());
    const std::int64_t blocks = 1 + blockCount(shown->wall.lanes);
    const std::int64_t most =
        std::clamp<std::int64_t>(kMeasuredBlocks / blocks, 1, std::min<std::int64_t>(steps, kMeasuredSteps));
    std::set<int> places = {static_cast<int>(shown - run.steps.data())};
    for (std::int64_t i = 0; i < most && std::ssize(places) < most; ++i)
        places.insert(static_cast<int>(most > 1 ? i * (steps - 1) / (most - 1) : 0));
    return {places.begin(), places.end()};
}

std::string pageData(const Plan& plan, const Run* run, const PageLanguage& language) {
    const Timeline timeline = simulate(plan.schedule, plan.costs);
    const KeptBuffers kept = keptBuffers(plan);
    const Checked known = checkedWithBuffers(plan, timeline, kept);
    const std::optional<Held> held = heldAgainstBounds(plan, known);
    const NumberLines lines = numberLines({plan, known.metrics, held, kept});
    PhraseBook phrases(language);
    LaneWriter lanes(plan, timeline, kept, phrases);
    json::Writer writer;
    writer.beginObject(Layout::Lines);
    writer.key("format").string("lanewright-page");
    writer.key("title").string(shownLine(language.say(plan.title)));
    writer.key("shape").string(shapeOf(plan, language));
    writer.key("unit").string(plan.timeUnit == TimeUnit::Unit ? "" : toText(plan.timeUnit));
    writer.key("scale").number(scaleOf(plan.timeUnit));
    writer.key("tick").number(lanes.tick());
    writer.key("memoryUnit").string(language.say(shortName(plan.memoryUnit)));
    writer.key("memoryScale").number(scaleOf(plan.memoryUnit));
    writer.key("memoryTick").number(lanes.bytes());
    writeKinds(writer, language);
    writeColours(writer);
    writeTexts(writer, language);
    std::vector<Finding> findings = validate(plan, timeline);
    std::ranges::move(findingsOfBuffers(plan, kept), std::back_inserter(findings));
    writeFindingsOf(writer, findings, language);
    writeNumberLines(writer, lines, language);
    writePeak(writer, known.metrics, plan.memoryUnit, language);
    writeMeanings(writer, lines, language);
    writeCells(writer.key("rankKeys"), lines.rankKeys, Layout::Line);
    std::vector<std::string> tiles;
    for (const Number& number : allNumbers())
        if (number.shownIn == ShownIn::Tiles)
            tiles.emplace_back(number.key);
    writeCells(writer.key("tiles"), tiles, Layout::Line);
    writeLengths(writer, plan, phrases);
    lanes.write(writer);
    writer.key("run");
    run ? StepWriter(plan, timeline, *run, language).write(writer) : writer.null();
    // Last: only now all phrases are known.
    phrases.writePhrases(writer);
    writer.endObject();
    return withoutMarkup(writer.take());
}

} // namespace lanewright
