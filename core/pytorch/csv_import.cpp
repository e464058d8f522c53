// SPDX-License-Identifier: Apache-2.0
#include "core/pytorch/csv_check.h"

namespace lanewright {

namespace {

void addVerdicts(const pytorch::Sheet& sheet, const TransportQuestion& asked, PytorchImport& import) {
    import.verdicts = pytorch::verdictsOf(sheet, asked, true);
    for (const HangVerdict& verdict : import.verdicts)
        if (!verdict.runs())
            import.findings.push_back({.code = "rendezvous",
                                       .severity = Severity::Warning,
                                       .row = verdict.rank + 1,
                                       .column = sheet.rows[verdict.rank][verdict.step].column,
                                       .message = verdict.hang,
                                       .op = verdict.op});
    pytorch::putInOrder(import.findings);
}

} // namespace

Result<PytorchImport> readPytorchCsv(std::string_view text, std::optional<PytorchFlavour> flavour,
                                     const TransportQuestion& asked) {
    const Result<pytorch::Sheet> sheet = pytorch::sheetFromText(text, flavour);
    if (!sheet)
        return sheet.error();
    PytorchImport import{.plan = pytorch::planFromSheet(*sheet),
                         .flavour = sheet->flavour,
                         .oldDialect = sheet->oldDialect,
                         .findings = pytorch::check(*sheet, !sheet->oldDialect, asked)};
    if (sheet->flavour == PytorchFlavour::ComputeComms && isLoadable(import.findings))
        addVerdicts(*sheet, asked, import);
    return import;
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
