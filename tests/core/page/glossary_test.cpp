// SPDX-License-Identifier: Apache-2.0
#include "core/page/glossary.h"

#include "core/lesson/goal_check.h"
#include "core/lesson/lesson_words.h"
#include "core/lesson/shelf.h"
#include "core/page/page_language.h"

#include <algorithm>

#include <gtest/gtest.h>

using namespace lanewright;

namespace {

/// The words that are found, and what their entries are called.
std::vector<std::string> found(const std::string& text, const std::vector<Term>& terms) {
    std::vector<std::string> words;
    for (const TermPlace& place : termsIn(text, terms))
        words.push_back(text.substr(place.begin, place.length) + " = " + terms[place.term].names.front());
    return words;
}

/// All that the lessons say in a language.
std::string saidByLessons(const std::string& language) {
    std::string all;
    for (const ShelfLesson& own : lessonShelf()) {
        const Lesson lesson = inLanguage(own.lesson, language);
        all += lesson.title + "\n" + lesson.task + "\n" + lesson.learnt + "\n";
        for (const auto* texts : {&lesson.text, &lesson.hints})
            for (const std::string& text : *texts)
                all += text + "\n";
    }
    return all;
}

/// What a newcomer doesn't know.
const std::vector<std::string> kEnglish = {"pipeline",
                                           "rank",
                                           "stage",
                                           "chunk",
                                           "virtual",
                                           "batch",
                                           "microbatch",
                                           "token",
                                           "direction",
                                           "V",
                                           "interleaving",
                                           "group",
                                           "transfer",
                                           "trace",
                                           "op",
                                           "F",
                                           "forward",
                                           "BW",
                                           "B",
                                           "backward",
                                           "W",
                                           "split",
                                           "pair",
                                           "overlap",
                                           "gradient",
                                           "weight",
                                           "norm",
                                           "loss",
                                           "schedule",
                                           "order",
                                           "lane",
                                           "tray",
                                           "finding",
                                           "steady",
                                           "iteration",
                                           "makespan",
                                           "idle",
                                           "longest span",
                                           "bubble",
                                           "memory",
                                           "activation",
                                           "limit",
                                           "bound",
                                           "1F1B",
                                           "post-validated",
                                           "post-validation",
                                           "GPipe",
                                           "ZB-H1",
                                           "ZB-H2",
                                           "V-Half",
                                           "DualPipe",
                                           "DualPipeV"};
const std::vector<std::string> kGerman = {"Pipeline",
                                          "Rank",
                                          "Stufe",
                                          "Chunk",
                                          "virtuell",
                                          "Batch",
                                          "Microbatch",
                                          "Token",
                                          "Richtung",
                                          "V",
                                          "Gruppe",
                                          "Trace",
                                          "Verschränkung",
                                          "Verschränken",
                                          "Op",
                                          "F",
                                          "Übertragung",
                                          "BW",
                                          "B",
                                          "Vorwärtsschritt",
                                          "Rückwärtsschritt",
                                          "W",
                                          "teile",
                                          "Paar",
                                          "überlappen",
                                          "Gradient",
                                          "Gewicht",
                                          "Norm",
                                          "Verlust",
                                          "Reihenfolge",
                                          "Ablaufplan",
                                          "Spur",
                                          "Ablage",
                                          "Befund",
                                          "Iteration",
                                          "Leerlauf",
                                          "Gesamtdauer",
                                          "längste Spanne",
                                          "Blase",
                                          "Speicher",
                                          "Aktivierung",
                                          "Grenze",
                                          "Schranke",
                                          "nachgeprüft",
                                          "Nachprüfen",
                                          "1F1B",
                                          "GPipe",
                                          "ZB-H1",
                                          "ZB-H2",
                                          "V-Half",
                                          "DualPipe",
                                          "DualPipeV"};

} // namespace

TEST(Glossary, HasEveryWordOfTheFieldThatLessonsUse) {
    for (const auto& [language, words] : {std::pair{"en", &kEnglish}, std::pair{"de", &kGerman}}) {
        const std::vector<Term> terms = glossary(pageLanguage(language));
        const std::string lessons = saidByLessons(language);
        std::vector<std::string> marked;
        for (const TermPlace& place : termsIn(lessons, terms))
            for (const std::string& name : terms[place.term].names)
                marked.push_back(name);
        for (const std::string& word : *words)
            EXPECT_TRUE(std::ranges::find(marked, word) != marked.end()) << language << ": " << word;
    }
}

TEST(Glossary, HasTheNumbersOfGoals) {
    for (const std::string language : {"en", "de"}) {
        const PageLanguage speech = pageLanguage(language);
        const std::vector<Term> terms = glossary(speech);
        for (const GoalKind kind :
             {GoalKind::Makespan, GoalKind::LongestSpan, GoalKind::Period, GoalKind::IterationTime,
              GoalKind::BubbleShare, GoalKind::BubbleRate, GoalKind::IdleShare, GoalKind::Overhead,
              GoalKind::PeakMemory, GoalKind::ParameterCopies}) {
            const std::string name = speech.say(numberName(kind));
            const std::vector<TermPlace> places = termsIn(name, terms);
            EXPECT_TRUE(places.size() == 1 && places.front().length == name.size()) << language << ": " << name;
        }
    }
}

TEST(Glossary, EachEntrySaysWhatItMeansWithoutMarkup) {
    for (const std::string language : {"en", "de"})
        for (const Term& term : glossary(pageLanguage(language))) {
            EXPECT_FALSE(term.names.empty() || term.names.front().empty() || term.meaning.empty()) << term.meaning;
            EXPECT_EQ(term.meaning.find_first_of("|`*\n"), std::string::npos) << term.meaning;
        }
}

TEST(Glossary, TermsAreFoundAsPeopleWriteThem) {
    const std::vector<Term> english = glossary(pageLanguage("en"));
    EXPECT_EQ(found("Ranks hold 4 act., bubbles open.", english),
              (std::vector<std::string>{"Ranks = rank", "act. = activation", "bubbles = bubble"}));
    EXPECT_EQ(found("F0.3, F and BW: an overlapped pair (Ctrl+F).", english),
              (std::vector<std::string>{"F = F", "BW = BW", "overlapped pair = pair"}));
    EXPECT_EQ(found("1F1B holds the longest span; ZB-H1, too.", english),
              (std::vector<std::string>{"1F1B = 1F1B", "longest span = longest span", "ZB-H1 = ZB-H1"}));
    const std::vector<Term> german = glossary(pageLanguage("de"));
    EXPECT_EQ(found("Rückwärtsschritten fehlt „Leerlauf“ –", german),
              (std::vector<std::string>{"Rückwärtsschritten = BW", "Leerlauf = Leerlauf"}));
}
