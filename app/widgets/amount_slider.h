// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/number_box.h"
#include "app/widgets/qt_names.h"

#include <QWidget>

#include <cstdint>

namespace lanewright::app {

/// A field for a number of units that shows no zeros at the end.
class AmountBox : public NumberBox {
    Q_OBJECT

public:
    explicit AmountBox(QWidget* parent);
    QString textFromValue(double value) const override;
};

/// A slider with a field beside it, for an amount of ticks or bytes. A slide goes from `begun` over `moved`, as often
/// as it likes, to `ended` or `cancelled`: with the mouse until the release, with keys until Enter or the focus goes.
class AmountSlider : public QWidget {
    Q_OBJECT

public:
    explicit AmountSlider(QWidget* parent = nullptr);

    /// What both parts are called by screen readers.
    void setName(const QString& name);
    /// `scale` ticks make one unit. The slider reaches from 0 to at least `most`, in round steps.
    void setScale(std::int64_t scale, const QString& unit, std::int64_t most);
    /// Shows a value; the field takes any, the slider stops at its end.
    void setAmount(std::int64_t amount);
    std::int64_t amount() const { return m_amount; }
    std::int64_t step() const { return m_step; }

Q_SIGNALS:
    void moved(std::int64_t amount);
    void ended();
    void cancelled();

private:
    bool eventFilter(QObject* watched, QEvent* event) override;

    void moveTo(std::int64_t amount);
    void end();
    void show();

    QSlider* m_slider;
    AmountBox* m_field;
    std::int64_t m_scale = 1;
    std::int64_t m_step = 1;
    std::int64_t m_amount = 0;
    bool m_sliding = false;
    bool m_deaf = false; ///< the slide was given up with the button still down
};

/// The round number of ticks of which about two hundred make `most`: 1, 2 or 5 times a power of ten ticks, or for a
/// scale that is no power of ten a power of two.
std::int64_t roundStepOf(std::int64_t most, std::int64_t scale);

} // namespace lanewright::app
