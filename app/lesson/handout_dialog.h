// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/qt_names.h"

#include <QDialog>
#include <QPageSize>

namespace lanewright::app {

/// Asks for whom a handout is, and on which paper.
class HandoutDialog : public QDialog {
    Q_OBJECT

public:
    /// `hasAnswer`: there is one that could stand on a page of its own.
    explicit HandoutDialog(bool hasAnswer, QWidget* parent = nullptr);

    bool withAnswer() const;
    QPageSize::PageSizeId paper() const;

private:
    QCheckBox* m_answer;
    QComboBox* m_paper;
};

} // namespace lanewright::app
