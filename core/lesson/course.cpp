// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/course.h"

#include "core/base/mapped.h"
#include "core/io/forms.h"
#include "core/lesson/goal_check.h"
#include "core/lesson/lesson_json.h"
#include "core/lesson/setting.h"
#include "core/model/text.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lanewright {

namespace {

constexpr std::string_view kOpen = R"(<script type="application/json" id="lessons">)";
constexpr std::string_view kClose = "</script>";

/// The same board, whose tray is said op by op.
OrderSource withOwnTray(const Attempt& start, const std::vector<Op>& tray) {
    OrderSource source{.order = start.plan.schedule.order, .optimizer = start.optimizer};
    for (const Op& op : tray) {
        source.order[static_cast<std::size_t>(start.plan.schedule.rankOf(op))].push_back({.op = op});
        source.tray.push_back(*opPatternFromText(toText(op, start.plan.costs.weightParts)));
    }
    return source;
}

/// The score with the best of each number, a part of a tick rounded up.
void sayBest(Lesson& lesson, const std::vector<ScoreLine>& score) {
    lesson.score = mapped(score, &ScoreLine::number);
    lesson.best = mapped(score, [](const ScoreLine& line) {
        const double best = std::max(0.0, line.best);
        return isShare(line.number) ? Goal{.kind = line.number, .share = best}
                                    : Goal{.kind = line.number, .most = static_cast<std::int64_t>(std::ceil(best))};
    });
}

/// The text between the tags; nothing where there is none.
std::string_view courseText(std::string_view html) {
    const std::size_t open = html.find(kOpen);
    if (open == std::string_view::npos)
        return {};
    const std::string_view rest = html.substr(open + kOpen.size());
    return rest.substr(0, rest.find(kClose));
}

Lesson lessonFrom(const json::Node& node, Trouble& trouble) {
    json::Writer writer;
    writer.copy(node);
    Result<Lesson> lesson = lessonFromJson(writer.take());
    if (!lesson)
        trouble.add(lesson.error().message, node);
    return lesson ? *std::move(lesson) : Lesson{};
}

Course courseFrom(const json::Node& root, Trouble& trouble) {
    Course course;
    checkHeader(root, "lanewright-course", phrase("file", "this page holds no Lanewright course"), trouble);
    if (trouble)
        return course;
    course.title = stringIn(root, "title", "", trouble);
    course.language = stringIn(root, "language", "en", trouble);
    if (const auto coach = root.find("coach"))
        course.coach = boolFrom(*coach, trouble);
    const auto lessons = required(root, "lessons", trouble);
    if (!trouble && expect(*lessons, json::Kind::Array, trouble))
        for (const json::Node each : lessons->children())
            course.lessons.push_back(lessonFrom(each, trouble));
    return course;
}

} // namespace

Lesson withoutAnswer(Lesson lesson) {
    const Result<Attempt> start = startOf(lesson);
    const std::vector<Op> tray = start ? trayOf(lesson, start->plan) : std::vector<Op>{};
    if (start && lesson.solution)
        sayBest(lesson, Checker(lesson).check(*start).score);
    lesson.solution.reset();
    // Where a board has no backward, the answer alone says that they come in one.
    if (start && tray != trayOf(lesson, start->plan))
        lesson.start = withOwnTray(*start, tray);
    return lesson;
}

Lesson withoutHints(Lesson lesson) {
    lesson.hints.clear();
    for (auto& [language, words] : lesson.in)
        words.hints.clear();
    return lesson;
}

std::string courseToJson(const Course& course) {
    json::Writer writer;
    writer.object(json::Layout::Lines, [&] {
        writer.key("format").string("lanewright-course");
        writer.key("version").number(1);
        writer.key("title").string(course.title);
        writer.key("language").string(course.language);
        writer.key("coach").boolean(course.coach);
        writer.key("lessons").list(json::Layout::Lines, course.lessons, [&](const Lesson& lesson) {
            if (const Result<json::Document> document = json::parse(lessonToJson(lesson)))
                writer.copy(document->root());
        });
    });
    return writer.take();
}

bool isCoursePage(std::string_view html) { return courseText(html).find('{') != std::string_view::npos; }

Result<Course> courseInPage(std::string_view html) { return readText(courseText(html), courseFrom); }

} // namespace lanewright
