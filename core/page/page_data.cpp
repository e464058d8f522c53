// SPDX-License-Identifier: Apache-2.0
#include "core/page/page_data.h"

#include "core/base/printed.h"
#include "core/base/units.h"
#include "core/check/validate.h"
#include "core/explain/bubbles.h"
#include "core/explain/causes.h"
#include "core/explain/pair_overlap.h"
#include "core/explain/reasons.h"
#include "core/explain/slack.h"
#include "core/io/json_writer.h"
#include "core/io/paper_colours.h"
#include "core/io/quoted_text.h"
#include "core/model/block_ops.h"
#include "core/model/block_stretches.h"
#include "core/model/placement.h"
#include "core/model/text.h"
#include "core/model/title.h"
#include "core/page/number_lines.h"
#include "core/simulate/memory.h"
#include "core/simulate/metrics.h"
#include "core/simulate/microbatch_lengths.h"
#include "core/simulate/number_text.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

namespace lanewright {

namespace {

using json::Layout;

constexpr std::int64_t kMeasuredBlocks = 30'000; ///< that a page holds at most, beyond its first step
constexpr int kMeasuredSteps = 100;
constexpr std::size_t kPageFindings = 20;

/// Writes messages so that each phrase stands in the page once: a plain one as a string, any other as the place of its
/// phrase and its arguments.
class PhraseBook {
public:
    explicit PhraseBook(const PageLanguage& language) : m_language(language) {}

    void write(json::Writer& writer, const Message& message) {
        if (message.isPlain()) {
            writer.string(message.text());
            return;
        }
        writer.list(Layout::Tight, [&] {
            writer.number(placeOf(message));
            for (const Message& argument : message.arguments())
                write(writer, argument);
        });
    }

    void writePhrases(json::Writer& writer) const {
        writer.key("phrases").list(Layout::Lines, m_phrases, [&](const std::string& each) { writer.string(each); });
    }

private:
    int placeOf(const Message& message) {
        static const std::vector<Message> kPlaces = {"%1", "%2", "%3", "%4", "%5", "%6", "%7", "%8", "%9"};
        const Phrase& phrase = message.phrase();
        const bool one = message.count() == 1 && !phrase.one.empty();
        const auto [found, isNew] = m_places.try_emplace(
            std::tuple{std::string{phrase.context}, std::string{phrase.text}, one}, static_cast<int>(m_phrases.size()));
        if (isNew)
            m_phrases.push_back(m_language.say(Message(phrase, kPlaces, message.count())));
        return found->second;
    }

    const PageLanguage& m_language;
    std::map<std::tuple<std::string, std::string, bool>, int> m_places;
    std::vector<std::string> m_phrases;
};

/// Makes the tick one that divides the amount, too: the greatest such one makes times and bytes short.
void divide(std::int64_t& tick, std::int64_t amount) { tick = std::gcd(tick, amount); }

std::string textOf(const Span& span, int weightParts) {
    return toText(Block{.op = span.op, .paired = span.paired}, weightParts);
}

std::string hexColour(std::uint32_t rgb) { return printed("#%06X", static_cast<unsigned>(rgb)); }

/// The chunk of each op: the place of its stage's copy on its rank, by which shades of one kind differ.
class Chunks {
public:
    explicit Chunks(const Schedule& schedule) : m_schedule(schedule) {
        for (int direction = 0; direction < static_cast<int>(schedule.placement.directions.size()); ++direction) {
            m_chunks.emplace_back();
            for (int stage = 0; stage < schedule.stages(); ++stage)
                m_chunks.back().push_back(chunkOf(schedule.placement, direction, stage));
        }
    }
    int of(const Op& op) const {
        const auto direction = static_cast<std::size_t>(m_schedule.direction(op.microbatch));
        const auto stage = static_cast<std::size_t>(static_cast<int>(op.stage));
        return direction < m_chunks.size() && stage < m_chunks[direction].size() ? m_chunks[direction][stage] : 0;
    }

private:
    const Schedule& m_schedule;
    std::vector<std::vector<int>> m_chunks; ///< by direction and stage
};

/// The lanes of a plan with their reasons.
class LaneWriter {
public:
    LaneWriter(const Plan& plan, const Timeline& timeline, PhraseBook& phrases)
        : m_plan(plan), m_timeline(timeline), m_phrases(phrases), m_reasons(plan, timeline),
          m_slack(slackOf(plan, timeline)), m_chunks(plan.schedule), m_begin(extentOf(timeline).start),
          m_curves(memoryCurves(plan.schedule, plan.memory, plan.costs.weightParts, timeline)),
          m_limits(measure(plan, timeline).memoryLimit), m_time(scaleOf(plan.timeUnit)),
          m_bytes(scaleOf(plan.memoryUnit)) {
        int blocks = 0;
        for (const Lane& lane : timeline.lanes) {
            m_firsts.push_back(blocks);
            blocks += static_cast<int>(lane.size());
        }
        findTicks();
    }

