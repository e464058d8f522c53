// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/qt_names.h"

#include <QLabel>
#include <QWidget>

#include <string_view>

namespace lanewright::app {

/// One number, large, under its name. One that can be pressed is so by mouse and by keys.
class Figure : public QWidget {
    Q_OBJECT

public:
    static inline const QString kNone = QStringLiteral("–");

    /// The tooltip says `what`, or where that is empty the definition of the number (`definitionOf`) by its key.
    Figure(const QString& name, std::string_view key, QWidget* parent, const QString& what = {});

    void show(const QString& value, const QString& unit);
    /// That there is no number.
    void showNone() { show(kNone, {}); }
    /// Replaces the tooltip, which says what the number means; a line each.
    void explain(const QStringList& lines);
    void explain(const QString& words) { explain(QStringList{words}); }
    /// In the colour of what is against a rule.
    void setWrong(bool wrong);
    /// What stands above the number, where that is more than its name.
    void setCaption(const QString& words);
    const QString& name() const { return m_name; }
    QString caption() const { return m_caption->text(); }
    QString value() const { return m_value->text(); }
    QString unit() const { return m_unit->text(); }
    /// From here on it answers the mouse, Enter and Space.
    void makePressable();

Q_SIGNALS:
    void pressed();

private:
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

    bool m_pressable = false;
    QString m_name;
    QLabel* m_caption;
    QLabel* m_value;
    QLabel* m_unit;
};

} // namespace lanewright::app
