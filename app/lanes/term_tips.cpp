// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lanes/term_tips.h"

#include "app/document/translate.h"
#include "core/page/page_language.h"

#include <map>
#include <set>

namespace lanewright::app {

const std::vector<Term>& glossaryNow() {
    static std::map<QString, std::vector<Term>> all;
    const QString language = currentLanguage();
    const auto [found, isNew] = all.try_emplace(language);
    if (isNew)
        found->second = glossary(pageLanguage(language.toStdString()));
    return found->second;
}

QString termTip(const QString& text) {
    const std::vector<Term>& terms = glossaryNow();
    QString tip;
    std::set<std::size_t> said;
    for (const TermPlace& place : termsIn(text.toStdString(), terms)) {
        const Term& term = terms[place.term];
        // As markup, so that it is broken into lines.
        if (said.insert(place.term).second)
            tip += QStringLiteral("<p><b>%1</b>: %2</p>")
                       .arg(QString::fromStdString(term.names.front()).toHtmlEscaped(),
                            QString::fromStdString(term.meaning).toHtmlEscaped());
    }
    return tip;
}

} // namespace lanewright::app
