// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dialogs/watch_sign.h"

#include "app/document/plain_text.h"
#include "app/widgets/controls.h"
#include "app/widgets/layouts.h"

#include <QToolButton>

namespace lanewright::app {

WatchSign::WatchSign(JobWatch& watch, QWidget* parent)
    : QWidget(parent), m_watch(watch), m_words(new QToolButton(this)), m_stop(new QToolButton(this)) {
    setObjectName(QStringLiteral("watchSign"));
    makeRow(this, {.margins = {0, 0, 8, 0}, .between = 4}, {m_words, m_stop});
    for (QToolButton* each : {m_words, m_stop})
        each->setToolButtonStyle(Qt::ToolButtonTextOnly);
    named(m_words, "watchSignWords")->setText(tr("Watching a job"));
    named(m_stop, {.name = "watchSignStop", .tip = tr("Closes the port; what was measured is kept.")});
    m_stop->setText(tr("Stop"));
    connect(m_words, &QToolButton::clicked, this, &WatchSign::opened);
    connect(m_stop, &QToolButton::clicked, &m_watch, &JobWatch::stop);
    connect(&m_watch, &JobWatch::changed, this, &WatchSign::refresh);
    refresh();
}

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
