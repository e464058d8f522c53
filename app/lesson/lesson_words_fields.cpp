// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/lesson_words_fields.h"

#include "app/document/translate.h"
#include "app/widgets/chooser.h"
#include "app/widgets/controls.h"
#include "app/widgets/layouts.h"
#include "core/page/page_language.h"

#include <QFormLayout>
#include <QLineEdit>
#include <QPlainTextEdit>

#include <algorithm>
#include <utility>

namespace lanewright::app {
namespace {

constexpr int kAroundText = 12; ///< pixels above and below the lines of a field together

/// In its own words.
QString nameOfLanguage(const std::string& tag) {
    return tag == "de" ? QStringLiteral("Deutsch") : QStringLiteral("English");
}

std::string wordsIn(const QLineEdit* field) { return field->text().simplified().toStdString(); }

/// The lines that say something.
std::vector<std::string> linesIn(const QPlainTextEdit* field) {
    std::vector<std::string> lines;
    for (const QString& line : field->toPlainText().split(QLatin1Char('\n')))
        if (const QString words = line.simplified(); !words.isEmpty())
            lines.push_back(words.toStdString());
    return lines;
}

QString asLines(const std::vector<std::string>& lines) {
    QStringList all;
    for (const std::string& line : lines)
        all << QString::fromStdString(line);
    return all.join(QLatin1Char('\n'));
}

} // namespace

LessonWordsFields::LessonWordsFields(const Message& title, QWidget* parent)
    : QWidget(parent), m_shown(currentLanguage().toStdString()), m_form(makeForm(this, {.across = 12, .down = 7})),
      m_language(
          named(new QComboBox(this), {.name = "language",
                                      .tip = tr("A lesson may say the same in several languages. What is empty in "
                                                "one is said in the words of the other.")})),
      m_title(named(new QLineEdit(translatedTitle(title), this), "title")) {
    for (const std::string& tag : pageLanguages())
        withChoices(m_language, {{nameOfLanguage(tag), QString::fromStdString(tag)}});
    choose(m_language, QString::fromStdString(m_shown));
    m_form->addRow(tr("&Language"), m_language);
    m_form->addRow(tr("&Title"), m_title);
    m_task = addText("task", tr("T&ask"), tr("What is to be reached, in a sentence or two."), 3);
    m_text = addText("text", tr("E&xplanation"), tr("A paragraph on each line."), 4);
    m_hints = addText("hints", tr("&Hints"), tr("One on each line, in the order in which they are shown."), 4);
    m_learnt = named(new QLineEdit(this), {.name = "learnt", .tip = tr("Said when all goals are reached.")});
    m_form->addRow(tr("Lea&rnt"), m_learnt);
    whenChanged({m_title, m_learnt}, this, &LessonWordsFields::changed);
    for (QPlainTextEdit* field : {m_task, m_text, m_hints})
        connect(field, &QPlainTextEdit::textChanged, this, &LessonWordsFields::changed);
    whenChanged({m_language}, this, &LessonWordsFields::showLanguage);
    setFocusProxy(m_title);
}

QPlainTextEdit* LessonWordsFields::addText(const char* name, const QString& label, const QString& tip, int lines) {
    auto* field = named(new QPlainTextEdit(this), {.name = name, .role = "field", .tip = tip});
    field->setTabChangesFocus(true);
    field->setPlaceholderText(tip);
    field->setMinimumHeight(2 * field->fontMetrics().lineSpacing() + kAroundText);
    field->setMaximumHeight(lines * field->fontMetrics().lineSpacing() + kAroundText);
    m_form->addRow(label, field);
    return field;
}

LessonText LessonWordsFields::typed() const {
    return {.title = wordsIn(m_title),
            .task = m_task->toPlainText().simplified().toStdString(),
            .text = linesIn(m_text),
            .hints = linesIn(m_hints),
            .learnt = wordsIn(m_learnt)};
}

void LessonWordsFields::showLanguage() {
    m_words[m_shown] = typed();
    m_shown = chosen<QString>(m_language).toStdString();
    const LessonText words = m_words[m_shown];
    m_title->setText(QString::fromStdString(words.title));
    m_task->setPlainText(QString::fromStdString(words.task));
    m_text->setPlainText(asLines(words.text));
    m_hints->setPlainText(asLines(words.hints));
    m_learnt->setText(QString::fromStdString(words.learnt));
    setTask(m_usual);
}

void LessonWordsFields::setTask(const Message& task) {
    m_usual = task;
    m_task->setPlaceholderText(QString::fromStdString(pageLanguage(m_shown).say(task)));
}

LessonText LessonWordsFields::withTask(const std::string& language) const {
    LessonText words = language == m_shown ? typed() : m_words.at(language);
    if (words != LessonText{} && words.task.empty())
        words.task = pageLanguage(language).say(m_usual);
    return words;
}

void LessonWordsFields::fill(LessonRequest& request) const {
    const std::string own = currentLanguage().toStdString();
    for (const std::string& language : pageLanguages())
        if (language == m_shown || m_words.contains(language))
            if (LessonText words = withTask(language); words != LessonText{})
                request.in[language] = std::move(words);
    auto first = request.in.find(own);
    if (first == request.in.end() || first->second.title.empty())
        first = std::ranges::find_if(request.in, [](const auto& each) { return !each.second.title.empty(); });
    if (first == request.in.end())
        return;
    request.words = std::move(first->second);
    request.in.erase(first);
}

} // namespace lanewright::app
