// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/picture/picture.h"
#include "app/widgets/chooser.h"
#include "app/widgets/qt_names.h"

#include <QDialog>

#include <functional>

namespace lanewright::app {

/// Asks what kind of picture an export writes: format, size, colours, and how much of the time. Shows it small.
class PictureDialog : public QDialog {
    Q_OBJECT

public:
    /// `now` gives the picture with what the window shows at that moment; `shown` is the stretch of time on the
    /// screen, none where all of it is.
    PictureDialog(std::function<Picture()> now, std::optional<Extent> shown, QWidget* parent = nullptr);

    /// The picture as it is asked for. It points to what `now` points to.
    Picture picture() const;
    /// The ending of the file's name: `png`, `svg`, `pdf` or `tex`.
    QString ending() const { return chosen<QString>(m_format); }

private:
    QWidget* makeFields();
    void changed();

    std::function<Picture()> m_now;
    std::optional<Extent> m_shown;
    QComboBox* m_format = nullptr;
    QSpinBox* m_width = nullptr;
    QSpinBox* m_height = nullptr;
    QComboBox* m_theme = nullptr;
    QComboBox* m_time = nullptr;
    QCheckBox* m_title = nullptr;
    QCheckBox* m_memory = nullptr;
    QLabel* m_preview = nullptr;
};

} // namespace lanewright::app
