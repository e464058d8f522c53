// SPDX-License-Identifier: Apache-2.0
#include "core/api/lesson/class_page.h"

#include "core/base/counted_up.h"
#include "core/base/joined_by.h"
#include "core/io/quoted_text.h"
#include "core/picture/colours.h"

#include <algorithm>
#include <functional>
#include <string_view>
#include <vector>

namespace lanewright::api {

namespace {

constexpr std::string_view kStyle = R"(
* { box-sizing: border-box; }
body { margin: 0; padding: 1rem clamp(0.75rem, 2vw, 2rem); background: var(--window); color: var(--text);
  font: 15px/1.45 system-ui, "Segoe UI", "Noto Sans", sans-serif; font-variant-numeric: tabular-nums; }
h1 { font-size: 1.6em; margin: 0 0 0.3rem; }
h2 { font-size: 1.15em; margin: 1.5rem 0 0.5rem; }
p { margin: 0.2rem 0; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; background: var(--surface); }
th, td { border: 1px solid var(--line); padding: 0.3rem 0.6rem; text-align: left; vertical-align: top; }
td.number, th.number { text-align: right; }
thead th { font-weight: 600; background: var(--raised); }
tr.sum td { font-weight: 600; }
small, .none { color: var(--mutedText); }
.good b { color: var(--good); }
.stuck b { color: var(--violation); }
summary { cursor: pointer; font-weight: 600; margin: 1.5rem 0 0.5rem; }
)";

/// The values of `var(--text)` and the others.
std::string coloursOn(Ground ground) {
    std::string all;
    for (const int place : countedUp(kColourRoles)) {
        const auto role = static_cast<ColourRole>(place);
        all += "--" + std::string{keyOf(role)} + ": #" + hexText(colourOf(role, ground)) + "; ";
    }
    return all;
}

/// What a person wrote, as text of HTML.
std::string escapedHtml(const std::string& text) {
    std::string escaped;
    for (const char each : shownLine(text))
        switch (each) {
        case '&': escaped += "&amp;"; break;
        case '<': escaped += "&lt;"; break;
        case '>': escaped += "&gt;"; break;
        case '"': escaped += "&quot;"; break;
        default: escaped += each;
        }
    return escaped;
}

/// Writes the page in one language. Keeps references.
class ClassPage {
public:
    ClassPage(const CourseMarks& marks, const PageLanguage& language)
        : m_marks(marks), m_language(language), m_outcomes(outcomesOf(marks)) {}

    std::string text() const {
        const std::string title = said(say(phrase("marks", "What the class reached")));
        return "<!DOCTYPE html>\n<html lang=\"" + m_language.tag +
               "\">\n<head>\n<meta charset=\"utf-8\">\n"
               "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
               "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
               "'unsafe-inline'\">\n<title>" +
               title + "</title>\n<style>\n:root { color-scheme: light dark; " + coloursOn(Ground::Paper) +
               "}\n@media (prefers-color-scheme: dark) { :root { " + coloursOn(Ground::Night) + "} }" +
               std::string{kStyle} + "</style>\n</head>\n<body>\n<h1>" + title + "</h1>\n<p>" + summary() + "</p>\n" +
               pupilsTable() + lessonsTable() + linesTable() + "</body>\n</html>\n";
    }

private:
    std::string said(const Message& message) const { return escapedHtml(m_language.say(message)); }
    std::string titleOf(const Lesson& lesson) const { return escapedHtml(textIn(lesson, m_language.tag).title); }

    static std::string element(const char* tag, const std::string& inside, const std::string& looks = "") {
        return "<" + std::string{tag} + (looks.empty() ? "" : " class=\"" + looks + "\"") + ">" + inside + "</" + tag +
               ">";
    }
    /// Names keep their own direction of letters.
    static std::string name(const std::string& text) { return "<bdi>" + escapedHtml(text) + "</bdi>"; }
    static std::string table(const std::string& head, const std::string& body) {
        return "<div class=\"wide\"><table>\n<thead><tr>" + head + "</tr></thead>\n<tbody>\n" + body +
               "</tbody>\n</table></div>\n";
    }

    std::string summary() const {
        const auto whole =
            std::ranges::count_if(m_marks.pupils, [&](const CoursePupil& each) { return m_marks.isWhole(each); });
        return said(say(phrase("marks", "Pupils: %1. Lessons: %2. All goals of all of them: %3."),
                        m_marks.pupils.size(), m_marks.size(), whole));
    }

