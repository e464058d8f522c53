// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/widgets/qt_names.h"

#include <QWidget>

#include <memory>

namespace lanewright::app {

class ElidedLine;

/// Which step of the measured run is shown, in lanes, numbers and tables alike, with how far the steps lie apart.
/// Hidden where there are not several whole steps to choose from.
class StepChooser : public QWidget {
    Q_OBJECT

public:
    explicit StepChooser(Document& document, QWidget* parent = nullptr);

private:
    void refresh();
    void fill();

    Document& m_document;
    std::shared_ptr<const Run> m_run; ///< whose steps the box holds
    int m_replica = 0;                ///< whose steps these are
    QComboBox* m_box;
    ElidedLine* m_range;
};

} // namespace lanewright::app
