// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/edit_actions.h"

#include "app/document/translate.h"
#include "core/edit/block/squeeze.h"
#include "core/edit/edit_sentence.h"
#include "core/edit/edits.h"
#include "core/edit/fold.h"
#include "core/edit/pattern.h"
#include "core/model/block_ops.h"
#include "core/pytorch/csv.h"

#include <QClipboard>
#include <QGuiApplication>

#include <set>
#include <utility>
#include <vector>

namespace lanewright::app {

std::optional<Block> EditActions::block() const {
    const auto where = slot();
    return where ? std::optional<Block>(m_document.schedule().order[where->rank][where->position]) : std::nullopt;
}

Result<Done> EditActions::squeeze() {
    Schedule drawn = squeezed(m_document.plan());
    if (drawn == m_document.schedule())
        return Error{say(phrase("refusal", "no block can move into a pause before it"))};
    m_document.apply(translated(squeezeSentence()), std::move(drawn));
    return Done{};
}

void EditActions::removeGaps() {
    m_document.apply(tr("Remove all gaps"), lanewright::removeGaps(m_document.schedule()));
}

Result<Done> EditActions::moveToChange(int by) {
    const std::set<Op>& ops = m_selection.ops();
    if (ops.empty())
        return nothingSelected();
    const int many = static_cast<int>(ops.size());
    const QString text = many > 1 ? by < 0 ? tr("Move %n blocks earlier, to the next change", nullptr, many)
                                           : tr("Move %n blocks later, to the next change", nullptr, many)
                         : by < 0 ? tr("Move %1 earlier, to the next change").arg(name())
                                  : tr("Move %1 later, to the next change").arg(name());
    return apply(text, lanewright::moveToChange(m_document.plan(), ops, by));
}

Result<Done> EditActions::stamp(bool toTheEnd) {
    if (m_selection.empty())
        return nothingSelected();
    Result<Stamped> stamped = stampPattern(m_document.schedule(), m_selection.ops());
    if (!stamped)
        return stamped.error();
    while (toTheEnd) {
        Result<Stamped> next = stampPattern(stamped->schedule, stamped->ops);
        if (!next)
            break;
        stamped = std::move(next);
    }
    become(tr("Repeat %n ops for the next microbatches", nullptr, static_cast<int>(stamped->ops.size())),
           stamped->schedule, stamped->ops);
    return Done{};
}

void EditActions::copyOrder() {
    QGuiApplication::clipboard()->setText(QString::fromStdString(
        orderToText(m_document.schedule(), m_selection.ops(), m_document.plan().costs.weightParts)));
}

Result<Done> EditActions::cutOrder() {
    if (m_selection.empty())
        return nothingSelected();
    copyOrder();
    m_document.apply(tr("Cut %n ops", nullptr, static_cast<int>(m_selection.ops().size())),
                     removeOps(m_document.schedule(), m_selection.ops()));
    return Done{};
}

Result<Done> EditActions::pasteOrder() {
    Result<Stamped> pasted = orderFromText(m_document.schedule(), QGuiApplication::clipboard()->text().toStdString(),
                                           m_document.plan().costs.weightParts);
    if (!pasted)
        return pasted.error();
    become(tr("Paste the order of %n ops", nullptr, static_cast<int>(pasted->ops.size())), pasted->schedule,
           pasted->ops);
    return Done{};
}

void EditActions::selectSame(Same what) {
    if (m_selection.empty())
        return;
    const Op current = m_selection.current();
    const auto isSame = [&](const Op& op) {
        switch (what) {
        case Same::Kind: return op.kind == current.kind;
        case Same::Stage: return op.stage == current.stage;
        case Same::Microbatch: return op.microbatch == current.microbatch;
        }
        return false;
    };
    std::set<Op> ops{current};
    forEachOp(m_document.schedule().order, [&](const Op& op) {
        if (isSame(op))
            ops.insert(op);
    });
    m_selection.set(std::move(ops), current);
}

Result<Done> EditActions::untie() { return apply(tr("Untie the pairs"), lanewright::untie(m_document.plan())); }

Result<Done> EditActions::takeCostsOfPytorch() {
    return apply(tr("Take costs as PyTorch runs them"), withCostsOfPytorch(m_document.plan()));
}

} // namespace lanewright::app
