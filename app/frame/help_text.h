// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTextBrowser>

namespace lanewright::app {

/// Shows a page of the help with the screenshots it names: those of the theme in force, as wide as the text.
class HelpText : public QTextBrowser {
    Q_OBJECT

public:
    using QTextBrowser::QTextBrowser;

    QVariant loadResource(int type, const QUrl& name) override;
};

} // namespace lanewright::app
