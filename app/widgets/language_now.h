// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/translate.h"
#include "core/page/page.h"

namespace lanewright::app {

/// The language of the desktop at present, as figures and pages speak it.
inline PageLanguage languageNow() {
    return {.tag = currentLanguage().toStdString(),
            .say = [](const Message& message) { return translated(message).toStdString(); }};
}

} // namespace lanewright::app
