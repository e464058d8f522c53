// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/widgets/chooser.h"
#include "app/widgets/qt_names.h"
#include "core/base/result.h"

#include <QString>
#include <QWidget>

#include <vector>

namespace lanewright::app {

class AmountBox;

/// How the microbatches of a problem differ: as `generate --lengths` has it, or as they do in the schedule on show.
class LengthsFields : public QWidget {
    Q_OBJECT

public:
    enum Kind { Alike, AsPresent, Uniform, Lognormal, File };

    /// `present`: whose microbatches are kept where they differ.
    explicit LengthsFields(const Document& present, QWidget* parent = nullptr);

    void choose(Kind kind) { app::choose(m_kind, kind); }
    /// The file that lists lengths.
    void setFile(const QString& path);

    /// Lets the microbatches of the problem differ as is chosen. Fails in words: where lengths are not as many as
    /// microbatches, where a file lists none, and where the schedule on show says it of other stages.
    Result<Plan> applied(Plan problem) const;

Q_SIGNALS:
    void changed();

private:
    Kind kind() const { return chosen<Kind>(m_kind); }
    QSpinBox* makeTokens(int value);
    AmountBox* makePart(double most, double step, double value);
    void buildRows();
    void askFile();
    void suit();
    Result<std::vector<int>> lengths(int microbatches) const;

    const Document& m_present;
    QString m_path;
    QFormLayout* m_rows;
    QComboBox* m_kind;
    QPushButton* m_file;
    QSpinBox* m_least;
    QSpinBox* m_most;
    QSpinBox* m_median;
    AmountBox* m_spread;
    AmountBox* m_quadratic;
    QSpinBox* m_seed;
};

} // namespace lanewright::app
