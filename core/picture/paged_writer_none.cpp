// SPDX-License-Identifier: Apache-2.0
// What stands in for Pango and cairo where the build has none.
#include "core/picture/picture_file.h"

namespace lanewright {
namespace {

Error notBuilt() {
    return {
        say(phrase("picture", "this build writes SVG and TikZ only: it was made without Pango, for Debian the package "
                              "libpango1.0-dev"))};
}

} // namespace

Result<std::string> toPdf(const Drawing&) { return notBuilt(); }
Result<std::string> toPng(const Drawing&, double) { return notBuilt(); }

} // namespace lanewright
