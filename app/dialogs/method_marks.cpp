// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dialogs/method_marks.h"

#include "app/dialogs/generate_dialog.h"
#include "app/document/translate.h"

#include <QListWidget>
#include <QPalette>

#include <algorithm>

namespace lanewright::app {
QString runnersText(const MethodFit& fit) {
    if (!fit.fits())
        return translated(fit.refusal);
    const QString runners = translated(fit.runners());
    QStringList lines{runners.isEmpty() ? GenerateDialog::tr("None of the frameworks known here runs it.")
                                        : GenerateDialog::tr("Runs in %1.").arg(runners)};
    for (const Verdict& verdict : fit.verdicts)
        if (verdict.own && !verdict.makes())
            lines << QStringLiteral("%1: %2").arg(QString::fromStdString(verdict.target.text()),
                                                  translated(verdict.broken.front().why));
    return lines.join(QLatin1Char('\n'));
}

void markMethods(QListWidget& list, const std::vector<MethodFit>& fits) {
    for (int row = 0; row < list.count(); ++row) {
        QListWidgetItem& item = *list.item(row);
        const Generator* const method = findGenerator(item.data(Qt::UserRole).toString().toStdString());
        if (!method) // the empty board suits whatever there is
            continue;
        const auto fit = std::ranges::find(fits, method, &MethodFit::generator);
        const bool isKnown = fit != fits.end();
        const bool suits = !isKnown || fit->fits();
        const QString title = translatedTitle(titleOf(*method));
        item.setText(suits ? title : GenerateDialog::tr("%1 (does not suit)").arg(title));
        item.setForeground(list.palette().brush(suits ? QPalette::Active : QPalette::Disabled, QPalette::Text));
        QStringList tip{translated(method->summary)};
        if (isKnown)
            tip << runnersText(*fit);
        item.setToolTip(tip.join(QLatin1Char('\n')));
    }
}

} // namespace lanewright::app
