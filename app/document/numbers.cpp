// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/numbers.h"

#include "core/model/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace lanewright::app {
namespace {

QString shortNumber(double value, int decimals) {
    QString text = QString::number(std::abs(value), 'f', decimals);
    if (text.contains(u'.')) {
        while (text.endsWith(u'0'))
            text.chop(1);
        if (text.endsWith(u'.'))
            text.chop(1);
    }
    return value < 0 && text != QStringLiteral("0") ? QChar(0x2212) + text : text;
}

/// Nothing but zeros is left of it: such a number has no sign.
bool isZero(const QString& digits) {
    return std::ranges::none_of(digits, [](QChar each) { return each >= u'1' && each <= u'9'; });
}

QString withUnit(const QString& number, const QString& unit) { return unit.isEmpty() ? number : number + u' ' + unit; }

} // namespace

QString timeText(Time time, TimeUnit unit, int decimals) {
    return shortNumber(static_cast<double>(time) / static_cast<double>(scaleOf(unit)), decimals);
}

QString timeWithUnit(Time time, TimeUnit unit, int decimals) {
    return withUnit(timeText(time, unit, decimals), unitText(unit));
}

QString timeChange(Time before, Time after, TimeUnit unit) {
    return withUnit(QStringLiteral("%1 → %2").arg(timeText(before, unit), timeText(after, unit)), unitText(unit));
}

QString memoryText(Bytes bytes, MemoryUnit unit, int decimals) {
    return shortNumber(static_cast<double>(bytes) / static_cast<double>(scaleOf(unit)), decimals);
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

QString kindText(OpKind kind) {
    switch (kind) {
    case OpKind::F: return QCoreApplication::translate("Numbers", "forward");
    case OpKind::B: return QCoreApplication::translate("Numbers", "input gradient");
    case OpKind::W: return QCoreApplication::translate("Numbers", "weight gradient");
    case OpKind::BW: return QCoreApplication::translate("Numbers", "full backward");
    case OpKind::R: return QCoreApplication::translate("Numbers", "recomputed forward");
    }
    return {};
}

} // namespace lanewright::app
