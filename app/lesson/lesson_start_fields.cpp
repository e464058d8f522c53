// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/lesson_start_fields.h"

#include "app/document/translate.h"
#include "app/widgets/controls.h"
#include "app/widgets/layouts.h"
#include "core/base/places.h"
#include "core/model/block_ops.h"

#include <QCheckBox>
#include <QLineEdit>
#include <QMenu>
#include <QRadioButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lanewright::app {
namespace {

constexpr int kMostListed = 16; ///< ranks or microbatches in a menu
constexpr QLatin1Char kBetweenPatterns(',');

} // namespace

LessonStartFields::LessonStartFields(const Schedule& schedule, QWidget* parent)
    : QWidget(parent), m_empty(named(new QRadioButton(tr("an &empty board, with all ops in the tray"), this), "empty")),
      m_shuffled(named(new QRadioButton(tr("the same blocks &shuffled, to be put in order"), this), "shuffled")),
      m_some(named(new QRadioButton(tr("these ops in &place:"), this), "some")),
      m_given(
          named(new QLineEdit(this),
                {.name = "given",
                 .tip = tr("F*.* is every F, F0.* every F of stage 0, **.0-1 two microbatches, rank 2 all that runs "
                           "there; with a comma between them.")})),
      m_add(named(new QToolButton(this), {.name = "add", .spoken = tr("Name more ops")})),
      m_locked(named(new QCheckBox(tr("&which stay there"), this), "locked")) {
    m_empty->setChecked(true);
    m_given->setPlaceholderText(QStringLiteral("F*.*, **.0, rank 1"));
    m_add->setText(tr("Add"));
    m_add->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(m_add);
    fillMenu(*menu, schedule);
    m_add->setMenu(menu);
    makeColumn(this, {.between = 4},
               {m_empty, m_shuffled, makeRow({.between = 8}, {m_some, wide(m_given), m_add, m_locked})});
    for (QRadioButton* button : {m_empty, m_shuffled, m_some})
        connect(button, &QRadioButton::toggled, this, &LessonStartFields::fieldsChanged);
    whenChanged({m_given, m_locked}, this, &LessonStartFields::changed);
    fieldsChanged();
}

void LessonStartFields::fillMenu(QMenu& menu, const Schedule& schedule) {
    const auto add = [this](QMenu& to, const QString& words, const QString& pattern) {
        to.addAction(words, this, [this, pattern] {
            m_some->setChecked(true);
            addPart(*m_given, kBetweenPatterns, pattern);
        });
    };
    for (const auto& [name, kind] : {std::pair{"F", OpKind::F}, {"B", OpKind::B}, {"W", OpKind::W}, {"BW", OpKind::BW}})
        if (holdsKind(schedule.order, kind))
            add(menu, tr("every %1", "a kind of op").arg(QLatin1String(name)),
                QLatin1String(name) + QStringLiteral("*.*"));
    QMenu* ranks = menu.addMenu(tr("all of a rank"));
    for (int rank = 0; rank < std::min(kMostListed, schedule.ranks()); ++rank)
        add(*ranks, translated(say(kRankPlace, rank)), QStringLiteral("rank %1").arg(rank));
    QMenu* microbatches = menu.addMenu(tr("all of a microbatch"));
    for (int microbatch = 0; microbatch < std::min(kMostListed, schedule.microbatches); ++microbatch)
        add(*microbatches, tr("microbatch %1").arg(microbatch), QStringLiteral("**.%1").arg(microbatch));
}

void LessonStartFields::fieldsChanged() {
    for (QWidget* each : std::initializer_list<QWidget*>{m_given, m_locked})
        each->setEnabled(m_some->isChecked());
    Q_EMIT changed();
}

void LessonStartFields::fill(LessonRequest& request) const {
    request.shuffled = m_shuffled->isChecked();
    request.locked = m_some->isChecked() && m_locked->isChecked();
    if (m_some->isChecked())
        for (const QString& pattern : partsOf(*m_given, kBetweenPatterns))
            request.given.push_back(pattern.toStdString());
}

QStringList partsOf(const QLineEdit& field, QLatin1Char between) {
    QStringList parts;
    for (const QString& part : field.text().split(between))
        if (!part.trimmed().isEmpty())
            parts << part.trimmed();
    return parts;
}

void addPart(QLineEdit& field, QLatin1Char between, const QString& part) {
    QStringList parts = partsOf(field, between);
    if (!parts.contains(part))
        field.setText((parts << part).join(QString(between) + QLatin1Char(' ')));
}

} // namespace lanewright::app