    Time tick() const { return m_time; }
    Bytes bytes() const { return m_bytes; }

    void write(json::Writer& writer) {
        writer.key("lanes").list(Layout::Lines, [&] {
            for (int rank = 0; rank < static_cast<int>(m_timeline.lanes.size()); ++rank)
                writer.object(Layout::Tight, [&] { writeLane(writer, rank); });
        });
        writeStretches(writer);
    }

private:
    const Lane& lane(int rank) const { return m_timeline.lanes[rank]; }

    Time slackAt(const Slot& slot) const { return m_slack[slot.rank][slot.position]; }

    void findTicks() {
        forEachSlot(m_timeline.lanes, [this](const Slot& slot, const Span& span) {
            divide(m_time, span.start - m_begin);
            divide(m_time, span.end - m_begin);
            divide(m_time, slackAt(slot));
            m_reasons.causes().eachInput(
                slot, [&](const Causes::Input& input) { divide(m_time, span.start - input.arrives); });
        });
        for (const MemoryCurve& curve : m_curves)
            for (const MemoryPoint& point : curve) {
                divide(m_time, point.time - m_begin);
                divide(m_bytes, point.bytes);
            }
        for (const std::optional<Bytes>& limit : m_limits)
            divide(m_bytes, limit.value_or(0));
    }

    void writeTicks(json::Writer& writer, Time time) const { writer.number(time / tick()); }

    void writeLane(json::Writer& writer, int rank) {
        const auto at = static_cast<std::size_t>(rank);
        writer.key("blocks").list(Layout::Tight, [&] {
            Time free = m_begin;
            for (int position = 0; position < static_cast<int>(lane(rank).size()); ++position) {
                writer.list(Layout::Tight, [&] { writeBlock(writer, {rank, position}, free); });
                free = lane(rank)[position].end;
            }
        });
        writer.key("bubbles").list(Layout::Tight, bubblesOf(m_timeline, rank), [&](const Bubble& bubble) {
            writer.list(Layout::Tight, [&] {
                writeTicks(writer, bubble.start - m_begin);
                writeTicks(writer, bubble.length());
                m_phrases.write(writer, m_reasons.of(bubble).sentence);
            });
        });
        writer.key("memory").list(Layout::Tight, [&] {
            if (at < m_curves.size())
                writeCurve(writer, m_curves[at]);
        });
        writer.key("limit");
        at < m_limits.size() && m_limits[at] ? writer.number(*m_limits[at] / bytes()) : writer.null();
        const std::vector<Row>& order = m_plan.schedule.order;
        writer.key("row").number(at < order.size() ? static_cast<int>(order[at].size()) : 0);
    }

