// SPDX-License-Identifier: Apache-2.0
#include "core/io/files.h"

/// Where there are no files: in a browser a request can name the document and what was named for it, and nothing else.
namespace lanewright {

namespace {

Error noFiles() { return Error{say(phrase("file", "can't be opened: there are no files here"))}; }

} // namespace

Result<std::string> readFile(const std::string& /*path*/, const ReadOptions& /*options*/) { return noFiles(); }

Result<Done> writeFile(const std::string& /*path*/, std::string_view /*bytes*/, LinkPolicy /*links*/) {
    return noFiles();
}

Result<Done> checkWritable(const std::string& /*path*/) { return noFiles(); }

} // namespace lanewright
