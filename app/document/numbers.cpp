// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/numbers.h"

#include "app/document/translate.h"
#include "core/base/decimal.h"
#include "core/model/text.h"
#include "core/picture/block_name.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace lanewright::app {
namespace {

/// Without the zeros at its end.
QString shortNumber(QString text) {
    if (text.contains(u'.')) {
        while (text.endsWith(u'0'))
            text.chop(1);
        if (text.endsWith(u'.'))
            text.chop(1);
    }
    return text;
}

/// Nothing but zeros is left of it: such a number has no sign.
bool isZero(const QString& digits) {
    return std::ranges::none_of(digits, [](QChar each) { return each >= u'1' && each <= u'9'; });
}

QString withUnit(const QString& number, const QString& unit) { return unit.isEmpty() ? number : number + u' ' + unit; }

} // namespace

QString roundedText(std::int64_t ticks, std::int64_t scale, int decimals) {
    std::int64_t parts = 1;
    for (int place = 0; place < decimals; ++place)
        parts *= 10;
    // The whole units apart, so that nothing overflows.
    const std::int64_t rest = std::abs(roundedParts(ticks % scale, scale, parts));
    const QString whole = QString::number(std::abs(ticks / scale) + rest / parts);
    const QString behind = QString::number(rest % parts).rightJustified(decimals, u'0');
    const QString digits = decimals > 0 ? whole + u'.' + behind : whole;
    return ticks < 0 && !isZero(digits) ? QChar(0x2212) + digits : digits;
}

int shownDecimals(TimeUnit unit) { return unit == TimeUnit::S ? 3 : 2; }

QString timeText(Time time, TimeUnit unit, std::optional<int> decimals) {
    return shortNumber(roundedText(time, scaleOf(unit), decimals.value_or(shownDecimals(unit))));
}

QString timeWithUnit(Time time, TimeUnit unit, std::optional<int> decimals) {
    return withUnit(timeText(time, unit, decimals), unitText(unit));
}

QString timeChange(Time before, Time after, TimeUnit unit) {
    return withUnit(QStringLiteral("%1 → %2").arg(timeText(before, unit), timeText(after, unit)), unitText(unit));
}

QString memoryText(Bytes bytes, MemoryUnit unit, int decimals) {
    return shortNumber(roundedText(bytes, scaleOf(unit), decimals));
}

QString unitText(TimeUnit unit) {
    return unit == TimeUnit::Unit ? QString() : QString::fromStdString(std::string(toText(unit)));
}

QString unitText(MemoryUnit unit) {
    return unit == MemoryUnit::Unit ? QCoreApplication::translate("Numbers", "act.")
                                    : QString::fromStdString(std::string(toText(unit)));
}

QString percentText(double share, int decimals) {
    const QString digits = QString::number(100 * std::abs(share), 'f', decimals) + QStringLiteral(" %");
    return share < 0 && !isZero(digits) ? QChar(0x2212) + digits : digits;
}

QString changeText(double share, int decimals) {
    const QString text = percentText(share, decimals);
    return share > 0 && !isZero(text) ? QLatin1Char('+') + text : text;
}

QString opText(const Op& op, int weightParts) { return QString::fromStdString(toText(op, weightParts)); }

QString blockText(const Block& block, int weightParts) { return QString::fromStdString(toText(block, weightParts)); }

QString kindText(OpKind kind) { return translated(nameOf(kind)); }

} // namespace lanewright::app
