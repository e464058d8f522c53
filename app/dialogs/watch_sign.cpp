// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dialogs/watch_sign.h"

#include "app/document/plain_text.h"

#include <QHBoxLayout>
#include <QToolButton>

namespace lanewright::app {

WatchSign::WatchSign(JobWatch& watch, QWidget* parent)
    : QWidget(parent), m_watch(watch), m_words(new QToolButton(this)), m_stop(new QToolButton(this)) {
    setObjectName(QStringLiteral("watchSign"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 8, 0);
    layout->setSpacing(4);
    for (QToolButton* each : {m_words, m_stop}) {
        each->setToolButtonStyle(Qt::ToolButtonTextOnly);
        layout->addWidget(each);
    }
    m_words->setText(tr("Watching a job"));
    m_stop->setObjectName(QStringLiteral("watchSignStop"));
    m_stop->setText(tr("Stop"));
    m_stop->setToolTip(tr("Closes the port; what was measured is kept."));
    connect(m_words, &QToolButton::clicked, this, &WatchSign::opened);
    connect(m_stop, &QToolButton::clicked, &m_watch, &JobWatch::stop);
    connect(&m_watch, &JobWatch::changed, this, &WatchSign::refresh);
    refresh();
}

QString WatchSign::sentence() const { return isHidden() ? QString() : m_words->text(); }

void WatchSign::refresh() {
    switch (m_watch.state()) {
    case JobWatch::State::Idle: return hide();
    case JobWatch::State::Waiting: m_words->setText(tr("Waiting for a job")); break;
    case JobWatch::State::Watching:
        m_words->setText(m_watch.step() ? tr("Watching a job, step %1").arg(*m_watch.step()) : tr("Watching a job"));
        break;
    }
    m_words->setToolTip(plainTip(m_watch.line()));
    show();
}

} // namespace lanewright::app
