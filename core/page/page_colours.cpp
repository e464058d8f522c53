// SPDX-License-Identifier: Apache-2.0
#include "core/page/page_colours.h"

#include "core/base/counted_up.h"
#include "core/model/text.h"
#include "core/picture/colours.h"

#include <array>
#include <string>
#include <utility>

namespace lanewright {

namespace {

using json::Layout;

constexpr int kCurves = 8; ///< until colours of ranks repeat

std::string hexColour(Rgb colour) { return "#" + hexText(colour); }

} // namespace

void writeColours(json::Writer& writer, bool withRanks) {
    static constexpr std::array<std::pair<std::string_view, Ground>, 3> kThemes = {
        {{"light", Ground::Paper}, {"dark", Ground::Night}, {"contrast", Ground::HighContrast}}};
    writer.key("colours").object(Layout::Lines, [&] {
        for (const auto& [theme, ground] : kThemes) {
            writer.key(theme).beginObject(Layout::Lines);
            for (const int place : countedUp(kColourRoles)) {
                const auto role = static_cast<ColourRole>(place);
                writer.key(keyOf(role)).string(hexColour(colourOf(role, ground)));
            }
            if (withRanks) {
                writer.key("ranks").list(Layout::Line, [&] {
                    for (int rank = 0; rank < kCurves; ++rank)
                        writer.string(hexColour(rankColour(rank, ground)));
                });
            }
            writer.key("blocks").beginObject(Layout::Lines);
            for (const OpKind kind : {OpKind::F, OpKind::B, OpKind::W, OpKind::BW, OpKind::R}) {
                writer.key(toText(kind)).beginArray(Layout::Line);
                for (int chunk = 0; chunk < kChunkSteps; ++chunk) {
                    const BlockColours colours = blockColours(kind, chunk, ground);
                    writer.list(Layout::Tight, std::array{colours.fill, colours.label},
                                [&](Rgb colour) { writer.string(hexColour(colour)); });
                }
                writer.endArray();
            }
            writer.endObject();
            writer.endObject();
        }
    });
}

} // namespace lanewright
