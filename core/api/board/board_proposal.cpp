// SPDX-License-Identifier: Apache-2.0
#include "core/api/board/board_proposal.h"

#include "core/edit/drop_places.h"
#include "core/edit/edit_sentence.h"
#include "core/model/block_ops.h"
#include "core/model/text.h"
#include "core/page/number_lines.h"
#include "core/simulate/number_text.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <utility>

namespace lanewright::api {

namespace {

/// The blocks of the board by the ops in them: those that run, counted rank by rank, and behind them those that don't.
class BlockPlaces {
public:
    explicit BlockPlaces(const Outlook& outlook)
        : m_stages(outlook.plan->schedule.stages()), m_microbatches(outlook.plan->schedule.microbatches),
          m_forms(kOthers + outlook.plan->costs.weightParts),
          m_places(static_cast<std::size_t>(m_stages) * static_cast<std::size_t>(m_microbatches) *
                       static_cast<std::size_t>(m_forms),
                   kNone) {
        forEachSlot(outlook.timeline.lanes, [&](const lanewright::Slot&, const Span& span) { add(span); });
        forEachParked(outlook, [&](int, const Block& block) { add(block); });
    }

    /// Takes the place of the block, so that no other has it; −1 where there is none, or it was taken.
    int take(const auto& block) {
        int* const place = placeOf(block.op);
        if (place == nullptr || *place == kNone)
            return kNone;
        const Block& here = m_blocks[static_cast<std::size_t>(*place)];
        return here.op == block.op && here.paired == block.paired ? std::exchange(*place, kNone) : kNone;
    }

private:
    static constexpr int kNone = -1;
    static constexpr int kOthers = 4; ///< kinds but W

    void add(const auto& block) {
        for (const Op& op : opsIn(block))
            if (int* const place = placeOf(op))
                *place = static_cast<int>(m_blocks.size());
        m_blocks.push_back({.op = block.op, .paired = block.paired});
    }

    int* placeOf(const Op& op) {
        const int form =
            op.kind == OpKind::W ? kOthers + op.part : static_cast<int>(op.kind) - (op.kind > OpKind::W ? 1 : 0);
        if (op.stage >= m_stages || op.microbatch >= m_microbatches || form >= m_forms)
            return nullptr;
        const auto row = static_cast<std::size_t>(op.stage) * static_cast<std::size_t>(m_microbatches) +
                         static_cast<std::size_t>(op.microbatch);
        return &m_places[row * static_cast<std::size_t>(m_forms) + static_cast<std::size_t>(form)];
    }

    int m_stages;
    int m_microbatches;
    int m_forms;
    std::vector<int> m_places;
    std::vector<Block> m_blocks = {};
};

/// Writes down where the blocks of the plan after an edit stand.
class LaneTaker {
public:
    LaneTaker(Proposal& proposal, const Outlook& before, const Outlook& after, const std::set<Op>& ops)
        : m_proposal(proposal), m_after(after), m_ops(ops), m_places(before), m_zero(extentOf(before.timeline).start) {}

    void take() {
        m_proposal.tick = tick();
        for (const Lane& lane : m_after.timeline.lanes) {
            std::vector<std::int64_t>& row = m_proposal.lanes.emplace_back();
            row.reserve(3 * lane.size());
            for (const Span& span : lane) {
                row.push_back(placeOf(span));
                row.push_back((span.start - m_zero) / m_proposal.tick);
                row.push_back(span.length() / m_proposal.tick);
            }
        }
        forEachParked(m_after, [&](int rank, const Block& block) {
            std::vector<Proposal::Parked>& parked = m_proposal.parked;
            if (parked.empty() || parked.back().rank != rank)
                parked.push_back({rank, {}});
            parked.back().blocks.push_back(placeOf(block));
        });
    }

private:
    Time tick() const {
        std::int64_t tick = 0;
        for (const Lane& lane : m_after.timeline.lanes)
            for (const Span& span : lane)
                tick = std::gcd(std::gcd(tick, span.start - m_zero), span.length());
        return std::max<Time>(tick, 1);
    }

    std::int64_t placeOf(const auto& block) {
        std::int64_t place = m_places.take(block);
        if (place < 0) {
            m_proposal.made.push_back(
                toText(Block{.op = block.op, .paired = block.paired}, m_after.plan->costs.weightParts));
            place = -std::ssize(m_proposal.made);
        }
        if (holdsAny(block, m_ops))
            m_proposal.touched.push_back(place);
        return place;
    }

