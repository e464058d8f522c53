// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/handout.h"

#include "app/document/numbers.h"
#include "app/document/plain_text.h"
#include "app/lesson/lesson_text.h"
#include "app/picture/picture.h"
#include "core/io/files.h"
#include "core/lesson/setting.h"
#include "core/model/block_ops.h"
#include "core/simulate/simulate.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QMarginsF>
#include <QPageLayout>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

namespace lanewright::app {
namespace {

struct HandoutText {
    Q_DECLARE_TR_FUNCTIONS(Handout)
};

// A page is so many pixels of a picture wide. On a wide one the lanes' own type is about 6 points high, on the
// narrowest 9; sizes of words are those of the widest.
constexpr std::array<int, 3> kWidths{1000, 1200, 1400};
constexpr int kWide = kWidths.back();
constexpr double kLanesShare = 0.8; ///< a share of the page's width, at least
constexpr double kLeastBlock = 15;  ///< pixels that the shortest block is to have
constexpr int kHeading = 34;
constexpr int kType = 19;
constexpr int kBetween = 12;
constexpr int kLanesApart = 20;
constexpr int kLeastLanes = 300; ///< pixels of the widest page
constexpr int kMarginMm = 12;

bool hasBlocks(const Plan& plan) {
    return std::ranges::any_of(plan.schedule.order, [](const Row& row) { return !row.empty(); });
}

Time endOf(const Plan& plan) { return extentOf(simulate(plan.schedule, plan.costs)).end; }

/// `Goals: all ops placed; makespan at most 15.`
QString goalsOf(const Lesson& lesson) {
    QStringList goals;
    for (const Goal& goal : lesson.goals)
        goals << goalText(goal, lesson.problem);
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

HandoutPage taskPage(const Lesson& lesson, const Plan& start, Time end) {
    HandoutPage page{.heading = plainLine(lesson.title),
                     .paragraphs = {plainParagraphs(lesson.task)},
                     .plan = start,
                     .end = end,
                     .lanes = hasBlocks(start)};
    for (const std::string& paragraph : lesson.text)
        page.paragraphs << plainParagraphs(paragraph);
    page.paragraphs << goalsOf(lesson);
    return page;
}

/// Empty lanes, and the ops that are to be put there; where the lesson begins with blocks, those that are left.
HandoutPage boardPage(const Lesson& lesson, const Plan& start, const Plan& solution, Time end) {
    HandoutPage page{.heading = HandoutText::tr("My schedule"), .plan = solution, .end = end, .lanes = true};
    const std::vector<Op> tray = trayOf(lesson, start);
    if (hasBlocks(start) && !tray.empty())
        page.paragraphs << HandoutText::tr("Still to be placed: %1.").arg(opsOf(tray, start));
    else
        page.paragraphs << HandoutText::tr("Ops: %1.").arg(opsOf(lesson.solution ? allOpsOf(solution) : tray, start));
    for (Row& row : page.plan.schedule.order)
        row.clear();
    return page;
}

/// The fewest pixels across that show every block large enough: fewer pixels are larger ones, and so is what is read.
int widthFor(const std::vector<HandoutPage>& pages) {
    Time shortest = std::numeric_limits<Time>::max();
    Time end = 1;
    for (const HandoutPage& page : pages) {
        end = std::max(end, page.end);
        for (const Lane& lane : simulate(page.plan.schedule, page.plan.costs).lanes)
            for (const Span& span : lane)
                if (span.length() > 0)
                    shortest = std::min(shortest, span.length());
    }
    const double share = kLanesShare * static_cast<double>(shortest) / static_cast<double>(end);
    for (const int width : kWidths)
        if (width * share >= kLeastBlock)
            return width;
    return kWide;
}

/// Draws on one page after the other, from its top to its bottom.
class Paper {
public:
    Paper(QPdfWriter& writer, QPainter& painter, int width) : m_writer(writer), m_painter(painter), m_width(width) {
        const QSizeF page = writer.pageLayout().paintRectPixels(writer.resolution()).size();
        const double scale = m_width / page.width();
        m_height = page.height() * scale;
        m_painter.scale(1 / scale, 1 / scale);
    }

    void newPage() {
        m_writer.newPage();
        m_y = 0;
    }

    /// `pixels` are those of the widest page.
    void write(const QString& words, int pixels, QFont::Weight weight) {
        QFont font = m_painter.font();
        font.setPixelSize(pixels * m_width / kWide);
        font.setWeight(weight);
        m_painter.setFont(font);
        m_painter.setPen(Theme::day().text);
        constexpr int kFlags = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;
        const QRectF room(0, m_y, m_width, m_height);
        const double height = m_painter.boundingRect(room, kFlags, words).height();
        if (m_y > 0 && m_y + height > m_height)
            newPage();
        m_painter.drawText(QRectF(0, m_y, m_width, height), kFlags, words);
        m_y += height + kBetween;
    }

    void draw(const Plan& plan, Time end) {
        const double left = m_height - m_y - kLanesApart;
        if (left < static_cast<double>(kLeastLanes) * m_width / kWide)
            newPage();
        m_y += kLanesApart;
        const Timeline timeline = simulate(plan.schedule, plan.costs);
        const Picture picture{.plan = &plan,
                              .planned = &timeline,
                              .title = false,
                              .memory = false,
                              .size = {m_width, static_cast<int>(m_height - m_y)},
                              .part = PicturePart{.time = {-end / 100, end}}};
        m_painter.save();
        m_painter.translate(0, m_y);
        paintPicture(m_painter, picture);
        m_painter.restore();
        m_y = m_height;
    }

private:
    QPdfWriter& m_writer;
    QPainter& m_painter;
    int m_width;
    double m_height = 0;
    double m_y = 0;
};

} // namespace

Result<std::vector<HandoutPage>> handoutOf(const Lesson& lesson) {
    const Result<Attempt> start = startOf(lesson);
    if (!start)
        return start.error();
    const Result<Attempt> solution = lesson.solution ? solutionOf(lesson) : start;
    if (!solution)
        return solution.error();
    const Time longest = std::max({Time{1}, endOf(start->plan), endOf(solution->plan)});
    // Room for those who are not there yet.
    const Time axis = longest + longest / 5;
    std::vector<HandoutPage> pages{taskPage(lesson, start->plan, axis),
                                   boardPage(lesson, start->plan, solution->plan, axis)};
    if (lesson.solution)
        pages.push_back({.heading = HandoutText::tr("Answer: %1").arg(plainLine(lesson.title)),
                         .paragraphs = {goalsOf(lesson)},
                         .plan = solution->plan,
                         .end = axis,
                         .lanes = true});
    return pages;
}

Result<Done> writeHandout(const Lesson& lesson, const QString& path) {
    const Result<std::vector<HandoutPage>> pages = handoutOf(lesson);
    if (!pages)
        return pages.error();
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setTitle(plainLine(lesson.title));
    writer.setPageSize(QPageSize(QPageSize::A4));
    writer.setPageOrientation(QPageLayout::Landscape);
    writer.setPageMargins(QMarginsF(kMarginMm, kMarginMm, kMarginMm, kMarginMm), QPageLayout::Millimeter);
    QPainter painter;
    if (!painter.begin(&writer))
        return Error{say(phrase("refusal", "The picture could not be drawn at this size.")), path.toStdString()};
    Paper paper(writer, painter, widthFor(*pages));
    bool isFirst = true;
    for (const HandoutPage& page : *pages) {
        if (!std::exchange(isFirst, false))
            paper.newPage();
        paper.write(page.heading, kHeading, QFont::Bold);
        for (const QString& paragraph : page.paragraphs)
            paper.write(paragraph, kType, QFont::Normal);
        if (page.lanes)
            paper.draw(page.plan, page.end);
    }
    painter.end();
    const QByteArray bytes = buffer.data();
    return writeFile(path.toStdString(), std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
}

} // namespace lanewright::app
