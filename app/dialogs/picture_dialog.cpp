// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dialogs/picture_dialog.h"

#include "app/document/plain_text.h"
#include "app/document/translate.h"
#include "app/picture/picture.h"
#include "app/widgets/chooser.h"
#include "app/widgets/controls.h"
#include "app/widgets/layouts.h"
#include "app/widgets/number_box.h"
#include "app/widgets/panel_text.h"
#include "app/widgets/window_parts.h"
#include "core/io/files.h"
#include "core/picture/picture_file.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QEvent>
#include <QFormLayout>
#include <QGridLayout>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPixmap>
#include <QScrollArea>
#include <QTabWidget>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>
#include <utility>

namespace lanewright::app {
namespace {

constexpr QSize kUsualSize{1180, 660};
constexpr int kFieldsWidth = 400;
constexpr int kLetters = 14;
/// The first choice of the second page; its checks need no label.
constexpr std::string_view kFirstOfContents = "show";

struct Named {
    std::string_view key;
    const char* words;
};

QString wordsIn(const auto& table, std::string_view key) {
    const auto* const found = std::ranges::find(table, key, &Named::key);
    return found == std::end(table) ? toQt(key) : PictureDialog::tr(found->words);
}

/// What the form says of a row.
QString labelOf(const StyleRow& row) {
    static constexpr Named kLabels[] = {
        {"width", QT_TRANSLATE_NOOP("lanewright::app::PictureDialog", "&Width")},
        {"height", QT_TRANSLATE_NOOP("lanewright::app::PictureDialog", "&Height")},
        {"font", QT_TRANSLATE_NOOP("lanewright::app::PictureDialog", "&Type, in points")},
        {"lane", QT_TRANSLATE_NOOP("lanewright::app::PictureDialog", "&Lane to lane, in points")},
        {"dpi", QT_TRANSLATE_NOOP("lanewright::app::PictureDialog", "Pixels per &inch")},
        {"theme", QT_TRANSLATE_NOOP("lanewright::app::PictureDialog", "&Ground")},
        {"palette", QT_TRANSLATE_NOOP("lanewright::app::PictureDialog", "&Colours")},
        {"colour-by", QT_TRANSLATE_NOOP("lanewright::app::PictureDialog", "Colours tell &apart")},
        {"hatch", QT_TRANSLATE_NOOP("lanewright::app::PictureDialog", "Hatche&d")},
        {"show", QT_TRANSLATE_NOOP("lanewright::app::PictureDialog", "Shows")},
        {"numbering", QT_TRANSLATE_NOOP("lanewright::app::PictureDialog", "&Numbers in blocks")},
        {"count-from", QT_TRANSLATE_NOOP("lanewright::app::PictureDialog", "Counts &from")},
        {"time", QT_TRANSLATE_NOOP("lanewright::app::PictureDialog", "T&ime")},
        {"ranks", QT_TRANSLATE_NOOP("lanewright::app::PictureDialog", "&Ranks")},
        {"arrows", QT_TRANSLATE_NOOP("lanewright::app::PictureDialog", "&Arrows of microbatches")},
        {"iterations", QT_TRANSLATE_NOOP("lanewright::app::PictureDialog", "It&erations")},
        {"optimizer-mode", QT_TRANSLATE_NOOP("lanewright::app::PictureDialog", "O&ptimizer's step")},
        {"run", QT_TRANSLATE_NOOP("lanewright::app::PictureDialog", "&Measured run")},
    };
    return wordsIn(kLabels, row.name);
}

/// A value in words; one without is shown as it is written.
QString choiceText(std::string_view choice) {
    static constexpr Named kChoices[] = {
        {"column", QT_TRANSLATE_NOOP("lanewright::app::PictureDialog", "Column of a paper")},
        {"page", QT_TRANSLATE_NOOP("lanewright::app::PictureDialog", "Page of a paper")},
        {"slide", QT_TRANSLATE_NOOP("lanewright::app::PictureDialog", "Slide")},
        {"auto", QT_TRANSLATE_NOOP("lanewright::app::PictureDialog", "Fitting")},
        {"light", QT_TRANSLATE_NOOP("lanewright::app::PictureDialog", "Light, for paper")},
        {"dark", QT_TRANSLATE_NOOP("lanewright::app::PictureDialog", "Dark")},
        {"contrast", QT_TRANSLATE_NOOP("lanewright::app::PictureDialog", "High contrast")},
        {"lanewright", QT_TRANSLATE_NOOP("lanewright::app::PictureDialog", "Lanewright's")},
        {"grey", QT_TRANSLATE_NOOP("lanewright::app::PictureDialog", "Grey that prints")},
        {"safe", QT_TRANSLATE_NOOP("lanewright::app::PictureDialog", "Safe for every colour vision")},
        {"zero-bubble", QT_TRANSLATE_NOOP("lanewright::app::PictureDialog", "As in Zero Bubble")},
        {"dualpipe", QT_TRANSLATE_NOOP("lanewright::app::PictureDialog", "As in DualPipe")},
        {"megatron", QT_TRANSLATE_NOOP("lanewright::app::PictureDialog", "As in Megatron")},
        {"kind", QT_TRANSLATE_NOOP("lanewright::app::PictureDialog", "Kinds of ops")},
        {"chunk", QT_TRANSLATE_NOOP("lanewright::app::PictureDialog", "Chunks")},
        {"microbatch", QT_TRANSLATE_NOOP("lanewright::app::PictureDialog", "Microbatch")},
        {"stage", QT_TRANSLATE_NOOP("lanewright::app::PictureDialog", "Stage.microbatch")},
        {"none", QT_TRANSLATE_NOOP("lanewright::app::PictureDialog", "None")},
        {"weights", QT_TRANSLATE_NOOP("lanewright::app::PictureDialog", "Weight gradients")},
        {"kinds", QT_TRANSLATE_NOOP("lanewright::app::PictureDialog", "Each kind in its way")},
        {"numbers", QT_TRANSLATE_NOOP("lanewright::app::PictureDialog", "Key figures")},
        {"legend", QT_TRANSLATE_NOOP("lanewright::app::PictureDialog", "Legend")},
        {"ranks", QT_TRANSLATE_NOOP("lanewright::app::PictureDialog", "Names of ranks")},
        {"digits", QT_TRANSLATE_NOOP("lanewright::app::PictureDialog", "Digits in blocks")},
        {"memory", QT_TRANSLATE_NOOP("lanewright::app::PictureDialog", "Memory")},
        {"title", QT_TRANSLATE_NOOP("lanewright::app::PictureDialog", "Title")},
        {"ruler", QT_TRANSLATE_NOOP("lanewright::app::PictureDialog", "Ruler")},
        {"bubbles", QT_TRANSLATE_NOOP("lanewright::app::PictureDialog", "Bubbles, hatched")},
        {"all", QT_TRANSLATE_NOOP("lanewright::app::PictureDialog", "All")},
        {"time", QT_TRANSLATE_NOOP("lanewright::app::PictureDialog", "All of it")},
        {"file", QT_TRANSLATE_NOOP("lanewright::app::PictureDialog", "As the file says")},
        {"sync", QT_TRANSLATE_NOOP("lanewright::app::PictureDialog", "Synchronous")},
        {"postvalidated", QT_TRANSLATE_NOOP("lanewright::app::PictureDialog", "Post-validated")},
        {"bars", QT_TRANSLATE_NOOP("lanewright::app::PictureDialog", "Bars under the blocks")},
        {"below", QT_TRANSLATE_NOOP("lanewright::app::PictureDialog", "Lanes below the plan")},
        {"alone", QT_TRANSLATE_NOOP("lanewright::app::PictureDialog", "Alone")},
    };
    return wordsIn(kChoices, choice);
}

} // namespace

PictureDialog::PictureDialog(std::function<FigureContents(const FigureStyle&)> contents, const PictureStart& start,
                             QWidget* parent)
    : QDialog(parent), m_contents(std::move(contents)), m_folders(start.folders), m_style(start.style),
      m_named(start.style) {
    setWindowTitle(tr("Export picture"));
    setObjectName(QStringLiteral("pictureDialog"));
    QWidget* head = makeHead(start.ending);
    QWidget* tabs = makeTabs(start);
    m_failure = makeFailure(this);
    QWidget* preview = makePreview();
    const auto [buttons, write] = makeDialogButtons(tr("Write the file …"), this);
    m_write = write;
    connect(buttons, &QDialogButtonBox::accepted, this, &PictureDialog::writeRequested);
    makeColumn(
        this, {.margins = kDialogMargins, .between = 14},
        {{makeRow({.between = 20}, {makeColumn({.between = 12}, {head, wide(tabs), m_failure}), wide(preview)}), 1},
         buttons});
    resize(kUsualSize);
    showChoices(start.style);
    m_format->setFocus();
}

void PictureDialog::fail(const QString& sentence) { showWords(*m_failure, sentence); }

QString PictureDialog::ending() const { return chosen<QString>(m_format); }

QWidget* PictureDialog::makeHead(const QString& ending) {
    auto* box = new QWidget(this);
    box->setFixedWidth(kFieldsWidth);
    m_format = named(withChoices(new QComboBox(box), {{tr("SVG: vectors"), QStringLiteral("svg")},
                                                      {tr("PDF: vectors"), QStringLiteral("pdf")},
                                                      {tr("PNG: pixels"), QStringLiteral("png")},
                                                      {tr("TikZ: for LaTeX"), QStringLiteral("tex")}}),
                     "format");
    choose(m_format, ending);
    m_styles = named(makeChooser(kLetters, box), "styles");
    auto* save = named(new QPushButton(tr("&Save as style …"), box), "saveStyle");
    connect(save, &QPushButton::clicked, this, [this] {
        QInputDialog* ask = makeInput("styleDialog", tr("Save as style"), tr("Name of the style:"), this);
        connect(ask, &QInputDialog::textValueSelected, this, &PictureDialog::saveStyle);
        opened(ask);
    });
    QFormLayout* form = makeForm(box, {.across = 14, .down = 8});
    form->addRow(tr("F&ormat"), m_format);
    addRow(*form, tr("St&yle"), makeRow({.between = 8}, {wide(m_styles), save}), m_styles);
    listStyles();
    whenChanged({m_format}, this, &PictureDialog::changed);
    connect(m_styles, &QComboBox::activated, this, &PictureDialog::loadChosenStyle);
    return box;
}

QWidget* PictureDialog::makeTabs(const PictureStart& start) {
    auto* tabs = named(new QTabWidget(this), "pictureTabs");
    tabs->setFixedWidth(kFieldsWidth);
    QFormLayout* form = nullptr;
    const auto addPage = [&](const QString& title) {
        auto* page = new QWidget(tabs);
        form = makeForm(page, {.margins = {12, 14, 12, 8}, .across = 14, .down = 8});
        tabs->addTab(page, title);
    };
    addPage(tr("Size and colours"));
    for (const StyleRow& row : styleRows()) {
        if (row.name == kFirstOfContents)
            addPage(tr("What it shows"));
        m_fields.push_back(makeField(row, start, form->parentWidget()));
        if (row.name == kFirstOfContents)
            form->addRow(m_fields.back().widget);
        else
            form->addRow(labelOf(row), m_fields.back().widget);
    }
    return tabs;
}

PictureDialog::Field PictureDialog::makeField(const StyleRow& row, const PictureStart& start, QWidget* page) {
    Field field{.row = &row, .label = labelOf(row).remove(QLatin1Char('&'))};
    const std::string name(row.name);
    if (row.isList && row.choices.size() > 2) {
        field = makeChecks(row, page);
    } else {
        QComboBox* box = makeChooser(kLetters, page);
        for (const std::string_view choice : row.choices)
            withChoices(box, {{choiceText(row.name == "time" ? row.name : choice), toQt(choice)}});
        const auto offer = [&](const QString& words, const Stretched& stretch) {
            FigureStyle style;
            style.time = stretch;
            withChoices(box, {{words, toQt(row.write(style))}});
        };
        if (row.name == "time" && start.shown)
            offer(tr("What the window shows"), *start.shown);
        for (const Stretched& stretch : row.name == "time" ? start.marked : std::vector<Stretched>{})
            offer(tr("The marked stretch"), stretch);
        if (row.takesOthers) {
            box->setEditable(true);
            box->setInsertPolicy(QComboBox::NoInsert);
            box->lineEdit()->setPlaceholderText(toQt(row.placeholder));
            connect(box, &QComboBox::currentTextChanged, this, &PictureDialog::changed);
        } else {
            whenChanged({box}, this, &PictureDialog::changed);
        }
        field.widget = box;
        field.value = [box, isList = row.isList] {
            const int place = box->isEditable() ? box->findText(box->currentText()) : box->currentIndex();
            if (place >= 0)
                return box->itemData(place).toString();
            return isList ? box->currentText() : withPoint(box->currentText());
        };
        field.show = [box](const QString& value) {
            const int place = box->findData(value);
            box->setCurrentIndex(place);
            if (place < 0)
                box->setEditText(value);
        };
    }
    giveNames(*field.widget, {.name = name.c_str(), .spoken = field.label});
    return field;
}

PictureDialog::Field PictureDialog::makeChecks(const StyleRow& row, QWidget* page) {
    auto* box = new QWidget(page);
    QGridLayout* grid = makeGrid(box, {.across = 12, .down = 4});
    std::vector<QCheckBox*> checks;
    for (const std::string_view choice : row.choices) {
        const auto place = static_cast<int>(checks.size());
        checks.push_back(new QCheckBox(choiceText(choice), box));
        checks.back()->setObjectName(toQt(row.name) + QLatin1Char('-') + toQt(choice));
        grid->addWidget(checks.back(), place / 2, place % 2);
        whenChanged({checks.back()}, this, &PictureDialog::changed);
    }
    box->setFocusProxy(checks.front());
    const auto value = [checks, &row] {
        QStringList chosenOnes;
        for (std::size_t i = 0; i < checks.size(); ++i)
            if (checks[i]->isChecked())
                chosenOnes << toQt(row.choices[i]);
        return chosenOnes.isEmpty() ? QStringLiteral("none") : chosenOnes.join(QLatin1Char(','));
    };
    const auto showValue = [checks, &row](const QString& text) {
        const QStringList chosenOnes = text.split(QLatin1Char(','));
        for (std::size_t i = 0; i < checks.size(); ++i)
            checks[i]->setChecked(text == QLatin1String("all") || chosenOnes.contains(toQt(row.choices[i])));
    };
    return {.row = &row, .widget = box, .label = labelOf(row), .value = value, .show = showValue};
}

QWidget* PictureDialog::makePreview() {
    auto* box = new QWidget(this);
    m_zoom = named(withChoices(new QComboBox(box), {{tr("True size"), true}, {tr("Fit the window"), false}}),
                   {.name = "zoom", .spoken = tr("Size of the preview")});
    m_size = named(makeLabel("caption", {}, box), "size");
    m_area = named(new QScrollArea(box), {.name = "previewArea", .spoken = tr("Preview")});
    m_preview = named(plainLabel(m_area), "preview");
    m_area->setWidget(m_preview);
    m_area->setAlignment(Qt::AlignCenter);
    m_area->viewport()->installEventFilter(this);
    m_leftOut = named(makeParagraph("caption", {}, box), "leftOut");
    makeColumn(box, {.between = 8}, {makeRow({.between = 10}, {m_zoom, freeRoom(), m_size}), wide(m_area), m_leftOut});
    whenChanged({m_zoom}, this, &PictureDialog::showPreview);
    return box;
}

bool PictureDialog::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize && watched == m_area->viewport())
        showPreview();
    return QDialog::eventFilter(watched, event);
}

