// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/handout_dialog.h"

#include "app/widgets/chooser.h"
#include "app/widgets/controls.h"
#include "app/widgets/layouts.h"

#include <QCheckBox>
#include <QFormLayout>
#include <QLocale>
#include <QPushButton>

namespace lanewright::app {

HandoutDialog::HandoutDialog(bool hasAnswer, QWidget* parent)
    : QDialog(parent),
      m_answer(named(new QCheckBox(tr("with the &answer on a last page: the teacher's copy"), this), "answer")),
      m_paper(named(withChoices(new QComboBox(this), {{QStringLiteral("A4"), QPageSize::A4},
                                                      {QStringLiteral("US Letter"), QPageSize::Letter}}),
                    "paper")) {
    setWindowTitle(tr("Handout"));
    setObjectName(QStringLiteral("handoutDialog"));
    m_answer->setEnabled(hasAnswer);
    if (!hasAnswer)
        m_answer->setToolTip(tr("The lesson comes without an answer, and none has been found."));
    if (QLocale::system().measurementSystem() == QLocale::ImperialUSSystem)
        choose(m_paper, QPageSize::Letter);
    QLabel* words = makeParagraph(
        "body", tr("A PDF with the task, its goals and empty lanes to write in, a line for each unit of time."), this);
    auto* form = new QFormLayout;
    form->addRow(tr("&Paper"), m_paper);
    form->addRow(QString(), m_answer);
    const auto [buttons, save] = makeDialogButtons(tr("Save …"), this);
    connect(save, &QPushButton::clicked, this, &QDialog::accept);
    makeColumn(this, {.margins = kDialogMargins, .between = 14}, {words, form, buttons});
}

bool HandoutDialog::withAnswer() const { return m_answer->isChecked(); }

QPageSize::PageSizeId HandoutDialog::paper() const { return chosen<QPageSize::PageSizeId>(m_paper); }

} // namespace lanewright::app
