// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/translate.h"

#include "app/document/plain_text.h"
#include "core/base/mapped.h"

#include <QCoreApplication>

#include <algorithm>
#include <limits>

namespace lanewright::app {
namespace {

QString translated(const Phrase& phrase, int count) {
    const std::string context(phrase.context);
    const std::string text(phrase.text);
    if (phrase.one.empty())
        return QCoreApplication::translate(context.c_str(), text.c_str());
    const std::string one(phrase.one);
    return QCoreApplication::translate(context.c_str(), text.c_str(), one.c_str(), count);
}

} // namespace

QString translated(const Phrase& phrase) { return phrase.text.empty() ? QString() : translated(phrase, 2); }

QString translated(const Message& message) {
    if (message.isPlain())
        return plainParagraphs(message.text());
    const std::vector<std::string> arguments =
        mapped(message.arguments(), [](const Message& argument) { return translated(argument).toStdString(); });
    const int count = static_cast<int>(std::clamp<std::int64_t>(message.count(), 0, std::numeric_limits<int>::max()));
    return QString::fromStdString(filledIn(translated(message.phrase(), count).toStdString(), arguments));
}

QString translatedTitle(const Message& title) { return plainLine(translated(title)); }

QString currentLanguage() {
    //: the short name of the language of these words, as files have it: de
    return QCoreApplication::translate("Language", "en");
}

} // namespace lanewright::app