void PictureDialog::listStyles() {
    m_styles->clear();
    withChoices(m_styles, {{tr("Own choices"), QString()}});
    for (const std::string_view name : builtInStyles())
        withChoices(m_styles, {{toQt(name), toQt(name)}});
    const QString pattern = QLatin1Char('*') + toQt(kStyleEnding);
    for (const std::string& folder : m_folders)
        for (const QFileInfo& file : QDir(toQt(folder)).entryInfoList({pattern}, QDir::Files, QDir::Name))
            if (m_styles->findData(file.completeBaseName()) < 0)
                withChoices(m_styles, {{plainLine(file.completeBaseName()), file.completeBaseName()}});
}

void PictureDialog::loadChosenStyle() {
    const QString name = chosen<QString>(m_styles);
    FigureStyle style;
    if (name.isEmpty())
        return;
    if (const Result<Done> loaded = loadStyle(name.toStdString(), m_folders, style); !loaded)
        return showWords(*m_failure, sentenceOf(loaded.error()));
    m_named = style;
    showChoices(style);
}

void PictureDialog::saveStyle(const QString& name) {
    if (name.isEmpty() || m_folders.empty() || QFileInfo(name).fileName() != name)
        return showWords(*m_failure, tr("A style's name is the name of a file, without folders."));
    const QString folder = toQt(m_folders.back());
    QDir().mkpath(folder);
    const QString file = folder + QLatin1Char('/') + name + toQt(kStyleEnding);
    if (const Result<Done> written = writeFile(file.toStdString(), styleText(m_style)); !written)
        return showWords(*m_failure, sentenceOf(written.error()));
    m_named = m_style;
    listStyles();
    choose(m_styles, name);
}

