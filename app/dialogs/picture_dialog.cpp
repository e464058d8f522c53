// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dialogs/picture_dialog.h"

#include "app/document/plain_text.h"
#include "app/widgets/chooser.h"
#include "app/widgets/controls.h"
#include "app/widgets/layouts.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPixmap>
#include <QSpinBox>

#include <initializer_list>
#include <utility>

namespace lanewright::app {
namespace {

constexpr int kLeastSide = 200;
constexpr int kMostSide = 20'000;
constexpr QSize kPreview{480, 320};

enum TimeChoice { AllOfIt, WhatIsShown };

QSpinBox* makeSide(const char* name, const QString& words, int value, QWidget* parent) {
    QSpinBox* box = named(makeSpin(kLeastSide, kMostSide, parent, value), {.name = name, .spoken = words});
    box->setSingleStep(100);
    return box;
}

} // namespace

PictureDialog::PictureDialog(std::function<Picture()> now, std::optional<Extent> shown, QWidget* parent)
    : QDialog(parent), m_now(std::move(now)), m_shown(shown) {
    setWindowTitle(tr("Export picture"));
    setObjectName(QStringLiteral("pictureDialog"));
    m_preview = named(plainLabel(this), {.name = "preview", .spoken = tr("Preview")});
    m_preview->setFixedSize(kPreview);
    m_preview->setAlignment(Qt::AlignCenter);
    QDialogButtonBox* buttons = makeDialogButtons(tr("Write the file …"), this).box;
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    makeColumn(this, {.margins = kDialogMargins, .between = 16},
               {{makeRow({.between = 24}, {makeFields(), m_preview}), 1}, buttons});
    changed();
}

QWidget* PictureDialog::makeFields() {
    auto* box = new QWidget(this);
    const auto makeChoice = [&](const char* name, std::initializer_list<Choice> choices) {
        return named(withChoices(new QComboBox(box), choices), name);
    };
    m_format = makeChoice("format", {{tr("PNG: pixels"), QStringLiteral("png")},
                                     {tr("SVG: vectors"), QStringLiteral("svg")},
                                     {tr("PDF: vectors"), QStringLiteral("pdf")},
                                     {tr("TikZ: for LaTeX"), QStringLiteral("tex")}});
    m_theme = makeChoice("theme", {{tr("Light"), QStringLiteral("light")},
                                   {tr("Dark"), QStringLiteral("dark")},
                                   {tr("High contrast"), QStringLiteral("contrast")}});
    m_time = makeChoice("time", {{tr("All of it"), AllOfIt}});
    if (m_shown)
        withChoices(m_time, {{tr("What the window shows"), WhatIsShown}});
    m_title = named(new QCheckBox(tr("Title, numbers and legend"), box), "title");
    m_memory = named(new QCheckBox(tr("Memory"), box), "memory");
    for (QCheckBox* each : {m_title, m_memory})
        each->setChecked(true);
    auto* sides = new QWidget(box);
    m_width = makeSide("width", tr("Width in pixels"), Picture{}.size.width(), sides);
    m_height = makeSide("height", tr("Height in pixels"), Picture{}.size.height(), sides);
    m_height->setSuffix(tr(" px"));
    makeRow(sides, {}, {m_width, plainLabel(QStringLiteral("×"), sides), m_height, freeRoom()});
    sides->setFocusProxy(m_width);
    QFormLayout* form = makeForm(box, {.across = 14, .down = 10});
    form->addRow(tr("&Format"), m_format);
    form->addRow(tr("&Size"), sides);
    form->addRow(tr("&Colours"), m_theme);
    form->addRow(tr("T&ime"), m_time);
    form->addRow(QString(), m_title);
    form->addRow(QString(), m_memory);
    whenChanged({m_format, m_theme, m_time, m_width, m_height, m_title, m_memory}, this, &PictureDialog::changed);
    return box;
}

Picture PictureDialog::picture() const {
    Picture picture = m_now();
    picture.size = {m_width->value(), m_height->value()};
    picture.theme = &Theme::named(chosen<QString>(m_theme));
    picture.title = m_title->isChecked();
    picture.memory = m_memory->isChecked();
    if (chosen<int>(m_time) == WhatIsShown)
        picture.part = PicturePart{.time = *m_shown};
    return picture;
}

void PictureDialog::changed() {
    // TikZ takes size and colours from the document that it becomes a part of, and always shows all.
    const bool isDrawn = ending() != QLatin1String("tex");
    for (QWidget* each : std::initializer_list<QWidget*>{m_width, m_height, m_theme, m_time, m_title, m_memory})
        each->setEnabled(isDrawn);
    if (!isDrawn)
        return m_preview->setText(tr("LaTeX chooses size and colours."));
    const Picture shown = picture();
    const double scale = devicePixelRatioF();
    QPixmap preview(shown.size.scaled(kPreview, Qt::KeepAspectRatio) * scale);
    QPainter painter(&preview);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(static_cast<double>(preview.width()) / shown.size.width(),
                  static_cast<double>(preview.height()) / shown.size.height());
    paintPicture(painter, shown);
    painter.end();
    preview.setDevicePixelRatio(scale);
    m_preview->setPixmap(preview);
}

} // namespace lanewright::app
