// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/render.h"

#include "app/document/document.h"
#include "app/picture/picture.h"
#include "app/widgets/panel_text.h"
#include "core/base/places.h"

namespace lanewright::app {
namespace {

Error named(const QString& file, const Error& error) {
    return {error.message, within(file.toStdString(), error.where)};
}

} // namespace

Result<Done> render(const CommandLine& line) {
    Document document;
    if (const Result<Done> opened = document.open(line.files.front()); !opened)
        return named(line.files.front(), opened.error());
    if (!line.run.isEmpty()) {
        Document measured;
        if (const Result<Done> opened = measured.open(line.run); !opened)
            return named(line.run, opened.error());
        if (!measured.run())
            return Error{"this is a schedule; --with takes a measured run (*.lwrun)", line.run.toStdString()};
        document.setRun(measured.run());
    }
    Picture picture{.plan = &document.plan(),
                    .planned = &document.timeline(),
                    .measured = document.measured(),
                    .theme = &Theme::named(line.theme),
                    .size = line.size};
    if (picture.measured) {
        const Run& run = *document.run();
        picture.otherOrder = document.runIsOfAnotherOrder();
        QStringList note{picture.otherOrder ? QStringLiteral("measured in another order")
                         : run.paced        ? QStringLiteral("measured, paced")
                                            : QStringLiteral("measured"),
                         stepText(run, *document.shownStep())};
        picture.measuredNote = note.join(QStringLiteral(", "));
    }
    const Result<Done> written = exportPicture(picture, line.out);
    return written ? written : named(line.out, written.error());
}

} // namespace lanewright::app
