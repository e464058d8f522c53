// SPDX-License-Identifier: Apache-2.0
#include "core/picture/picture_file.h"

#include "core/base/joined_by.h"

namespace lanewright {

Result<std::string> pictureFile(const Drawing& drawing, std::string_view ending, double dotsPerInch) {
    if (ending == "svg")
        return toSvg(drawing);
    if (ending == "tex")
        return toTikz(drawing);
    if (ending == "pdf")
        return toPdf(drawing);
    if (ending == "png")
        return toPng(drawing, dotsPerInch);
    return Error{say(phrase("picture", "a picture ends in .%1, not in .%2"), joinedBy(", .", kPictureEndings), ending)};
}

} // namespace lanewright
