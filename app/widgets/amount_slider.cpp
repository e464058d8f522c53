// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/amount_slider.h"

#include "app/widgets/layouts.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSlider>

#include <algorithm>
#include <cmath>

namespace lanewright::app {
namespace {

constexpr int kSteps = 200;
constexpr int kDecimals = 6;
constexpr double kMostUnits = 1e12;

bool isPowerOfTen(std::int64_t number) {
    while (number > 1 && number % 10 == 0)
        number /= 10;
    return number == 1;
}

} // namespace

std::int64_t roundStepOf(std::int64_t most, std::int64_t scale) {
    std::int64_t step = 1;
    const bool decimal = isPowerOfTen(scale);
    for (int turn = 0; step < most / kSteps; ++turn)
        step = !decimal || turn % 3 != 1 ? step * 2 : step / 2 * 5;
    return step;
}

AmountBox::AmountBox(QWidget* parent) : NumberBox(parent) {
    setDecimals(kDecimals);
    setRange(0, kMostUnits);
    setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    setKeyboardTracking(false);
    setAlignment(Qt::AlignRight);
}

QString AmountBox::textFromValue(double value) const {
    const double factor = std::pow(10.0, kDecimals);
    return locale().toString(std::round(value * factor) / factor, 'f', QLocale::FloatingPointShortest);
}

AmountSlider::AmountSlider(QWidget* parent)
    : QWidget(parent), m_slider(new QSlider(Qt::Horizontal, this)), m_field(new AmountBox(this)) {
    makeRow(this, {.between = 10}, {{m_slider, 1}, m_field});
    m_slider->setRange(0, kSteps);
    m_slider->setPageStep(kSteps / 10);
    setFocusProxy(m_slider);
    m_slider->installEventFilter(this);
    m_field->installEventFilter(this);
    connect(m_slider, &QSlider::valueChanged, this, [this](int position) {
        if (!m_deaf)
            moveTo(position * m_step);
    });
    connect(m_slider, &QSlider::sliderReleased, this, [this] {
        m_deaf = false;
        end();
        show();
    });
    connect(m_field, &QDoubleSpinBox::valueChanged, this,
            [this](double units) { moveTo(std::llround(units * static_cast<double>(m_scale))); });
    connect(m_field, &QDoubleSpinBox::editingFinished, this, &AmountSlider::end);
}

void AmountSlider::setName(const QString& name) {
    m_slider->setAccessibleName(name);
    m_field->setAccessibleName(name);
}

void AmountSlider::setScale(std::int64_t scale, const QString& unit, std::int64_t most) {
    // The ground does not move under a slide.
    if (m_sliding)
        return;
    m_scale = std::max<std::int64_t>(1, scale);
    m_step = roundStepOf(most, m_scale);
    const QSignalBlocker quiet(m_slider);
    m_slider->setRange(0, static_cast<int>((std::max<std::int64_t>(most, 1) + m_step - 1) / m_step));
    m_field->setSuffix(unit.isEmpty() ? QString() : QLatin1Char(' ') + unit);
    show();
}

void AmountSlider::setAmount(std::int64_t amount) {
    m_amount = amount;
    show();
}

void AmountSlider::show() {
    const QSignalBlocker quietSlider(m_slider);
    const QSignalBlocker quietField(m_field);
    if (!m_slider->isSliderDown())
        m_slider->setValue(
            static_cast<int>(std::clamp<std::int64_t>((m_amount + m_step / 2) / m_step, 0, m_slider->maximum())));
    m_field->setValue(static_cast<double>(m_amount) / static_cast<double>(m_scale));
    // Every digit and the unit are seen: a measured time has six decimals.
    constexpr int kLeastWidth = 104;
    constexpr int kFrameAndButtons = 42;
    m_field->setFixedWidth(
        std::max(kLeastWidth, m_field->fontMetrics().horizontalAdvance(m_field->text()) + kFrameAndButtons));
}

void AmountSlider::moveTo(std::int64_t amount) {
    m_sliding = true;
    m_amount = amount;
    show();
    Q_EMIT moved(m_amount);
}

void AmountSlider::end() {
    if (std::exchange(m_sliding, false))
        Q_EMIT ended();
}

bool AmountSlider::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
    case QEvent::Wheel:
        // A wheel that turns over a panel scrolls it, and changes no number by the way.
        if (!static_cast<QWidget*>(watched)->hasFocus()) {
            event->ignore();
            return true;
        }
        break;
    case QEvent::FocusOut: end(); break;
    case QEvent::KeyPress: {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Escape && m_sliding) {
            m_deaf = m_slider->isSliderDown();
            m_sliding = false;
            Q_EMIT cancelled();
            return true;
        }
        if (watched == m_slider && (key == Qt::Key_Return || key == Qt::Key_Enter)) {
            end();
            return true;
        }
        break;
    }
    default: break;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace lanewright::app