    /// Its text, the wait before it, its length, its slack, what binds it, its chunk, why it is here, and for each
    /// value that it needs the block that yields it and for how long it has been there; then its stretches, if any.
    void writeBlock(json::Writer& writer, const Slot& slot, Time free) {
        const Span& span = m_reasons.causes().spanAt(slot);
        writer.string(textOf(span, m_plan.costs.weightParts));
        writeTicks(writer, span.start - free);
        writeTicks(writer, span.length());
        writeTicks(writer, slackAt(slot));
        writer.number(static_cast<int>(m_reasons.causes().causeOf(slot).binding));
        writer.number(m_chunks.of(span.op));
        // Where an op stands twice the first is explained.
        const std::optional<Explanation> why = m_reasons.of(span.op);
        m_phrases.write(writer, why && why->slot == slot ? why->sentence : Message());
        writer.list(Layout::Tight, [&] {
            m_reasons.causes().eachInput(slot, [&](const Causes::Input& input) {
                writer.number(m_firsts[input.from.rank] + input.from.position);
                writeTicks(writer, span.start - input.arrives);
            });
        });
        if (const int stretches = stretchesAt(slot); stretches >= 0)
            writer.number(stretches);
    }

    /// The place of its stretches among those of the page; −1 where there is nothing to show. Equal ones stand once.
    int stretchesAt(const Slot& slot) {
        const Span& span = m_reasons.causes().spanAt(slot);
        const Block block{.op = span.op, .paired = span.paired};
        const std::optional<BlockStretches> stretches = stretchesOf(m_plan.schedule, m_plan.costs, block);
        if (!stretches)
            return -1;
        const auto [found, isNew] = m_stretches.try_emplace(*stretches, static_cast<int>(m_stretched.size()));
        if (isNew)
            m_stretched.push_back(block);
        return found->second;
    }

    /// For each its length, for each of its ops how it spends its time and for how long, what the pair saves, and what
    /// is said of it.
    void writeStretches(json::Writer& writer) {
        std::vector<const BlockStretches*> byPlace(m_stretches.size());
        for (const auto& [stretches, place] : m_stretches)
            byPlace[place] = &stretches;
        writer.key("stretches").list(Layout::Lines, [&] {
            for (std::size_t place = 0; place < byPlace.size(); ++place)
                writer.list(Layout::Tight, [&] { writeStretched(writer, *byPlace[place], m_stretched[place]); });
        });
    }

    void writeStretched(json::Writer& writer, const BlockStretches& stretches, const Block& block) {
        writer.number(stretches.length);
        for (const std::vector<Stretch>* each : {&stretches.first, &stretches.second})
            writer.list(Layout::Tight, *each, [&](const Stretch& stretch) {
                writer.number(static_cast<int>(stretch.spends));
                writer.number(stretch.end - stretch.start);
            });
        writer.number(stretches.saved);
        writer.list(Layout::Tight, [&] {
            if (const auto overlap = pairOverlapOf(m_plan, block))
                for (const Message& sentence : sentencesOf(*overlap, m_plan.timeUnit))
                    m_phrases.write(writer, sentence);
        });
    }

    void writeCurve(json::Writer& writer, const MemoryCurve& curve) const {
        MemoryPoint before{.time = m_begin};
        for (const MemoryPoint& point : curve) {
            writeTicks(writer, point.time - before.time);
            writer.number((point.bytes - before.bytes) / bytes());
            before = point;
        }
    }