void PictureDialog::showChoices(const FigureStyle& style) {
    m_isQuiet = true;
    for (const Field& field : m_fields)
        field.show(toQt(field.row->write(style)));
    m_isQuiet = false;
    changed();
}

void PictureDialog::changed() {
    if (m_isQuiet)
        return;
    FigureStyle style;
    QString wrong;
    for (const Field& field : m_fields) {
        const Result<Done> read = field.row->read(style, field.value().toStdString());
        if (!read && wrong.isEmpty())
            wrong = tr("%1: %2.").arg(field.label, translated(read.error().message));
    }
    const FigureContents figure = m_contents(style);
    for (const Field& field : m_fields) {
        if (field.row->name == "dpi")
            field.widget->setEnabled(ending() == QLatin1String("png"));
        if (field.row->name == "run")
            field.widget->setEnabled(figure.panels.front().measured != nullptr);
    }
    Result<LaidOut> laid = wrong.isEmpty() ? layOut(figure) : Error{};
    if (wrong.isEmpty() && !laid)
        wrong = sentenceOf(laid.error());
    showWords(*m_failure, wrong);
    m_write->setEnabled(laid.ok());
    if (!laid)
        return;
    m_style = style;
    m_laid = *std::move(laid);
    if (m_style != m_named)
        m_styles->setCurrentIndex(0);
    showPreview();
}

