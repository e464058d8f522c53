// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/banner.h"

#include "app/document/plain_text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace lanewright::app {

Banner::Banner(QWidget* parent) : QFrame(parent), m_words(plainLabel(this)), m_choices(new QHBoxLayout) {
    setProperty("role", QStringLiteral("banner"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(20, 7, 12, 7);
    m_words->setWordWrap(true);
    m_words->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout->addWidget(m_words, 1);
    layout->addLayout(m_choices);
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
        auto* button = new QPushButton(words, this);
        m_choices->addWidget(button);
        connect(button, &QPushButton::clicked, this, [this, run] {
            hide();
            if (run)
                run();
        });
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

QString Banner::sentence() const { return isHidden() ? QString() : m_words->text(); }

} // namespace lanewright::app
