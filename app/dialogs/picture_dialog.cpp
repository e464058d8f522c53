// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dialogs/picture_dialog.h"

#include "app/document/plain_text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPixmap>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <initializer_list>
#include <utility>

namespace lanewright::app {
namespace {

constexpr int kLeastSide = 200;
constexpr int kMostSide = 20'000;
constexpr QSize kPreview{480, 320};

enum TimeChoice { AllOfIt, WhatIsShown };

QSpinBox* makeSide(const char* name, const QString& words, int value, QWidget* parent) {
    auto* box = new QSpinBox(parent);
    box->setObjectName(QLatin1String(name));
    box->setAccessibleName(words);
    box->setRange(kLeastSide, kMostSide);
    box->setSingleStep(100);
    box->setValue(value);
    return box;
}

} // namespace

PictureDialog::PictureDialog(std::function<Picture()> now, std::optional<Extent> shown, QWidget* parent)
    : QDialog(parent), m_now(std::move(now)), m_shown(shown) {
    setWindowTitle(tr("Export picture"));
    setObjectName(QStringLiteral("pictureDialog"));
    m_preview = plainLabel(this);
    m_preview->setObjectName(QStringLiteral("preview"));
    m_preview->setAccessibleName(tr("Preview"));
    m_preview->setFixedSize(kPreview);
    m_preview->setAlignment(Qt::AlignCenter);
    auto* buttons = new QDialogButtonBox(this);
    auto* write = new QPushButton(tr("Write the file …"), buttons);
    write->setObjectName(QStringLiteral("primary"));
    write->setDefault(true);
    buttons->addButton(write, QDialogButtonBox::AcceptRole);
    buttons->addButton(QDialogButtonBox::Cancel);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* across = new QHBoxLayout;
    across->setSpacing(24);
    across->addWidget(makeFields());
    across->addWidget(m_preview);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 18, 20, 16);
    layout->setSpacing(16);
    layout->addLayout(across, 1);
    layout->addWidget(buttons);
    changed();
}

QWidget* PictureDialog::makeFields() {
    auto* box = new QWidget(this);
    auto* form = new QFormLayout(box);
    form->setContentsMargins(0, 0, 0, 0);
    form->setHorizontalSpacing(14);
    form->setVerticalSpacing(10);
    const auto makeChoice = [&](const char* name) {
        auto* choice = new QComboBox(box);
        choice->setObjectName(QLatin1String(name));
        return choice;
    };
    m_format = makeChoice("format");
    m_format->addItem(tr("PNG: pixels"), QStringLiteral("png"));
    m_format->addItem(tr("SVG: vectors"), QStringLiteral("svg"));
    m_format->addItem(tr("PDF: vectors"), QStringLiteral("pdf"));
    m_format->addItem(tr("TikZ: for LaTeX"), QStringLiteral("tex"));
    m_theme = makeChoice("theme");
    m_theme->addItem(tr("Light"), QStringLiteral("light"));
    m_theme->addItem(tr("Dark"), QStringLiteral("dark"));
    m_theme->addItem(tr("High contrast"), QStringLiteral("contrast"));
    m_time = makeChoice("time");
    m_time->addItem(tr("All of it"), AllOfIt);
    if (m_shown)
        m_time->addItem(tr("What the window shows"), WhatIsShown);
    m_title = new QCheckBox(tr("Title, numbers and legend"), box);
    m_title->setObjectName(QStringLiteral("title"));
    m_memory = new QCheckBox(tr("Memory"), box);
    m_memory->setObjectName(QStringLiteral("memory"));
    for (QCheckBox* each : {m_title, m_memory})
        each->setChecked(true);
    form->addRow(tr("&Format"), m_format);
    form->addRow(tr("&Size"), makeSize());
    form->addRow(tr("&Colours"), m_theme);
    form->addRow(tr("T&ime"), m_time);
    form->addRow(QString(), m_title);
    form->addRow(QString(), m_memory);
    for (const QComboBox* each : {m_format, m_theme, m_time})
        connect(each, &QComboBox::currentIndexChanged, this, &PictureDialog::changed);
    for (const QSpinBox* each : {m_width, m_height})
        connect(each, &QSpinBox::valueChanged, this, &PictureDialog::changed);
    for (const QCheckBox* each : {m_title, m_memory})
        connect(each, &QCheckBox::toggled, this, &PictureDialog::changed);
    return box;
}

QWidget* PictureDialog::makeSize() {
    auto* box = new QWidget(this);
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    const QSize size = Picture{}.size;
    m_width = makeSide("width", tr("Width in pixels"), size.width(), box);
    m_height = makeSide("height", tr("Height in pixels"), size.height(), box);
    m_height->setSuffix(tr(" px"));
    row->addWidget(m_width);
    row->addWidget(plainLabel(QStringLiteral("×"), box));
    row->addWidget(m_height);
    row->addStretch(1);
    box->setFocusProxy(m_width);
    return box;
}

Picture PictureDialog::picture() const {
    Picture picture = m_now();
    picture.size = {m_width->value(), m_height->value()};
    picture.theme = &Theme::named(m_theme->currentData().toString());
    picture.title = m_title->isChecked();
    picture.memory = m_memory->isChecked();
    if (m_time->currentData().toInt() == WhatIsShown)
        picture.part = PicturePart{.time = *m_shown};
    return picture;
}

QString PictureDialog::ending() const { return m_format->currentData().toString(); }

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