void PictureDialog::showPreview() {
    constexpr double kMillimetres = 25.4 / 72;
    const Drawing& drawing = m_laid.drawing;
    if (drawing.width <= 0 || drawing.height <= 0)
        return;
    const QSizeF room = m_area->viewport()->size();
    const double fit = std::min(room.width() / drawing.width, room.height() / drawing.height);
    const double scale = chosen<bool>(m_zoom) ? logicalDpiX() / 72.0 : fit;
    const double density = devicePixelRatioF();
    QPixmap picture((QSizeF(drawing.width, drawing.height) * scale * density).toSize());
    if (!picture.isNull()) {
        QPainter painter(&picture);
        painter.scale(picture.width() / drawing.width, picture.height() / drawing.height);
        paintDrawing(painter, drawing);
    }
    picture.setDevicePixelRatio(density);
    m_preview->setPixmap(picture);
    m_preview->adjustSize();
    m_preview->setAccessibleName(tr("Preview: %1").arg(plainLine(drawing.title)));
    m_size->setText(
        tr("%1 × %2 mm")
            .arg(decimalText(drawing.width * kMillimetres, 1), decimalText(drawing.height * kMillimetres, 1)));
    QStringList sentences;
    for (const Message& each : m_laid.leftOut)
        sentences << translated(each);
    showWords(*m_leftOut, sentences.join(QLatin1Char(' ')));
}

} // namespace lanewright::app
