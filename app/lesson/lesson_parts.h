// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/check.h"

#include <QFrame>
#include <QString>
#include <QWidget>

#include <vector>

class QGridLayout;
class QLabel;

/// Small widgets of the classroom.
namespace lanewright {

/// A label with type of `pixels`, which wraps.
QLabel* makeText(const QString& words, int pixels, bool bold, QWidget* parent);

/// A dash per lesson: done, the present one, to come.
class LessonDots : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;

    void set(const std::vector<bool>& done, int current);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::vector<bool> m_done;
    int m_current = -1;
};

/// A bar per number of the score: what it is now, what the teacher came to, and how much of the way is gone.
class ScoreBars : public QWidget {
    Q_OBJECT

public:
    explicit ScoreBars(QWidget* parent = nullptr);

    void show(const std::vector<ScoreLine>& lines, const Plan& problem);
    /// `makespan 29 → 27`, for screen readers and tests.
    QString text() const { return m_text; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Bar {
        QString name;
        QString value;
        double share = 0;
    };
    std::vector<Bar> m_bars;
    QString m_text;
};

/// A line per goal with a sign whether it is reached.
class GoalList : public QWidget {
    Q_OBJECT

public:
    explicit GoalList(QWidget* parent = nullptr);
    void show(const std::vector<GoalState>& goals, const Plan& problem);

private:
    QGridLayout* m_grid;
    std::vector<QLabel*> m_signs;
    std::vector<QLabel*> m_words;
};

/// Two lines on a raised card: a sentence, and a quieter one below it.
class SentenceCard : public QFrame {
    Q_OBJECT

public:
    explicit SentenceCard(QWidget* parent = nullptr);
    /// `tone`: `plain`, `good` or `warn`.
    void say(const QString& sentence, const QString& more = {}, const QString& tone = QStringLiteral("plain"));
    QString sentence() const;
    QString more() const;

private:
    QLabel* m_sentence;
    QLabel* m_more;
};

} // namespace lanewright
