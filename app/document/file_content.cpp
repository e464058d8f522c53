// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/file_content.h"

#include "app/document/shown_step.h"
#include "core/io/files.h"

#include <QByteArrayView>
#include <QCryptographicHash>

#include <utility>

namespace lanewright::app {
namespace {

FileContent contentOf(Plan plan) {
    FileContent content{.plan = std::make_shared<const Plan>(std::move(plan))};
    content.analysis = std::make_shared<const Analysis>(analyse(*content.plan));
    return content;
}

} // namespace

FileContent contentOf(Run run) {
    FileContent content = contentOf(Plan(run.plan));
    content.run = std::make_shared<const Run>(std::move(run));
    const StepRecord* step = comparedStepOf(*content.run, stepShownOf(*content.run));
    content.comparison = std::make_shared<const Comparison>(
        compareStep(*content.plan, content.analysis->timeline, content.run.get(), step));
    return content;
}

Result<ParsedContent> parseContent(const QString& path, const std::string& text) {
    if (isPytorchCsv(path.toStdString(), text)) {
        Result<PytorchImport> import = readPytorchCsv(text);
        if (!import)
            return import.error();
        return ParsedContent{std::move(import->plan), std::move(import->findings)};
    }
    Result<Opened> opened = openJson(text);
    if (!opened)
        return opened.error();
    return ParsedContent{*std::move(opened)};
}

QByteArray stampOf(const std::string& text) {
    const auto bytes = QByteArrayView(text.data(), static_cast<qsizetype>(text.size()));
    QCryptographicHash hash(QCryptographicHash::Sha1);
    hash.addData(bytes);
    return hash.result().toHex();
}

Result<FileContent> readContent(const QString& path) {
    // Nobody waits at a window for what may come from a pipe.
    const Result<std::string> text = readFile(path.toStdString(), {.waitsForPipes = false});
    if (!text)
        return text.error();
    Result<ParsedContent> parsed = parseContent(path, *text);
    if (!parsed)
        return parsed.error();
    Run* run = std::get_if<Run>(&parsed->opened);
    FileContent content = run ? contentOf(std::move(*run)) : contentOf(std::get<Plan>(std::move(parsed->opened)));
    content.csv = std::move(parsed->csv);
    content.stamp = stampOf(*text);
    return content;
}

} // namespace lanewright::app
