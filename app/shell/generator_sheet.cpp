// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/generator_sheet.h"

#include "core/generate/catalogue.h"

#include <QStringList>

namespace lanewright {
namespace {

QString textOf(std::string_view words) { return QString::fromUtf8(words.data(), static_cast<qsizetype>(words.size())); }

QString line(const char* name, std::string_view words) {
    return words.empty() ? QString() : QStringLiteral("* *%1*: %2\n").arg(QLatin1String(name), textOf(words));
}

QString chapterOf(const Generator& generator) {
    return QStringLiteral("## %1\n\n%2. On the command line: `%3`.\n\n")
               .arg(textOf(generator.title), textOf(generator.summary.text), textOf(generator.name)) +
           line("takes", generator.parameters.text) + line("longest span of equal stages", generator.closedForm.text) +
           line("source", generator.source) + QLatin1Char('\n');
}

} // namespace

QString generatorSheet() {
    QString sheet;
    for (const Generator& generator : generators())
        sheet += chapterOf(generator);
    return sheet;
}

} // namespace lanewright
