// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/document/lower_bounds.h"
#include "core/generate/recognise/recognise.h"

#include <QWidget>

class QLabel;
class QToolButton;

namespace lanewright::app {

/// One number, large, under its name. One that can be pressed is so by mouse and by keys.
class Figure : public QWidget {
    Q_OBJECT

public:
    /// `key` is the number's key in `definitionOf`, which the tooltip shows.
    Figure(const QString& name, std::string_view key, QWidget* parent = nullptr);

    void show(const QString& value, const QString& unit);
    /// Replaces the tooltip, which says what the number means; a line each.
    void explain(const QStringList& lines);
    void explain(const QString& words) { explain(QStringList{words}); }
    /// In the colour of what is against a rule.
    void setWrong(bool wrong);
    /// What stands above the number, where that is more than its name.
    void setCaption(const QString& words);
    const QString& name() const { return m_name; }
    QString caption() const;
    QString value() const;
    QString unit() const;
    /// From here on it answers the mouse, Enter and Space.
    void makePressable();

Q_SIGNALS:
    void pressed();

protected:
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    bool m_pressable = false;
    QString m_name;
    QLabel* m_caption;
    QLabel* m_value;
    QLabel* m_unit;
};

/// The numbers of the plan, of the run when there is one, and whether the plan is valid.
class NumbersStrip : public QWidget {
    Q_OBJECT

public:
    NumbersStrip(Document& document, LowerBounds& bounds, QWidget* parent = nullptr);

    /// Shows what a gesture would give, beside the same bound; null: the plan's own numbers again. It must live until
    /// the next call.
    void preview(const Analysis* analysis);

    /// Says beside the numbers what the order is called; nothing where it is like no other.
    void showName(const Recognition& recognition);

    const Figure& iteration() const { return *m_iteration; }
    const Figure& bubble() const { return *m_bubble; }
    const Figure& idle() const { return *m_idle; }
    const Figure& memory() const { return *m_memory; }
    const Figure& bound() const { return *m_bound; }
    const Figure& avoidable() const { return *m_avoidable; }
    const Figure& measured() const { return *m_measured; }
    /// Numbers are left out before they are cut.
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// The iteration's mode was pressed: the other one is wanted.
    void modeRequested(OptimizerMode mode);
    /// The state chip was pressed.
    void findingsRequested();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    /// Leaves out what says least where there is no room for all.
    void fit();
    void refresh();
    void showNumbers(const Analysis& analysis);
    void showBound(const Analysis& analysis);
    void showMemory(const Metrics& metrics);
    void showMeasured();
    void showMeasured(const Timeline& measured);
    /// Says over the planned iteration what an iteration of the run took.
    void showMeasuredIteration();
    void showIteration(const Metrics& metrics);
    void showState(const Analysis& analysis);
    const Analysis& shown() const;

    Document& m_document;
    LowerBounds& m_bounds;
    const Analysis* m_preview = nullptr; ///< what the gesture that goes on would give
    Figure* m_iteration;
    Figure* m_bubble;
    Figure* m_idle;
    Figure* m_bound;
    Figure* m_avoidable;
    Figure* m_memory;
    Figure* m_measured;
    QToolButton* m_state;
    QLabel* m_name;
};

} // namespace lanewright::app
