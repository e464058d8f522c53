// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lesson/term_label.h"
#include "app/widgets/qt_names.h"
#include "core/lesson/goal_check.h"
#include "core/lesson/lesson_solve.h"

#include <QFrame>
#include <QLabel>
#include <QString>
#include <QWidget>

#include <optional>
#include <vector>

/// Small widgets of the classroom.
namespace lanewright::app {

/// A label with type of `pixels` in a classroom of usual size, which wraps.
QLabel* makeText(const QString& words, int pixels, bool bold, QWidget* parent);

/// A dash per lesson: done, the present one, to come. A click chooses one.
class LessonDots : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;

    /// One title for each, with its number.
    void set(const std::vector<bool>& done, const QStringList& titles, int current);
    void setType(double type);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

Q_SIGNALS:
    void chosen(int lesson);

private:
    bool event(QEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

    double step() const;
    int dotAt(QPointF at) const;

    std::vector<bool> m_done;
    QStringList m_titles;
    int m_current = -1;
    double m_type = 1;
};

/// A bar per number of the score: what it is now, what the teacher came to, what nobody gets below, and how much of the
/// way is gone.
class ScoreBars : public QWidget {
    Q_OBJECT

public:
    explicit ScoreBars(QWidget* parent = nullptr);

    void show(const std::vector<ScoreLine>& lines, const Lesson& lesson, const std::optional<LessonSolution>& solved);
    void setType(double type);
    /// `makespan 29 (teacher 27, best possible 27)`, for screen readers and tests.
    QString text() const { return m_text; }
    /// What the number at that height means, as a tooltip.
    QString tipAt(int y) const;

private:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

    struct Bar {
        QString name;
        QString value;
        QString beside; ///< what it is measured by
        double share = 0;
    };
    std::vector<Bar> m_bars;
    QString m_text;
    double m_type = 1;
};

/// A ring, or a tick once what stands beside it is reached. Drawn: no font need hold it.
class GoalSign : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;
    void set(bool reached);
    void setType(double type);

private:
    void paintEvent(QPaintEvent* event) override;

    bool m_reached = false;
};

/// A line per goal with a sign whether it is reached; below one that is not, a thin bar says how far it came.
class GoalList : public QWidget {
    Q_OBJECT

public:
    explicit GoalList(QWidget* parent = nullptr);
    void show(const std::vector<GoalState>& goals, const Plan& problem);
    void setAir(int pixels); ///< between its lines
    void setType(double type);
    /// The bar of the goal, in pixels; empty where the goal is reached, or nothing of the way is gone.
    QRectF bar(std::size_t goal) const;

Q_SIGNALS:
    /// Somebody wants to read what the word means.
    void asked(const QString& term);

private:
    void paintEvent(QPaintEvent* event) override;

    QGridLayout* m_grid;
    std::vector<GoalSign*> m_signs;
    std::vector<TermLabel*> m_words;
    std::vector<double> m_ways; ///< how far each goal came, 0 to 1
    double m_type = 1;
};

/// A sentence on a raised card, and a quieter one below it. Its height stays, so that the lanes rest while
/// sentences change: long ones are set in smaller type; only what is longer still takes more room.
class SentenceCard : public QFrame {
    Q_OBJECT

public:
    explicit SentenceCard(QWidget* parent = nullptr);
    /// `tone`: `plain`, `good` or `warn`.
    void say(const QString& sentence, const QString& more = {}, const char* tone = "plain");
    QString sentence() const { return m_sentence->text(); }
    QString more() const { return m_more->text(); }
    /// Where lines are short, sentences take more of them, so it is `tall` times as high.
    void setType(double type, double tall = 1);
    /// Sets what it says as large as its height allows.
    void fit();

private:
    void resizeEvent(QResizeEvent* event) override;

    QLabel* m_sentence;
    QLabel* m_more;
    double m_type = 1;
    int m_height = 0;
};

} // namespace lanewright::app
