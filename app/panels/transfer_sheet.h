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

/// The sheet with what messages over each stage boundary take on top of that, and how large they are; below it, between
/// which ranks how much of that travels. A cell is one undo step.
class BoundarySheet : public QDialog {
    Q_OBJECT

public:
    enum Column { StagesColumn, TimeColumn, SizeColumn, TravelColumn };

    explicit BoundarySheet(Document& document, QWidget* parent = nullptr);
};

} // namespace lanewright::app
