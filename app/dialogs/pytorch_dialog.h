// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/qt_names.h"
#include "core/frameworks/asked_shape.h"
#include "core/pytorch/csv.h"

#include <QDialog>

namespace lanewright::app {

/// Writes a schedule as PyTorch's CSV: for whom it is, what is to know about it, and the flags that trainers need with
/// it, all of which follow the choices at once.
class PytorchDialog : public QDialog {
    Q_OBJECT

public:
    /// `file` is where it shall go unless somebody says else.
    PytorchDialog(const Plan& plan, const QString& file, QWidget* parent = nullptr);

    QString file() const;
    /// What would be written, or why it can't be.
    const Result<PytorchText>& text() const { return m_text; }

public Q_SLOTS:
    /// Writes the file and closes; says why not where that fails.
    void save();

private:
    QWidget* makeChoices();
    PytorchExport options() const;
    PytorchLaunch launch() const;
    void changed();
    void updateText();
    /// Says who runs the order, before a file is written.
    void updateVerdict();
    void browse();
    bool mayReplace();

    /// An order that may be written, and what it is known as.
    struct Choice {
        Plan plan = {};
        std::optional<AskedShape> shape = {}; ///< none of very long orders
        std::optional<NamedClass> named = {}; ///< none where no trainer builds its placement
    };
    static Choice choiceOf(Plan plan);
    const Choice& choice() const;

    Choice m_whole; ///< as it is
    Choice m_fused; ///< each B and its W in one
    Result<PytorchText> m_text = PytorchText{};
    QString m_agreed; ///< the file that somebody already agreed to replace

    QComboBox* m_flavour;
    QSpinBox* m_torch;
    QCheckBox* m_fuse;
    QCheckBox* m_ticks;
    QCheckBox* m_fsdp;
    QSpinBox* m_active;
    QLineEdit* m_file;
    QLabel* m_failure;
    QLabel* m_verdict;
    QPlainTextEdit* m_words;
    QPushButton* m_save;
    QPushButton* m_copy;
};

} // namespace lanewright::app
