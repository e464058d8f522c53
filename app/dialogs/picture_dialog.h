// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/qt_names.h"
#include "core/picture/figure_layout.h"

#include <QDialog>
#include <QString>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace lanewright::app {

/// What the dialog for pictures begins with.
struct PictureStart {
    FigureStyle style = {};
    QString ending = {};                   ///< the file's: `svg`; empty: the first
    std::optional<Stretched> shown = {};   ///< on the screen, where that is not all
    std::vector<Stretched> marked = {};    ///< by a person
    std::vector<std::string> folders = {}; ///< with files of styles; the last is where new ones go
};

/// Asks how a picture shall look that is written to a file: a field for each choice of `styleRows`, styles with names,
/// and beside them the picture as it will be.
class PictureDialog : public QDialog {
    Q_OBJECT

public:
    /// `contents` gives what is drawn at that moment.
    PictureDialog(std::function<FigureContents(const FigureStyle&)> contents, const PictureStart& start,
                  QWidget* parent = nullptr);

    const FigureStyle& style() const { return m_style; }
    /// What the preview shows.
    const Drawing& drawing() const { return m_laid.drawing; }
    /// The ending of the file's name: `png`, `svg`, `pdf` or `tex`.
    QString ending() const;
    /// Says why it was not written, and stays.
    void fail(const QString& sentence);

Q_SIGNALS:
    void writeRequested();

private:
    bool eventFilter(QObject* watched, QEvent* event) override;

    /// Says and takes a choice as its row has it.
    struct Field {
        const StyleRow* row = nullptr;
        QWidget* widget = nullptr;
        QString label = {}; ///< without the letter to press
        std::function<QString()> value = {};
        std::function<void(const QString&)> show = {};
    };

    QWidget* makeHead(const QString& ending);
    QWidget* makeTabs(const PictureStart& start);
    QWidget* makePreview();
    Field makeField(const StyleRow& row, const PictureStart& start, QWidget* page);
    Field makeChecks(const StyleRow& row, QWidget* page);
    void listStyles();
    void loadChosenStyle();
    void saveStyle(const QString& name);
    void showChoices(const FigureStyle& style);
    void changed();
    void showPreview();

    std::function<FigureContents(const FigureStyle&)> m_contents;
    std::vector<std::string> m_folders;
    std::vector<Field> m_fields;
    FigureStyle m_style;
    FigureStyle m_named; ///< the style that the chooser names
    LaidOut m_laid;
    bool m_isQuiet = false; ///< fields are set together, and looked at afterwards
    QComboBox* m_format = nullptr;
    QComboBox* m_styles = nullptr;
    QLabel* m_failure = nullptr;
    QComboBox* m_zoom = nullptr;
    QLabel* m_size = nullptr;
    QScrollArea* m_area = nullptr;
    QLabel* m_preview = nullptr;
    QLabel* m_leftOut = nullptr;
    QPushButton* m_write = nullptr;
};

} // namespace lanewright::app
