// SPDX-License-Identifier: Apache-2.0
#include "core/io/optimizer_json.h"

#include "core/io/forms.h"

#include <cmath>
#include <string>

namespace lanewright {

namespace {

/// A finite number in [0, most), `most` excluded.
Form<double> realBelow(double most) {
    const std::string below =
        std::isfinite(most) ? R"(, "exclusiveMaximum": )" + std::to_string(static_cast<int>(most)) : "";
    return form::of(
        [most](const json::Node& node, Trouble& trouble) {
            const double value = realFrom(node, trouble);
            if (!(std::isfinite(value) && value >= 0 && value < most))
                trouble.add(std::isfinite(most) ? say(phrase("file", "must be a number from %1 on and below %2"), 0,
                                                      static_cast<int>(most))
                                                : say(phrase("file", "must be a number from %1 on"), 0),
                            node);
            return value;
        },
        R"({"type": "number", "minimum": 0)" + below + "}");
}

const FileFields<OptimizerSettings>& optimizerFields() {
    using Settings = OptimizerSettings;
    static const FileFields<Settings> kFields = {
        {"mode", &Settings::mode, form::choiceOf(kOptimizerModes, form::Refused::Not)},
        {"learning_rate", &Settings::learningRate, realBelow(INFINITY)},
        {"beta1", &Settings::beta1, realBelow(1)},
        {"beta2", &Settings::beta2, realBelow(1)},
        {"epsilon", &Settings::epsilon, realBelow(INFINITY)},
        {"weight_decay", &Settings::weightDecay, realBelow(INFINITY)},
        {"clip", &Settings::clip, realBelow(INFINITY)}};
    return kFields;
}

} // namespace

Form<OptimizerSettings> optimizerForm() { return form::object(optimizerFields()); }

Form<OptimizerMode> optimizerModeForm(form::Refused how) {
    using enum OptimizerMode;
    return form::choice<OptimizerMode>({{keyOf(Synchronous), Synchronous}, {keyOf(PostValidated), PostValidated}}, how);
}

Form<Precision> precisionForm() {
    return form::choiceOf(std::array{Precision::Fp32, Precision::Bf16}, form::Refused::Either);
}

Form<int> threadsForm() { return form::integer(1, 4096); }

} // namespace lanewright
