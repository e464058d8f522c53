// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/selection_edits.h"

#include "app/document/numbers.h"
#include "app/document/translate.h"
#include "core/edit/edit_sentence.h"
#include "core/edit/edits.h"
#include "core/edit/fold.h"

#include <algorithm>
#include <vector>

namespace lanewright::app {

std::optional<Slot> SelectionEdits::slot() const {
    return m_selection.empty() ? std::nullopt : slotOf(m_document.schedule(), m_selection.current());
}

Error SelectionEdits::nothingSelected() { return Error{say(phrase("refusal", "Select a block first."))}; }

QString SelectionEdits::name() const { return opText(m_selection.current(), m_document.plan().costs.weightParts); }

void SelectionEdits::become(const QString& text, const Schedule& next, const std::set<Op>& ops) {
    m_document.apply(text, next);
    if (m_document.schedule() == next)
        m_selection.set(ops, *ops.begin());
}

Result<Done> SelectionEdits::reform(const Message& sentence, const Result<std::pair<Schedule, std::set<Op>>>& next) {
    if (!next)
        return next.error();
    become(translated(sentence), next->first, next->second);
    return Done{};
}

Result<Done> SelectionEdits::split() {
    if (m_selection.empty())
        return nothingSelected();
    const int parts = m_document.plan().costs.weightParts;
    return reform(splitSentence(m_selection.ops(), parts), splitAll(m_document.schedule(), m_selection.ops(), parts));
}

Result<Done> SelectionEdits::fuse() {
    if (m_selection.empty())
        return nothingSelected();
    return reform(fuseSentence(m_selection.ops(), m_document.plan().costs.weightParts),
                  fuseAll(m_document.schedule(), m_selection.ops()));
}

Result<Done> SelectionEdits::pair() {
    const Schedule& schedule = m_document.schedule();
    std::set<Slot> slots;
    for (const Op& op : m_selection.ops())
        if (const auto where = slotOf(schedule, op))
            slots.insert(*where);
    if (slots.size() == 1)
        slots.insert({slots.begin()->rank, slots.begin()->position + 1});
    if (slots.size() != 2)
        return Error{say(phrase("refusal", "Select an F and a B or BW of one rank: these two become a pair."))};
    // At the later of the two, so that both have what they need.
    const Slot later = *slots.rbegin();
    Result<Schedule> next = pairBlocks(schedule, later, *slots.begin());
    if (!next)
        return next.error();
    const auto opAt = [&](Slot slot) { return schedule.order[slot.rank][slot.position].op; };
    const auto [one, other] = std::minmax({opAt(*slots.begin()), opAt(later)});
    return apply(translated(pairSentence(one, other, m_document.plan().costs.weightParts)), std::move(next));
}

Result<Done> SelectionEdits::unpair() {
    const auto at = slot();
    if (!at)
        return nothingSelected();
    return apply(translated(unpairSentence(m_selection.current(), m_document.plan().costs.weightParts)),
                 lanewright::unpair(m_document.schedule(), *at));
}

Result<Done> SelectionEdits::cutInHalf() {
    return apply(translated(halveSentence()), lanewright::cutInHalf(m_document.plan()));
}

Result<Done> SelectionEdits::moveStage(const Op& op, int toRank) {
    return apply(translated(hostSentence(op.stage, toRank)),
                 lanewright::moveStage(m_document.plan(), m_document.schedule().copyOf(op), toRank));
}

} // namespace lanewright::app
