// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/handout.h"

#include "app/document/numbers.h"
#include "app/document/plain_text.h"
#include "app/document/translate.h"
#include "app/lanes/painting.h"
#include "app/lanes/theme.h"
#include "app/picture/picture.h"
#include "core/io/files.h"
#include "core/lesson/goal_check.h"
#include "core/lesson/lesson_words.h"
#include "core/lesson/setting.h"
#include "core/model/block_ops.h"
#include "core/simulate/simulate.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QMarginsF>
#include <QPageLayout>
#include <QPainter>
#include <QPdfWriter>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace lanewright::app {
namespace {

struct HandoutText {
    Q_DECLARE_TR_FUNCTIONS(Handout)
};

// In points.
constexpr int kHeading = 19;
constexpr int kType = 11;
constexpr double kLanesType = 10;
constexpr double kBetween = 7;
constexpr double kLanesApart = 11;
constexpr double kLeastLanes = 165;
constexpr double kMostLane = 100;
constexpr double kAroundLanes = 30; ///< for the ruler
constexpr double kRankNames = 52;   ///< beside empty lanes
constexpr double kLeastCell = 7;    ///< from one line of time to the next
constexpr int kBoldLines = 5;       ///< each so many-th line of time is darker, and has its number
constexpr double kNameLine = 210;
constexpr int kMarginMm = 12;

bool hasBlocks(const Plan& plan) {
    return std::ranges::any_of(plan.schedule.order, [](const Row& row) { return !row.empty(); });
}

Time endOf(const Plan& plan) { return extentOf(simulate(plan.schedule, plan.costs)).end; }

/// `Goals: all ops placed; makespan at most 15.`
QString goalsOf(const Lesson& lesson) {
    QStringList goals;
    for (const Goal& goal : lesson.goals)
        goals << translated(goalText(goal, lesson.problem));
    return HandoutText::tr("Goals: %1.").arg(goals.join(QStringLiteral("; ")));
}

QString opsOf(const std::vector<Op>& ops, const Plan& plan) {
    QStringList names;
    for (const Op& op : ops)
        names << opText(op, plan.costs.weightParts);
    return names.join(QStringLiteral(", "));
}

std::vector<Op> allOpsOf(const Plan& plan) {
    const std::set<Op> ops = opsOfAll(plan.schedule.order);
    return {ops.begin(), ops.end()};
}

/// The ops that are to be placed; where the lesson begins with blocks, those that are left.
QString opsToPlace(const Lesson& lesson, const Plan& start, const Plan& solution) {
    const std::vector<Op> tray = trayOf(lesson, start);
    if (hasBlocks(start) && !tray.empty())
        return HandoutText::tr("Still to be placed: %1.").arg(opsOf(tray, start));
    return HandoutText::tr("Ops: %1.").arg(opsOf(lesson.solution ? allOpsOf(solution) : tray, start));
}

HandoutPage taskPage(const Lesson& lesson, const Plan& start, Time end) {
    HandoutPage page{.heading = plainLine(lesson.title),
                     .paragraphs = {plainParagraphs(lesson.task)},
                     .plan = start,
                     .end = end,
                     .asksName = true};
    for (const std::string& paragraph : lesson.text)
        page.paragraphs << plainParagraphs(paragraph);
    page.paragraphs << goalsOf(lesson);
    return page;
}

HandoutPage boardPage(const Lesson& lesson, const Plan& start, const Plan& solution, Time end) {
    HandoutPage page{.heading = HandoutText::tr("My schedule"),
                     .paragraphs = {opsToPlace(lesson, start, solution)},
                     .plan = solution,
                     .end = end,
                     .asksName = true};
    for (Row& row : page.plan.schedule.order)
        row.clear();
    return page;
}

/// `This order: makespan 15; memory 3 activations.` The makespan, and every number that is a goal.
QString numbersOf(const Lesson& lesson, const Attempt& answer) {
    Lesson asked = lesson;
    std::erase_if(asked.goals,
                  [](const Goal& goal) { return !isNumber(goal.kind) || goal.kind == GoalKind::Makespan; });
    asked.goals.insert(asked.goals.begin(), {.kind = GoalKind::Makespan});
    QStringList numbers;
    for (const GoalState& state : Checker(asked).check(answer).goals)
        if (state.value)
            numbers << HandoutText::tr("%1 %2", "a number and what it is")
                           .arg(translated(numberName(state.goal.kind)),
                                translated(numberText(state.goal.kind, *state.value, lesson.problem)));
    return HandoutText::tr("This order: %1.").arg(numbers.join(QStringLiteral("; ")));
}

HandoutPage answerPage(const Lesson& lesson, const Attempt& answer, Time end) {
    return {.heading = HandoutText::tr("Answer: %1").arg(plainLine(lesson.title)),
            .paragraphs = {goalsOf(lesson), numbersOf(lesson, answer)},
            .plan = answer.plan,
            .end = end};
}

/// Draws on one page after the other, from its top to its bottom.
class Paper {
public:
    Paper(QPdfWriter& writer, QPainter& painter)
        : m_writer(writer), m_painter(painter), m_page(writer.pageLayout().paintRect(QPageLayout::Point).size()) {
        m_painter.scale(writer.resolution() / 72.0, writer.resolution() / 72.0);
    }

