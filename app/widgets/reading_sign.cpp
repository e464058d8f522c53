// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/reading_sign.h"

#include "app/document/plain_text.h"

#include <QLabel>
#include <QProgressBar>
#include <QProgressDialog>

namespace lanewright::app {

void ReadingSign::show(const Words& words, int end) {
    hide();
    m_dialog = new QProgressDialog({}, tr("Stop"), 0, end, &m_window);
    auto* label = plainLabel(words.what, m_dialog);
    label->setAlignment(Qt::AlignCenter);
    m_dialog->setLabel(label);
    m_dialog->setObjectName(words.name);
    m_dialog->setWindowTitle(words.title);
    m_dialog->setWindowModality(Qt::WindowModal);
    m_dialog->setMinimumDuration(0);
    m_dialog->setAutoReset(false);
    m_dialog->findChild<QProgressBar*>()->setAccessibleName(words.bar);
    connect(m_dialog, &QProgressDialog::canceled, this, &ReadingSign::stopped);
    m_dialog->show();
}

void ReadingSign::setValue(int value) {
    if (m_dialog)
        m_dialog->setValue(value);
}

void ReadingSign::hide() {
    if (!m_dialog)
        return;
    m_dialog->disconnect(this);
    m_dialog->hide();
    m_dialog->deleteLater();
    m_dialog = nullptr;
}

} // namespace lanewright::app
