// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

namespace lanewright::app {

class Document;

/// The sheet with the transfer times of all pairs of ranks, and host times below. A cell is one undo step.
class TransferSheet : public QDialog {
    Q_OBJECT

public:
    /// Columns of the table of host times.
    enum HostColumn { NameColumn, TimeColumn, HostColumns };

    explicit TransferSheet(Document& document, QWidget* parent = nullptr);
};

} // namespace lanewright::app