    Proposal& m_proposal;
    const Outlook& m_after;
    const std::set<Op>& m_ops;
    BlockPlaces m_places;
    Time m_zero;
};

void addNumbers(Proposal& proposal, const Board& board, const Outlook& before, const Outlook& after) {
    const std::vector<NumberLine> was = tileLines(before.numbered());
    const std::vector<NumberLine> is = tileLines(after.numbered());
    const auto valueIn = [&](const std::vector<NumberLine>& lines, std::string_view key) {
        const auto line = std::ranges::find(lines, key, &NumberLine::key);
        return line == lines.end() ? std::string{} : board.said(line->value);
    };
    for (const Number& number : allNumbers()) {
        const std::string one = valueIn(was, number.key);
        const std::string other = valueIn(is, number.key);
        if (!one.empty() || !other.empty())
            proposal.numbers.push_back({std::string{number.key}, one, other});
    }
}

void addPeaks(Proposal& proposal, const Board& board, const Outlook& after) {
    const std::vector<Bytes>& peaks = after.checked.metrics.peakMemory;
    for (std::size_t rank = 0; rank < peaks.size(); ++rank) {
        const std::optional<Bytes> limit = after.plan->memory.limitOf(static_cast<int>(rank));
        proposal.peaks.push_back({static_cast<int>(rank),
                                  board.said(numbers::memoryText(peaks[rank], after.plan->memoryUnit)),
                                  limit && peaks[rank] > *limit});
    }
}

bool isFault(const Finding& finding) { return finding.code != "incomplete"; }

std::string_view toneName(Outcome::Tone tone) {
    switch (tone) {
    case Outcome::Tone::Good: return "good";
    case Outcome::Tone::Plain: return "plain";
    case Outcome::Tone::Bad: return "bad";
    }
    return "";
}

/// Bad where it breaks more than is broken; else by the makespan, where both run the same ops.
PlaceRating ratingOf(const Outlook& before, const Outlook& after, bool isComparable) {
    const auto faults = [](const Outlook& outlook) { return std::ranges::count_if(outlook.checked.errors, isFault); };
    if (faults(after) > faults(before))
        return PlaceRating::Bad;
    const Time was = extentOf(before.timeline).length();
    const Time is = extentOf(after.timeline).length();
    return !isComparable || was == is ? PlaceRating::Same : is < was ? PlaceRating::Better : PlaceRating::Worse;
}

} // namespace

Proposal proposalOf(const Board& board, EditedPlan edited) {
    const Outlook& before = board.present();
    const Outlook after = board.outlookOf(std::make_shared<const Plan>(std::move(edited.plan)));
    const int parts = after.plan->costs.weightParts;
    const bool isComparable =
        opCount(before.plan->schedule) == opCount(after.plan->schedule) && blockCount(before.timeline.lanes) > 0;
    const Outcome outcome =
        outcomeOf(after.checked.errors, stallsOf(after.plan->schedule, after.plan->costs, after.timeline), parts,
                  before.checked.errors);
    Proposal proposal{.sentence = board.said(edited.sentence),
                      .rating = std::string{toText(ratingOf(before, after, isComparable))},
                      .outcome = board.said(outcome.sentence),
                      .tone = std::string{toneName(outcome.tone)},
                      .isValid = after.checked.errors.empty()};
    if (isComparable && reachesEnd(before.plan->schedule, before.timeline) &&
        reachesEnd(after.plan->schedule, after.timeline))
        proposal.change = board.said(numbers::signedTime(
            extentOf(after.timeline).length() - extentOf(before.timeline).length(), after.plan->timeUnit));
    addNumbers(proposal, board, before, after);
    addPeaks(proposal, board, after);
    LaneTaker(proposal, before, after, edited.ops).take();
    return proposal;
}

const Fields<Proposal>& proposalFields() {
    using P = Proposal;
    using json::Layout;
    static const Fields<P> kFields = {
        {"sentence", "what the edit does", &P::sentence},
        {"rating", "better, same, worse by the makespan, or bad: it breaks more than is broken", &P::rating},
        {"change", "of the makespan; empty where that says nothing", &P::change},
        {"outcome", "what it comes to, in a word or a sentence", &P::outcome},
        {"tone", "good, plain or bad", &P::tone},
        {"valid", "no finding would be an error", &P::isValid},
        {"numbers", "key, before and after of each that stands large on the page",
         [](json::Writer& writer, const P& each, const Units&) {
             writer.list(Layout::Tight, each.numbers, [&](const std::vector<std::string>& row) {
                 writer.list(Layout::Tight, row, [&](const std::string& cell) { writer.string(cell); });
             });
         }},
        {"peaks", "rank, the most that it holds, and whether that is over its limit",
         [](json::Writer& writer, const P& each, const Units&) {
             writer.list(Layout::Tight, each.peaks, [&](const P::Peak& peak) {
                 writer.list(Layout::Tight, [&] {
                     writer.number(peak.rank);
                     writer.string(peak.memory);
                     writer.boolean(peak.isOver);
                 });
             });
         }},
        {"tick", "nanoseconds of which all times here are multiples",
         [](json::Writer& writer, const P& each, const Units&) { writer.number(each.tick); }},
        {"lanes",
         "per rank, of each block that runs: its place among those of the page (behind them those that never run), -1 "
         "- k of the k-th that was "
         "made; its start, from that of the page on; its length",
         [](json::Writer& writer, const P& each, const Units&) {
             writer.list(Layout::Tight, each.lanes, [&](const std::vector<std::int64_t>& lane) {
                 writer.list(Layout::Tight, lane, [&](std::int64_t number) { writer.number(number); });
             });
         }},
        {"parked", "rank and blocks, by the same numbers, of those that never run",
         [](json::Writer& writer, const P& each, const Units&) {
             writer.list(Layout::Tight, each.parked, [&](const P::Parked& parked) {
                 writer.list(Layout::Tight, [&] {
                     writer.number(parked.rank);
                     writer.list(Layout::Tight, parked.blocks, [&](std::int64_t block) { writer.number(block); });
                 });
             });
         }},
        {"made", "blocks that are not on the page", &P::made},
        {"touched", "by the same numbers, what the edit is about",
         [](json::Writer& writer, const P& each, const Units&) {
             writer.list(Layout::Tight, each.touched, [&](std::int64_t block) { writer.number(block); });
         }}};
    return kFields;
}

} // namespace lanewright::api
