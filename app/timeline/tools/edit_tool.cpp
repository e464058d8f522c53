// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/tools/edit_tool.h"

#include "app/document/translate.h"
#include "app/timeline/timeline_view.h"

#include <utility>

namespace lanewright::app {

void EditTool::show(const QString& title, Proposal proposal, int rank) {
    const Document& document = view().document();
    // Numbers of what would be refused are of no use.
    if (const Result<Done> may = document.mayBecome(proposal.plan); !may)
        m_card = Card{.title = title, .outcome = translated(may.error().message), .tone = Card::Tone::Bad};
    else
        m_card = cardOf(title, document.plan(), document.analysis(), *proposal.analysis, rank);
    m_proposal = std::move(proposal);
}

bool EditTool::make(const Message& sentence) {
    if (!m_proposal || view().refuses(*m_proposal))
        return false;
    view().apply(sentence, *std::move(m_proposal));
    return true;
}

} // namespace lanewright::app
