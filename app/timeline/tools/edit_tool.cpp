// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/tools/edit_tool.h"

#include "app/timeline/timeline_view.h"

#include <utility>

namespace lanewright::app {

void EditTool::show(const QString& title, Proposal proposal, int rank) {
    const Document& document = view().document();
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
