// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/remake_box.h"

#include "app/document/translate.h"
#include "app/lesson/classroom_size.h"
#include "app/lesson/lesson_parts.h"
#include "app/widgets/chooser.h"
#include "app/widgets/controls.h"
#include "app/widgets/layouts.h"
#include "core/generate/catalogue.h"

#include <QComboBox>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>

namespace lanewright::app {

RemakeBox::RemakeBox(QWidget* parent)
    : QWidget(parent), m_caption(named(makeText({}, type::kSmall, true, this), {.tone = "muted"})),
      m_microbatches(
          named(new QSlider(Qt::Horizontal, this), {.name = "microbatches", .spoken = tr("Number of microbatches")})),
      m_generatorCaption(named(makeText(tr("Order of"), type::kSmall, true, this), {.tone = "muted"})),
      m_generator(named(new QComboBox(this), "generator")) {
    m_microbatches->setPageStep(4);
    m_microbatches->setFocusPolicy(Qt::StrongFocus);
    setTypePixels(*m_generator, type::kText);
    m_generatorCaption->setBuddy(m_generator);
    makeColumn(this, {.between = 6}, {m_caption, m_microbatches, m_generatorCaption, m_generator});
    connect(m_microbatches, &QSlider::valueChanged, this, [this](int value) {
        m_choice.microbatches = value;
        Q_EMIT chosen(m_choice);
    });
    connect(m_generator, &QComboBox::activated, this, [this] {
        m_choice.generator = m_generator->currentData().toString().toStdString();
        Q_EMIT chosen(m_choice);
    });
}

void RemakeBox::show(const Lesson& lesson, const Plan& board) {
    const bool counts = lesson.allows(LessonEdit::Microbatches) && lesson.microbatches;
    const bool chooses = lesson.allows(LessonEdit::Generator);
    setVisible(counts || chooses);
    m_caption->setVisible(counts);
    m_microbatches->setVisible(counts);
    m_generatorCaption->setVisible(chooses);
    m_generator->setVisible(chooses);
    if (!counts && !chooses)
        return;
    const std::optional<OrderChoice> now = choiceOf(lesson, board);
    m_choice = now.value_or(OrderChoice{m_choice.generator, board.schedule.microbatches});
    const QSignalBlocker still(m_microbatches);
    if (counts)
        m_microbatches->setRange(lesson.microbatches->from, lesson.microbatches->to);
    m_microbatches->setValue(m_choice.microbatches);
    m_caption->setText(tr("Microbatches: %1").arg(m_choice.microbatches));
    m_generator->clear();
    if (chooses)
        for (const std::string& name : lesson.generators)
            m_generator->addItem(translated(titleOf(*findGenerator(name))), QString::fromStdString(name));
    m_generator->setCurrentIndex(now ? m_generator->findData(QString::fromStdString(now->generator)) : -1);
}

} // namespace lanewright::app
