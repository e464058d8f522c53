// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/planner/layout_line.h"

#include "app/document/plain_text.h"
#include "app/widgets/panel_text.h"
#include "core/model/layout/layout_text.h"

#include <numeric>
#include <vector>

namespace lanewright::app {

LayoutLine::LayoutLine(PlannerDocument& planner, QWidget* parent) : QLineEdit(parent), m_planner(planner) {
    connect(this, &QLineEdit::returnPressed, this, [this] { take(); });
    connect(&m_planner, &PlannerDocument::problemChanged, this, [this] { show(); });
    connect(&m_planner, &PlannerDocument::shownChanged, this, [this] { show(); });
    show();
}

void LayoutLine::show() {
    const Partition& partition = m_planner.partition();
    if (partition.empty() || !m_planner.isWhole())
        return clear();
    const Result<std::string> layout = layoutFor(m_planner.problem().model(), partition);
    if (!layout) {
        setPlaceholderText(sentenceOf(layout.error()));
        return clear();
    }
    const auto typed = stagesFromLayout(m_typed.toStdString());
    setText(typed && layoutOf(*typed) == *layout ? m_typed : toQt(*layout));
}

void LayoutLine::take() {
    if (!m_planner.isWhole() || !m_planner.obstacle().isEmpty())
        return;
    std::vector<int> listed(static_cast<std::size_t>(m_planner.problem().cluster().size()));
    std::iota(listed.begin(), listed.end(), 0);
    const Result<Partition> partition =
        partitionFromLayout(text().toStdString(), m_planner.problem().model(), listed, m_placement);
    if (!partition)
        return Q_EMIT hint(sentenceOf(partition.error()));
    m_typed = text();
    m_planner.apply(tr("Cut as a layout says"), *partition);
    show();
}

} // namespace lanewright::app
