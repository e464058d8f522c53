// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/generator_sheet.h"

#include "app/document/translate.h"
#include "app/widgets/panel_text.h"
#include "core/generate/catalogue.h"

#include <QCoreApplication>

namespace lanewright::app {
namespace {

struct Sheet {
    Q_DECLARE_TR_FUNCTIONS(GeneratorSheet)
};

QString line(const QString& name, const QString& words) {
    return words.isEmpty() ? QString() : QStringLiteral("* *%1*: %2\n").arg(name, words);
}

QString chapterOf(const Generator& generator) {
    return QStringLiteral("## %1\n\n").arg(translatedTitle(titleOf(generator))) +
           Sheet::tr("%1. On the command line: `%2`.").arg(translated(generator.summary), toQt(generator.name)) +
           QStringLiteral("\n\n") + line(Sheet::tr("takes"), translated(generator.parameters)) +
           line(Sheet::tr("longest span of equal stages"), translated(generator.closedForm)) +
           line(Sheet::tr("source"), toQt(generator.source)) + QLatin1Char('\n');
}

} // namespace

QString generatorSheet() {
    QString sheet;
    for (const Generator& generator : generators())
        sheet += chapterOf(generator);
    return sheet;
}

} // namespace lanewright::app
