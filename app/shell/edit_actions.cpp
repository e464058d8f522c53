// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/edit_actions.h"

#include "app/panels/words.h"
#include "app/timeline/tools/gap_tool.h"
#include "core/edit/edits.h"
#include "core/edit/fold.h"

#include <QCoreApplication>

#include <algorithm>

namespace lanewright {
namespace {

QString tr(const char* words) { return QCoreApplication::translate("EditActions", words); }

const Error kNothing{"Select a block first."};

} // namespace

std::optional<Slot> EditActions::slot() const {
    return m_selection.empty() ? std::nullopt : slotOf(m_document.schedule(), m_selection.current());
}

std::optional<Block> EditActions::block() const {
    const auto where = slot();
    return where ? std::optional<Block>(m_document.schedule().order[where->rank][where->position]) : std::nullopt;
}

QString EditActions::name() const { return opText(m_selection.current(), m_document.plan()); }

Result<Done> EditActions::apply(const QString& text, Result<Schedule> next) {
    if (!next)
        return next.error();
    m_document.apply(text, *std::move(next));
    return Done{};
}

Result<Done> EditActions::apply(const QString& text, Result<Plan> next) {
    if (!next)
        return next.error();
    m_document.apply(text, *std::move(next));
    return Done{};
}

Time EditActions::gap() const {
    const auto which = block();
    return which ? which->gap : 0;
}

Result<Done> EditActions::setGap(Time gap) {
    const auto where = slot();
    if (!where)
        return kNothing;
    return apply(gapSentence(m_document.plan(), *where, gap), lanewright::setGap(m_document.schedule(), *where, gap));
}

void EditActions::removeGaps() {
    m_document.apply(tr("Remove all gaps"), lanewright::removeGaps(m_document.schedule()));
}

Result<Done> EditActions::split() {
    const auto where = slot();
    if (!where)
        return kNothing;
    return apply(tr("Split %1 into B and W").arg(name()),
                 splitBackward(m_document.schedule(), *where, m_document.plan().costs.weightParts));
}

Result<Done> EditActions::fuse() {
    const auto where = slot();
    if (!where)
        return kNothing;
    return apply(tr("Fuse %1 with its W").arg(name()), fuseBackward(m_document.schedule(), *where));
}

Result<Done> EditActions::cutInHalf() { return apply(tr("Cut in half"), lanewright::cutInHalf(m_document.plan())); }

Result<Done> EditActions::untie() { return apply(tr("Untie the pairs"), lanewright::untie(m_document.plan())); }

Result<Done> EditActions::moveStage(const Op& op, int toRank) {
    const StageCopy copy{.direction = m_document.schedule().direction(op.microbatch), .stage = op.stage};
    Result<Plan> next = lanewright::moveStage(m_document.plan(), copy, toRank);
    if (!next)
        return next.error();
    m_document.apply(tr("Host stage %1 on rank %2").arg(op.stage).arg(toRank), *std::move(next));
    return Done{};
}

} // namespace lanewright
