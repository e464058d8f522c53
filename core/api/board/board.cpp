// SPDX-License-Identifier: Apache-2.0
#include "core/api/board/board.h"

#include "core/bounds/bounds.h"
#include "core/check/unplaced.h"
#include "core/generate/recognise/made_title.h"
#include "core/io/quoted_text.h"
#include "core/io/schedule_json.h"
#include "core/lesson/lesson_words.h"
#include "core/lesson/rules.h"
#include "core/lesson/setting.h"
#include "core/model/block_ops.h"
#include "core/page/number_lines.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <iterator>

namespace lanewright::api {

namespace {

/// What the steps of the history may take: a page lives in the memory of a phone.
constexpr std::size_t kHistoryBytes = std::size_t{64} << 20;

std::shared_ptr<const Plan> withRows(Plan plan) {
    if (plan.isProblem())
        plan.schedule.order.resize(static_cast<std::size_t>(plan.schedule.ranks()));
    return std::make_shared<const Plan>(std::move(plan));
}

} // namespace

Board::Board(Plan plan) : m_first(withRows(std::move(plan))), m_history(m_first) { begin(m_first); }

Result<std::shared_ptr<Board>> Board::of(const Lesson& lesson) {
    LessonWork work;
    const Result<std::shared_ptr<const Plan>> start = work.begin(lesson);
    if (!start)
        return start.error();
    auto board = std::make_shared<Board>(**start);
    board->m_written = lesson;
    board->m_work = std::move(work);
    board->m_work.show(board->m_first);
    return board;
}

void Board::begin(std::shared_ptr<const Plan> first) {
    m_first = std::move(first);
    m_history = History(m_first, undoLimitFor(*m_first, kHistoryBytes));
    ++m_revision;
    m_present.reset();
}

void Board::setLanguage(PageLanguage language) {
    m_language = std::move(language);
    if (isLesson())
        m_work.speak(inLanguage(*m_written, m_language.tag));
}

const Outlook& Board::present() const {
    if (!m_present)
        m_present = outlookOf(m_history.shared());
    return *m_present;
}

Outlook Board::outlookOf(std::shared_ptr<const Plan> plan) const {
    Outlook outlook{.plan = std::move(plan)};
    outlook.timeline = simulate(outlook.plan->schedule, outlook.plan->costs);
    outlook.buffers = keptBuffers(*outlook.plan);
    outlook.checked = checkedWithBuffers(*outlook.plan, outlook.timeline, outlook.buffers);
    if (const std::optional<Held> alone = heldAgainst({}, outlook.checked))
        outlook.held = heldAgainst(largestUnder(boundsOf(outlook.plan), alone->value).value, outlook.checked);
    return outlook;
}

const std::vector<Bound>& Board::boundsOf(const std::shared_ptr<const Plan>& plan) const {
    // An edit of the order alone leaves the bounds as they are, and most edits are.
    if (!m_problem || !sameProblem(*m_problem, *plan) || m_problem->proof != plan->proof) {
        m_problem = plan;
        m_bounds = lowerBounds(*plan, Objective::Iteration, BoundEffort::Quick);
    }
    return m_bounds;
}

std::vector<Op> Board::tray() const { return isLesson() ? trayOf(*m_written, plan()) : unplacedOps(plan(), m_inOne); }

std::vector<Finding> Board::findings() const {
    const Outlook& now = present();
    std::vector<Finding> all = validate(plan(), now.timeline);
    std::ranges::move(findingsOfBuffers(plan(), now.buffers), std::back_inserter(all));
    return all;
}

Plan Board::asEdited(Plan next) const {
    next.title = title::afterEdit(plan(), next);
    return next;
}

Result<Done> Board::mayBecome(const Plan& next) const {
    return isLesson() ? lanewright::mayBecome(*m_written, plan(), next) : Done{};
}

Result<Done> Board::apply(const Message& sentence, Plan next, int mergeId) {
    if (Result<Done> may = mayBecome(next); !may)
        return may;
    next.variants = plan().variants;
    const std::shared_ptr<const Plan> before = m_history.shared();
    m_history.apply(sentence, std::move(next), mergeId);
    moved(m_history.shared() != before);
    return Done{};
}

void Board::restart() {
    const Result<std::shared_ptr<const Plan>> start = m_work.restart();
    if (!start)
        return;
    begin(*start);
    m_work.show(m_first);
}

void Board::resume(const LessonProgress& progress) {
    restart();
    if (const std::shared_ptr<const Plan> board = m_work.resume(progress))
        m_history.apply(resumeSentence(), *board);
    moved(true);
}

bool Board::moved(bool hasMoved) {
    if (!hasMoved)
        return false;
    ++m_revision;
    m_present.reset();
    const bool inOne = holdsKind(plan().schedule.order, OpKind::BW);
    if (inOne != holdsKind(plan().schedule.order, OpKind::B))
        m_inOne = inOne;
    if (isLesson())
        m_work.show(m_history.shared());
    return true;
}

std::string Board::save() {
    m_history.setClean();
    return planToJson(plan());
}

std::string Board::fileName() const {
    constexpr std::size_t kLongest = 100;
    // What no system takes in the name of a file, or takes for something else.
    constexpr std::string_view kRefused = R"(/\:*?"<>|%#.)";
    std::string name;
    const std::string title = shownLine(said(plan().title));
    for (std::size_t at = 0; at < title.size() && name.size() < kLongest;) {
        const std::size_t length = std::max<std::size_t>(characterLength(title, at), 1);
        if (kRefused.find(title[at]) == std::string_view::npos)
            name += title.substr(at, length);
        at += length;
    }
    return (name.empty() ? "schedule" : name) + ".lwsched";
}

} // namespace lanewright::api