    void newPage() {
        m_writer.newPage();
        m_y = 0;
    }

    void write(const QString& words, int points, QFont::Weight weight) {
        m_painter.setFont(sized(m_painter.font(), points, weight));
        m_painter.setPen(Theme::day().text);
        constexpr int kFlags = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;
        const double height = m_painter.boundingRect(QRectF({0, m_y}, m_page), kFlags, words).height();
        if (m_y > 0 && m_y + height > m_page.height())
            newPage();
        m_painter.drawText(QRectF(0, m_y, m_page.width(), height), kFlags, words);
        m_y += height + kBetween;
    }

    /// At the right of what is written next.
    void askName() {
        m_painter.setFont(sized(m_painter.font(), kType, QFont::Normal));
        m_painter.setPen(Theme::day().text);
        const QRectF line(m_page.width() - kNameLine, m_y, kNameLine, kHeading * 1.3);
        const QString words = HandoutText::tr("Name:");
        m_painter.drawText(line, Qt::AlignLeft | Qt::AlignBottom, words);
        const double from = line.left() + m_painter.boundingRect(line, Qt::AlignLeft, words).width() + kBetween;
        m_painter.drawLine(QPointF(from, line.bottom()), line.bottomRight());
    }

    /// Empty lanes with a line for each unit of time, or for as many units as there is room for.
    void drawBoard(const Plan& plan, Time end) {
        makeRoom();
        const int ranks = plan.schedule.ranks();
        const double units = static_cast<double>(end) / static_cast<double>(scaleOf(plan.timeUnit));
        const double height = std::min(m_page.height() - m_y - kAroundLanes, kMostLane * ranks);
        const QRectF lanes(kRankNames, m_y + kAroundLanes / 2, m_page.width() - kRankNames - kLanesApart, height);
        const double step = stepOf(units, lanes.width());
        m_painter.setFont(sized(m_painter.font(), kLanesType, QFont::Normal));
        for (int line = 0; line * step <= units; ++line) {
            const double x = lanes.left() + lanes.width() * line * step / units;
            const bool isBold = line % kBoldLines == 0;
            m_painter.setPen(QPen(isBold ? Theme::day().mutedText : Theme::day().line, isBold ? 0.8 : 0.5));
            m_painter.drawLine(QPointF(x, lanes.top()), QPointF(x, lanes.bottom()));
            if (isBold)
                m_painter.drawText(QRectF(x - kRankNames, m_y, 2 * kRankNames, kAroundLanes / 2),
                                   Qt::AlignHCenter | Qt::AlignTop, QString::number(line * step));
        }
        for (int rank = 0; rank <= ranks; ++rank) {
            const double y = lanes.top() + lanes.height() * rank / ranks;
            m_painter.setPen(QPen(Theme::day().text, 0.8));
            m_painter.drawLine(QPointF(lanes.left(), y), QPointF(lanes.right(), y));
            if (rank < ranks)
                m_painter.drawText(QRectF(0, y, kRankNames, lanes.height() / ranks), Qt::AlignLeft | Qt::AlignVCenter,
                                   HandoutText::tr("rank %1").arg(rank));
        }
        m_y = m_page.height();
    }

