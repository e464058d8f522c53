// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/banner.h"

#include "app/document/plain_text.h"
#include "app/widgets/controls.h"
#include "app/widgets/layouts.h"

#include <QClipboard>
#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QUrl>

namespace lanewright::app {
namespace {

constexpr const char* kGood = "good";

} // namespace

Banner::Banner(QWidget* parent) : QFrame(parent), m_words(selectable(plainLabel(this))), m_choices(new QHBoxLayout) {
    named(this, {.role = "banner"});
    makeRow(this, {.margins = {20, 7, 12, 7}}, {{m_words, 1}, m_choices});
    hide();
}

void Banner::say(const QString& sentence, const std::vector<Choice>& choices, About about) {
    fill(sentence, choices, about, nullptr);
}

void Banner::sayWritten(const QString& sentence, const QString& path, About about) {
    const auto showFolder = [this, path, about] {
        if (QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(path).absolutePath())))
            return;
        QGuiApplication::clipboard()->setText(QDir::toNativeSeparators(path));
        fill(tr("No program shows folders here. The path is on the clipboard: %1").arg(QDir::toNativeSeparators(path)),
             {}, about, kGood);
    };
    fill(sentence, {{tr("Show in folder"), showFolder}}, about, kGood);
}

void Banner::fill(const QString& sentence, const std::vector<Choice>& choices, About about, const char* tone) {
    m_about = about;
    restyle(*this, "tone", tone);
    while (QLayoutItem* item = m_choices->takeAt(0)) {
        item->widget()->deleteLater();
        delete item;
    }
    m_words->setText(plainParagraphs(sentence));
    const auto add = [this](const QString& words, const std::function<void()>& run) {
        m_choices->addWidget(makeButton(words, this, this, [this, run] {
            hide();
            if (run)
                run();
        }));
    };
    for (const Choice& choice : choices)
        add(choice.words, choice.run);
    add(tr("Close"), {});
    show();
}

void Banner::withdraw(About about) {
    if (m_about == about)
        hide();
}

} // namespace lanewright::app
