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

// So many places are tried for a missing op; longer rows are sampled.
constexpr int kMostPlaces = 400;

QString tr(const char* words) { return QCoreApplication::translate("EditActions", words); }

const Error kNothing{"Select a block first."};

/// Better orders come first: fewer stalls, then fewer errors, then the smaller makespan.
std::tuple<std::size_t, std::ptrdiff_t, Time> rankingOf(const Analysis& analysis) {
    return {analysis.stalls.size(), std::ranges::count(analysis.findings, Severity::Error, &Finding::severity),
            analysis.metrics.makespan};
}

Result<Schedule> insertedAtBestPlace(const Document& document, const Schedule& schedule, const Op& op) {
    const int places = static_cast<int>(schedule.order[schedule.rankOf(op)].size()) + 1;
    const int stride = std::max(1, places / kMostPlaces);
    std::optional<Schedule> best;
    std::tuple<std::size_t, std::ptrdiff_t, Time> bestRanking;
    for (int place = 0; place < places; place += stride) {
        Result<Schedule> next = insertOp(schedule, op, place);
        if (!next)
            return next;
        const auto ranking = rankingOf(document.preview(*next));
        if (!best || ranking < bestRanking) {
            best = *std::move(next);
            bestRanking = ranking;
        }
    }
    return *std::move(best);
}

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

Result<Done> EditActions::remove() {
    if (!slot())
        return kNothing;
    Schedule schedule = m_document.schedule();
    int removed = 0;
    for (const Op& op : m_selection.ops()) {
        Result<Schedule> next = removeOp(schedule, op);
        if (!next)
            continue;
        schedule = *std::move(next);
        ++removed;
    }
    m_document.apply(removed == 1 ? tr("Take %1 out of the order").arg(name())
                                  : tr("Take %1 ops out of the order").arg(removed),
                     std::move(schedule));
    return Done{};
}

Result<Done> EditActions::insertMissing() {
    Schedule schedule = m_document.schedule();
    int inserted = 0;
    for (const Finding& finding : m_document.analysis().findings) {
        if (finding.code != "incomplete" || !finding.op || slotOf(schedule, *finding.op))
            continue;
        Result<Schedule> next = insertedAtBestPlace(m_document, schedule, *finding.op);
        if (!next)
            return next.error();
        schedule = *std::move(next);
        ++inserted;
    }
    if (inserted == 0)
        return Error{"No op is missing."};
    m_document.apply(inserted == 1 ? tr("Put the missing op back") : tr("Put %1 missing ops back").arg(inserted),
                     std::move(schedule));
    return Done{};
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
