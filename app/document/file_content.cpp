// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/file_content.h"

#include "core/io/files.h"

#include <utility>

namespace lanewright {
namespace {

FileContent contentOf(Plan plan) {
    FileContent content{.plan = std::make_shared<const Plan>(std::move(plan))};
    content.analysis = std::make_shared<const Analysis>(analyse(*content.plan));
    return content;
}

} // namespace

Result<FileContent> readContent(const QString& path) {
    const std::string name = path.toStdString();
    const Result<std::string> text = readFile(name);
    if (!text)
        return text.error();
    if (isPytorchCsv(name, *text)) {
        Result<PytorchImport> import = readPytorchCsv(*text);
        if (!import)
            return import.error();
        FileContent content = contentOf(std::move(import->plan));
        content.csv = std::move(import->findings);
        return content;
    }
    Result<Opened> opened = openJson(*text);
    if (!opened)
        return opened.error();
    if (Run* run = std::get_if<Run>(&*opened)) {
        FileContent content = contentOf(run->plan);
        content.run = std::make_shared<const Run>(std::move(*run));
        return content;
    }
    return contentOf(std::get<Plan>(*std::move(opened)));
}

} // namespace lanewright
