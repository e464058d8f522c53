// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/banner.h"

#include "app/document/plain_text.h"
#include "app/widgets/controls.h"
#include "app/widgets/layouts.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace lanewright::app {

Banner::Banner(QWidget* parent) : QFrame(parent), m_words(selectable(plainLabel(this))), m_choices(new QHBoxLayout) {
    named(this, {.role = "banner"});
    makeRow(this, {.margins = {20, 7, 12, 7}}, {{m_words, 1}, m_choices});
    hide();
}

void Banner::say(const QString& sentence, const std::vector<Choice>& choices, About about) {
    m_about = about;
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
