// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/qt_names.h"

#include <QObject>
#include <QString>

namespace lanewright::app {

/// A dialog over a window that says what is being read and can stop it. It takes the keys and clicks meant for what is
/// not there yet.
class ReadingSign : public QObject {
    Q_OBJECT

public:
    explicit ReadingSign(QWidget& window) : m_window(window) {}

    struct Words {
        QString name = {};  ///< the object's, for tests and style sheets
        QString title = {}; ///< the dialog's
        QString what = {};  ///< is being read
        QString bar = {};   ///< what the bar says, to those who can't see it
    };
    /// With a bar that goes to `end`; 0: nobody knows how long it will take.
    void show(const Words& words, int end = 0);
    void setValue(int value);
    void hide();
    bool isShown() const { return m_dialog != nullptr; }

Q_SIGNALS:
    /// A person gives up what is being read.
    void stopped();

private:
    QWidget& m_window;
    QProgressDialog* m_dialog = nullptr; ///< null: nothing is being read
};

} // namespace lanewright::app
