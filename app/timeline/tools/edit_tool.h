// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/timeline/tools/tool.h"

namespace lanewright::app {

/// A gesture that makes another plan, which is drawn and told by a card before it is made.
class EditTool : public Tool {
public:
    using Tool::Tool;

    const Proposal* proposal() const override { return m_proposal ? &*m_proposal : nullptr; }
    std::optional<Card> card() const override { return m_card; }

protected:
    /// What would be, and what the card calls it; its memory is that of `rank`. Where the document may not become so,
    /// the card says why not.
    void show(const QString& title, Proposal proposal, int rank);
    /// Nothing would change; the card says so, or why not.
    void showNone(const QString& sentence) {
        m_proposal.reset();
        m_card = Card{sentence};
    }

    bool isBad() const { return m_card && m_card->tone == Card::Tone::Bad; }
    /// Makes what is shown, unless it is nothing or refused; says whether it did.
    bool make(const Message& sentence);

    std::optional<Proposal> m_proposal;
    std::optional<Card> m_card;
};

} // namespace lanewright::app