    const Plan& m_plan;
    const Timeline& m_timeline;
    PhraseBook& m_phrases;
    Reasons m_reasons;
    std::vector<std::vector<Time>> m_slack;
    Chunks m_chunks;
    Time m_begin;
    std::vector<MemoryCurve> m_curves;
    std::vector<std::optional<Bytes>> m_limits;
    Time m_time;
    Bytes m_bytes;
    std::map<BlockStretches, int> m_stretches; ///< by place
    std::vector<Block> m_stretched;            ///< by place: a block that has them
    std::vector<int> m_firsts;                 ///< per rank: the place of its first block among all
};

void writeCells(json::Writer& writer, const std::vector<std::string>& cells, Layout layout = Layout::Tight) {
    writer.list(layout, cells, [&](const std::string& cell) { writer.string(cell); });
}

void writeNumberLines(json::Writer& writer, const NumberLines& lines) {
    writer.key("numbers").list(Layout::Lines, lines.whole, [&](const NumberLine& line) {
        writeCells(writer, {line.key.substr(std::min(line.key.find_first_not_of(' '), line.key.size())), line.value});
    });
    writer.key("ranks").list(Layout::Lines, lines.ranks,
                             [&](const std::vector<std::string>& row) { writeCells(writer, row); });
}

/// The highest of the ranks' peaks, which no line of the numbers says.
void writePeak(json::Writer& writer, const Metrics& metrics, MemoryUnit unit) {
    const auto highest = std::ranges::max_element(metrics.peakMemory);
    writer.key("peak");
    highest == metrics.peakMemory.end() ? writer.null() : writer.string(numbers::memoryText(*highest, unit));
}

/// What each number means, of the keys that any line has.
void writeMeanings(json::Writer& writer, const NumberLines& lines, const PageLanguage& language) {
    std::set<std::string> keys(lines.rankKeys.begin(), lines.rankKeys.end());
    for (const NumberLine& line : lines.whole)
        keys.insert(line.key);
    writer.key("meanings").object(Layout::Lines, [&] {
        for (const std::string& key : keys)
            if (const Phrase meaning = definitionOf(key); !meaning.text.empty())
                writer.key(key).string(language.say(say(meaning)));
    });
}

/// The bars of a step, its times rounded to what a clock can tell.
class StepWriter {
public:
    StepWriter(const Plan& plan, const Timeline& planned, const Run& run)
        : m_planned(planned), m_run(run), m_tick(std::max<Time>(scaleOf(plan.timeUnit) / 1000, 1)) {}

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
        writeNumberLines(writer, numberLines(m_run.plan, metrics, std::nullopt, true));
        writePeak(writer, metrics, memoryUnitOf(m_run.plan, true));
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
    Time m_tick;
};

void writeKinds(json::Writer& writer, const PageLanguage& language) {
    static constexpr std::array<std::pair<OpKind, Phrase>, kOpKinds> kKinds = {{
        {OpKind::F, phrase("page", "forward")},
        {OpKind::B, phrase("page", "input gradient")},
        {OpKind::W, phrase("page", "weight gradient")},
        {OpKind::BW, phrase("page", "full backward")},
        {OpKind::R, phrase("page", "recomputed forward")},
    }};
    writer.key("kinds").list(Layout::Lines, kKinds, [&](const std::pair<OpKind, Phrase>& each) {
        writeCells(writer,
                   {std::string{toText(each.first)}, language.say(say(each.second)), hexColour(paperFill(each.first)),
                    hexColour(nightFill(each.first))},
                   Layout::Line);
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

/// JSON holds `<` in strings alone, where it may be written by its number.
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

} // namespace

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
    const Checked known = checked(plan, timeline);
    const NumberLines lines = numberLines(plan, known.metrics, heldAgainstBounds(plan, known), false);
    PhraseBook phrases(language);
    LaneWriter lanes(plan, timeline, phrases);
    json::Writer writer;
    writer.beginObject(Layout::Lines);
    writer.key("format").string("lanewright-page");
    writer.key("title").string(shownLine(language.say(plan.title)));
    writer.key("shape").string(shapeOf(plan, language));
    writer.key("unit").string(plan.timeUnit == TimeUnit::Unit ? "" : toText(plan.timeUnit));
    writer.key("scale").number(scaleOf(plan.timeUnit));
    writer.key("tick").number(lanes.tick());
    writer.key("memoryUnit").string(plan.memoryUnit == MemoryUnit::Unit ? "" : toText(plan.memoryUnit));
    writer.key("memoryScale").number(scaleOf(plan.memoryUnit));
    writer.key("memoryTick").number(lanes.bytes());
    writeKinds(writer, language);
    writeTexts(writer, language);
    writeFindingsOf(writer, validate(plan, timeline), language);
    writeNumberLines(writer, lines);
    writePeak(writer, known.metrics, plan.memoryUnit);
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
    run ? StepWriter(plan, timeline, *run).write(writer) : writer.null();
    // Last: only now all phrases are known.
    phrases.writePhrases(writer);
    writer.endObject();
    return withoutMarkup(writer.take());
}

} // namespace lanewright