    void draw(const Plan& plan, Time end) {
        makeRoom();
        const Timeline timeline = simulate(plan.schedule, plan.costs);
        FigureContents figure{.panels = {{.plan = &plan, .planned = &timeline}},
                              .say = [](const Message& message) { return translated(message).toStdString(); }};
        figure.style.width = m_page.width();
        figure.style.height = std::min(m_page.height() - m_y, kAroundLanes + kMostLane * plan.schedule.ranks());
        figure.style.font = kLanesType;
        figure.style.time = {.from = 0, .to = static_cast<double>(end) / static_cast<double>(scaleOf(plan.timeUnit))};
        for (const FigurePart part : {FigurePart::Title, FigurePart::Numbers, FigurePart::Legend, FigurePart::Memory})
            figure.style.show(part, false);
        for (const FigurePart part : {FigurePart::Ranks, FigurePart::Digits, FigurePart::Ruler})
            figure.style.show(part);
        if (const Result<LaidOut> laid = layOut(figure)) {
            const PainterGuard guard(m_painter);
            m_painter.translate(0, m_y);
            paintDrawing(m_painter, laid->drawing);
        }
        m_y = m_page.height();
    }

private:
    void makeRoom() {
        if (m_page.height() - m_y - kLanesApart < kLeastLanes)
            newPage();
        m_y += kLanesApart;
    }

    /// 1, 2, 5, 10, 20 … units from line to line.
    static double stepOf(double units, double width) {
        for (double ten = 1;; ten *= 10)
            for (const double step : {ten, 2 * ten, 5 * ten})
                if (width * step / units >= kLeastCell)
                    return step;
    }

    QPdfWriter& m_writer;
    QPainter& m_painter;
    QSizeF m_page; ///< points
    double m_y = 0;
};

} // namespace

Result<std::vector<HandoutPage>> handoutOf(const Lesson& lesson, const std::optional<Attempt>& answer) {
    const Result<Attempt> start = startOf(lesson);
    if (!start)
        return start.error();
    const Result<Attempt> solution = lesson.solution ? solutionOf(lesson) : start;
    if (!solution)
        return solution.error();
    const Time longest =
        std::max({Time{1}, endOf(start->plan), endOf(solution->plan), answer ? endOf(answer->plan) : Time{0}});
    // Room for those who are not there yet.
    const Time axis = longest + longest / 5;
    std::vector<HandoutPage> pages{taskPage(lesson, start->plan, axis)};
    if (hasBlocks(start->plan))
        pages.push_back(boardPage(lesson, start->plan, solution->plan, axis));
    else
        pages.front().paragraphs << opsToPlace(lesson, start->plan, solution->plan);
    if (answer)
        pages.push_back(answerPage(lesson, *answer, axis));
    return pages;
}

Result<Done> writeHandout(const Lesson& lesson, const QString& path, const std::optional<Attempt>& answer,
                          QPageSize::PageSizeId paper) {
    const Result<std::vector<HandoutPage>> pages = handoutOf(lesson, answer);
    if (!pages)
        return pages.error();
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setTitle(plainLine(lesson.title));
    writer.setPageSize(QPageSize(paper));
    writer.setPageOrientation(QPageLayout::Landscape);
    writer.setPageMargins(QMarginsF(kMarginMm, kMarginMm, kMarginMm, kMarginMm), QPageLayout::Millimeter);
    QPainter painter;
    if (!painter.begin(&writer))
        return Error{say(phrase("refusal", "The picture could not be drawn at this size.")), path.toStdString()};
    Paper sheets(writer, painter);
    bool isFirst = true;
    for (const HandoutPage& page : *pages) {
        if (!std::exchange(isFirst, false))
            sheets.newPage();
        if (page.asksName)
            sheets.askName();
        sheets.write(page.heading, kHeading, QFont::Bold);
        for (const QString& paragraph : page.paragraphs)
            sheets.write(paragraph, kType, QFont::Normal);
        if (hasBlocks(page.plan))
            sheets.draw(page.plan, page.end);
        else
            sheets.drawBoard(page.plan, page.end);
    }
    painter.end();
    const QByteArray bytes = buffer.data();
    return writeFile(path.toStdString(), std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
}

} // namespace lanewright::app
