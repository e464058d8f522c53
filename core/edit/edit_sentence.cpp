// SPDX-License-Identifier: Apache-2.0
#include "core/edit/edit_sentence.h"

#include "core/base/joined_by.h"
#include "core/model/block_ops.h"
#include "core/model/text.h"
#include "core/simulate/amounts.h"
#include "core/simulate/number_text.h"

#include <algorithm>
#include <cstdlib>

namespace lanewright {

namespace {

/// One op by its name, several by their number.
Message saidOf(const std::set<Op>& ops, int weightParts, Phrase one, Phrase many) {
    const auto count = static_cast<std::int64_t>(ops.size());
    return count == 1 ? say(one, toText(*ops.begin(), weightParts)) : sayCounted(many, count, count);
}

} // namespace

Message namesOf(const std::set<Op>& ops, int weightParts) {
    const auto count = static_cast<std::int64_t>(ops.size());
    return count == 1 ? Message(toText(*ops.begin(), weightParts))
                      : sayCounted(countedPhrase("edit", "%1 ops", "%1 op"), count, count);
}

Message nameOfBlocks(const Row& row, const std::vector<int>& positions, int weightParts) {
    return positions.size() == 1 ? Message(toText(row[positions.front()], weightParts))
                                 : blocksByNumber(std::ssize(positions));
}

Message blocksByNumber(std::int64_t count) {
    return sayCounted(countedPhrase("edit", "%1 blocks", "%1 block"), count, count);
}

Message moveSentence(const Message& what, const Schedule& next, int rank, const std::set<Op>& ops, int weightParts) {
    const Row& row = next.order[rank];
    const auto moved = [&](const Block& block) { return holdsAny(block, ops); };
    const auto after = std::find_if_not(std::ranges::find_if(row, moved), row.end(), moved);
    if (after == row.end())
        return say(phrase("edit", "Move %1 to the end of rank %2"), what, rank);
    return say(phrase("edit", "Move %1 before %2"), what, toText(*after, weightParts));
}

Message moveBySentence(const Message& what, int places) {
    const std::int64_t many = std::abs(static_cast<std::int64_t>(places));
    if (many <= 1)
        return say(places < 0 ? phrase("edit", "Move %1 one place earlier") : phrase("edit", "Move %1 one place later"),
                   what);
    return say(places < 0 ? phrase("edit", "Move %1 %2 places earlier") : phrase("edit", "Move %1 %2 places later"),
               what, many);
}

Message placeSentence(const std::set<Op>& ops, int weightParts) {
    return saidOf(ops, weightParts, phrase("edit", "Place %1"), countedPhrase("edit", "Place %1 ops", "Place %1 op"));
}

Message takeOutSentence(const std::set<Op>& ops, int weightParts) {
    return saidOf(ops, weightParts, phrase("edit", "Take %1 out of the order"),
                  countedPhrase("edit", "Take %1 ops out of the order", "Take %1 op out of the order"));
}

Message gapSentence(const Block& block, Time gap, TimeUnit unit, int weightParts) {
    constexpr int kDecimals = 6;
    if (gap == 0)
        return say(phrase("edit", "Remove the gap before %1"), toText(block, weightParts));
    return say(phrase("edit", "Set the gap before %1 to %2"), toText(block, weightParts),
               numbers::shortTime(gap, unit, kDecimals));
}

Message hostSentence(int stage, int rank) { return say(phrase("edit", "Host stage %1 on rank %2"), stage, rank); }

Message splitSentence(const std::set<Op>& ops, int weightParts) {
    return saidOf(ops, weightParts, phrase("edit", "Split %1 into B and W"),
                  countedPhrase("edit", "Split %1 selected ops into B and W", "Split %1 selected op into B and W"));
}

Message fuseSentence(const std::set<Op>& ops, int weightParts) {
    return saidOf(ops, weightParts, phrase("edit", "Fuse %1 with its other half"),
                  countedPhrase("edit", "Fuse B and W of %1 selected ops", "Fuse B and W of %1 selected op"));
}

Message pairSentence(const Op& one, const Op& other, int weightParts) {
    return say(phrase("edit", "Run %1 and %2 as a pair"), toText(one, weightParts), toText(other, weightParts));
}

Message unpairSentence(const Op& op, int weightParts) {
    return say(phrase("edit", "Take the pair of %1 apart"), toText(op, weightParts));
}

Message repeatSentence(Time interval, TimeUnit unit) {
    return say(phrase("edit", "Repeat the building block every %1"), inUnit(interval, unit));
}

Message squeezeSentence() { return say(phrase("edit", "Draw the order together")); }

Message halveSentence() { return say(phrase("edit", "Cut the schedule in half")); }

Outcome outcomeOf(const std::vector<Finding>& findings, const std::vector<Stall>& stalls, int weightParts,
                  const std::vector<Finding>& before) {
    const auto isMissing = [](const Finding& finding) { return finding.code == "incomplete"; };
    const auto isFault = [&](const Finding& finding) {
        return finding.severity == Severity::Error && !isMissing(finding);
    };
    // A rank that is over its limit still is, wherever it passes it now.
    const auto isNew = [&](const Finding& finding) {
        return isFault(finding) && std::ranges::none_of(before, [&](const Finding& known) {
                   return known.code == finding.code && known.rank == finding.rank &&
                          (isAboutMemory(finding) || known.op == finding.op);
               });
    };
    if (const auto error = std::ranges::find_if(findings, isNew); error != findings.end())
        return {Outcome::Tone::Bad, error->message};
    if (std::ranges::any_of(findings, isFault))
        return {Outcome::Tone::Plain, say(phrase("edit", "nothing new is wrong"))};
    const auto stall = std::ranges::find_if(stalls, [](const Stall& each) { return !each.behind; });
    if (stall != stalls.end())
        return {Outcome::Tone::Plain, say(phrase("edit", "%1 waits for %2, which is not placed"),
                                          toText(stall->op, weightParts), toText(stall->waitsFor, weightParts))};
    const bool isComplete = std::ranges::none_of(findings, isMissing);
    return {Outcome::Tone::Good, say(isComplete ? phrase("edit", "valid") : phrase("edit", "right so far"))};
}

} // namespace lanewright