    /// What helped with an answer, in few words.
    std::string helpOf(const HelpUsed& help) const {
        std::vector<std::string> all;
        if (help.hints.value_or(0) > 0)
            all.push_back(said(say(phrase("marks", "hints: %1"), *help.hints)));
        if (help.coachSteps.value_or(0) > 0)
            all.push_back(said(say(phrase("marks", "coach: %1"), *help.coachSteps)));
        if (help.answerShown.value_or(false))
            all.push_back(said(say(phrase("marks", "answer shown"))));
        return joinedBy(", ", all, std::identity{});
    }

    std::string cellOf(const CoursePupil& pupil, const Lesson& lesson) const {
        const CourseLine* const line = pupil.bestTo(lesson);
        if (line == nullptr)
            return element("td", "–", "number none");
        const std::string help = helpOf(line->assessed.given.help);
        return element("td",
                       element("b", (line->reached() ? "✓ " : "") + std::to_string(line->points())) +
                           (help.empty() ? "" : "<br>" + element("small", help)),
                       line->reached() ? "number good" : "number stuck");
    }

    std::string pupilsTable() const {
        std::string head = element("th", said(say(phrase("marks", "name"))));
        for (const auto& lesson : m_marks.lessons)
            head += element("th", titleOf(*lesson));
        head += element("th", said(say(phrase("marks", "reached"))), "number") +
                element("th", said(say(phrase("marks", "points"))), "number");
        std::string body;
        for (const CoursePupil& pupil : m_marks.pupils) {
            std::string row = element("th", name(pupil.by));
            if (!pupil.refusal.empty()) {
                body += "<tr>" + row + "<td class=\"stuck\" colspan=\"" + std::to_string(m_marks.size() + 2) + "\">" +
                        said(pupil.refusal) + "</td></tr>\n";
                continue;
            }
            for (const auto& lesson : m_marks.lessons)
                row += cellOf(pupil, *lesson);
            row += element("td", std::to_string(pupil.reached()), "number") +
                   element("td", std::to_string(pupil.points()), "number");
            body += element("tr", row) + "\n";
        }
        return element("h2", said(say(phrase("marks", "Pupils")))) + "\n" + table(head, body);
    }

    std::string lessonsTable() const {
        std::string head;
        for (const Phrase& words :
             {phrase("marks", "lesson"), phrase("marks", "answers"), phrase("marks", "reached"),
              phrase("marks", "points"), phrase("marks", "with hints"), phrase("marks", "with the coach"),
              phrase("marks", "answer shown"), phrase("marks", "stuck"), phrase("marks", "missed most")})
            head += element("th", said(say(words)));
        std::string body;
        for (const LessonOutcome& each : m_outcomes) {
            std::string row = element("th", titleOf(*each.lesson));
            for (const int number :
                 {each.answered, each.reached, each.meanPoints, each.withHints, each.withCoach, each.withAnswer})
                row += element("td", std::to_string(number), "number");
            row += element("td", joinedBy(", ", each.stuck, name)) + element("td", said(each.missed));
            body += element("tr", row) + "\n";
        }
        return element("h2", said(say(phrase("marks", "Who is stuck where")))) + "\n" + table(head, body);
    }

    std::string linesTable() const {
        std::string head;
        for (const MarkColumn& column : markColumns())
            head += element("th", said(say(column.head)), column.isRight ? "number" : "");
        std::string body;
        const auto add = [&](const CoursePupil& pupil, const CourseLine* line) {
            std::string row;
            for (const MarkColumn& column : markColumns())
                row += element("td", said(column.cell(m_marks, pupil, line, true)), column.isRight ? "number" : "");
            body += element("tr", row, line == nullptr ? "sum" : "") + "\n";
        };
        for (const CoursePupil& pupil : m_marks.pupils) {
            for (const CourseLine& line : pupil.lines)
                add(pupil, &line);
            add(pupil, nullptr);
        }
        return "<details>\n" + element("summary", said(say(phrase("marks", "Every answer")))) + "\n" +
               table(head, body) + "</details>\n";
    }

    const CourseMarks& m_marks;
    const PageLanguage& m_language;
    std::vector<LessonOutcome> m_outcomes;
};

} // namespace

std::string classPage(const CourseMarks& marks, const PageLanguage& language) {
    return ClassPage(marks, language).text();
}

} // namespace lanewright::api
