// SPDX-License-Identifier: Apache-2.0
#include "core/pytorch/csv_check.h"

namespace lanewright {

Result<PytorchImport> readPytorchCsv(std::string_view text, std::optional<PytorchFlavour> flavour) {
    const Result<pytorch::Sheet> sheet = pytorch::sheetFromText(text, flavour);
    if (!sheet)
        return sheet.error();
    return PytorchImport{.plan = pytorch::planFromSheet(*sheet),
                         .flavour = sheet->flavour,
                         .oldDialect = sheet->oldDialect,
                         .findings = pytorch::check(*sheet, !sheet->oldDialect)};
}

Result<Plan> planFromPytorchCsv(std::string text) {
    Result<pytorch::Sheet> sheet = pytorch::sheetFromText(text, {});
    if (!sheet)
        return sheet.error();
    // A large file would lie in memory beside all that is made of it.
    text = std::string{};
    return pytorch::planFromSheet(*std::move(sheet));
}

} // namespace lanewright
