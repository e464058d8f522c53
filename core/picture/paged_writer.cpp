// SPDX-License-Identifier: Apache-2.0
#include "core/picture/picture_file.h"

#include "core/io/quoted_text.h"

#include <cairo-pdf.h>
#include <pango/pangocairo.h>
#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <new>
#include <numbers>
#include <span>
#include <type_traits>

namespace lanewright {
namespace {

template <typename T, auto release>
using Owned = std::unique_ptr<T, std::integral_constant<decltype(release), release>>;
using Surface = Owned<cairo_surface_t, cairo_surface_destroy>;

/// Draws marks on a surface, each point of the picture so many of its units wide and high.
class Painter {
public:
    Painter(const Surface& surface, double scaleX, double scaleY) : m_cairo(cairo_create(surface.get())) {
        cairo_scale(m_cairo.get(), scaleX, scaleY);
        // Letters have the same shapes and widths at every size and on every machine.
        const Owned<cairo_font_options_t, cairo_font_options_destroy> options{cairo_font_options_create()};
        cairo_font_options_set_antialias(options.get(), CAIRO_ANTIALIAS_GRAY);
        cairo_font_options_set_hint_style(options.get(), CAIRO_HINT_STYLE_NONE);
        cairo_font_options_set_hint_metrics(options.get(), CAIRO_HINT_METRICS_OFF);
        pango_cairo_context_set_font_options(m_context.get(), options.get());
        pango_context_set_round_glyph_positions(m_context.get(), FALSE);
        pango_layout_set_single_paragraph_mode(m_layout.get(), TRUE);
        pango_font_description_set_family(m_font.get(), std::string{kFontFamilies}.c_str());
    }

    /// Draws all of it; `finish` writes what is left, and says how that went. Fails where no font is installed, and
    /// where there is no memory for what is drawn.
    template <typename Finish>
    Result<Done> paint(const Drawing& drawing, const Finish& finish) {
        const Owned<PangoFont, g_object_unref> font{
            pango_font_map_load_font(pango_context_get_font_map(m_context.get()), m_context.get(), m_font.get())};
        if (font == nullptr)
            return Error{
                say(phrase("picture", "no font is installed; PDF and PNG need one, such as those of the package "
                                      "fonts-liberation, SVG and TikZ need none"))};
        choose(drawing.ground);
        cairo_paint(m_cairo.get());
        m_looks = drawing.looks;
        for (const Mark& mark : drawing.marks)
            std::visit([&](const auto& each) { paint(each); }, mark);
        for (const cairo_status_t status : {cairo_status(m_cairo.get()), finish()})
            if (status != CAIRO_STATUS_SUCCESS)
                return Error{
                    say(phrase("picture", "the picture can't be written: %1"), cairo_status_to_string(status))};
        return Done{};
    }

private:
    void choose(Rgb colour) {
        const auto part = [&](int shift) { return (colour >> shift & 0xFF) / 255.0; };
        cairo_set_source_rgb(m_cairo.get(), part(16), part(8), part(0));
    }

    void stroke(Rgb colour, double width, std::span<const double> dashes) {
        choose(colour);
        cairo_set_line_width(m_cairo.get(), width);
        cairo_set_dash(m_cairo.get(), dashes.data(), static_cast<int>(dashes.size()), 0);
        cairo_stroke(m_cairo.get());
    }

    void paint(const Box& box) {
        const Look& look = m_looks[static_cast<std::size_t>(box.look)];
        outline(box.frame, cornerOf(box, look));
        choose(look.fill);
        cairo_fill_preserve(m_cairo.get());
        if (look.line > 0)
            stroke(look.border, look.line, std::span{kDashes}.first(look.isDashed ? kDashes.size() : 0));
        cairo_new_path(m_cairo.get());
        for (const auto& [from, to] : hatchOf(box, look)) {
            cairo_move_to(m_cairo.get(), from.x, from.y);
            cairo_line_to(m_cairo.get(), to.x, to.y);
        }
        stroke(look.hatch, kHatchLine, {});
        if (!box.label.empty())
            paint(labelOf(box, look));
    }

    void outline(const Area& frame, double radius) {
        cairo_t* const cairo = m_cairo.get();
        for (int corner = 0; corner < 4; ++corner) { // from the upper right one, clockwise
            const double x = corner < 2 ? frame.right() - radius : frame.x + radius;
            const double y = corner == 0 || corner == 3 ? frame.y + radius : frame.bottom() - radius;
            cairo_arc(cairo, x, y, radius, (corner - 1) * std::numbers::pi / 2, corner * std::numbers::pi / 2);
        }
        cairo_close_path(cairo);
    }

    void paint(const Line& line) {
        follow(line.points);
        stroke(line.colour, line.width, line.dashes);
        if (line.hasHead) {
            follow(headOf(line));
            cairo_fill(m_cairo.get());
        }
    }

    void follow(std::span<const Point> points) {
        for (const Point& point : points)
            cairo_line_to(m_cairo.get(), point.x, point.y);
    }

    /// Whatever font there is, the words are stretched to their width.
    void paint(const Words& words) {
        cairo_t* const cairo = m_cairo.get();
        pango_font_description_set_absolute_size(m_font.get(), words.size * PANGO_SCALE);
        pango_font_description_set_weight(m_font.get(), words.isBold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
        pango_layout_set_font_description(m_layout.get(), m_font.get());
        pango_layout_set_auto_dir(m_layout.get(), FALSE); // as SVG has it
        pango_layout_set_text(m_layout.get(), shownLine(words.text).c_str(), -1);
        PangoLayoutLine* const line = pango_layout_get_line_readonly(m_layout.get(), 0);
        PangoRectangle extents;
        pango_layout_line_get_extents(line, nullptr, &extents);
        if (extents.width <= 0 || words.width <= 0)
            return;
        choose(words.colour);
        cairo_save(cairo);
        cairo_translate(cairo, words.left(), words.at.y);
        cairo_scale(cairo, words.width * PANGO_SCALE / extents.width, 1);
        cairo_move_to(cairo, 0, 0);
        pango_cairo_show_layout_line(cairo, line);
        cairo_new_path(cairo);
        cairo_restore(cairo);
    }

    std::span<const Look> m_looks; ///< the drawing's
    Owned<cairo_t, cairo_destroy> m_cairo;
    Owned<PangoContext, g_object_unref> m_context{pango_cairo_create_context(m_cairo.get())};
    Owned<PangoLayout, g_object_unref> m_layout{pango_layout_new(m_context.get())};
    Owned<PangoFontDescription, pango_font_description_free> m_font{pango_font_description_new()};
};

cairo_status_t append(void* bytes, const unsigned char* data, unsigned int size) {
    try {
        static_cast<std::string*>(bytes)->append(reinterpret_cast<const char*>(data), size);
        return CAIRO_STATUS_SUCCESS;
    } catch (const std::bad_alloc&) {
        return CAIRO_STATUS_NO_MEMORY;
    }
}

/// A chunk that says how many pixels are a metre, to stand behind the header of a PNG.
std::string resolutionChunk(double dotsPerInch) {
    std::string chunk;
    const auto number = [&](unsigned long value) {
        for (int shift = 24; shift >= 0; shift -= 8)
            chunk += static_cast<char>(value >> shift & 0xFF);
    };
    const auto perMetre = static_cast<unsigned long>(std::lround(dotsPerInch / 0.0254));
    for (const unsigned long value : {9UL, 0x70485973UL, perMetre, perMetre}) // its length, `pHYs`
        number(value);
    chunk += '\1';
    number(crc32(0, reinterpret_cast<const Bytef*>(chunk.data()) + 4, static_cast<uInt>(chunk.size() - 4)));
    return chunk;
}

} // namespace

Result<std::string> toPdf(const Drawing& drawing) {
    std::string bytes;
    const Surface surface{cairo_pdf_surface_create_for_stream(append, &bytes, drawing.width, drawing.height)};
    cairo_pdf_surface_restrict_to_version(surface.get(), CAIRO_PDF_VERSION_1_4); // all publishers take it
    cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_TITLE, shownLine(drawing.title).c_str());
    // Without a date equal pictures are equal files.
    cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATE_DATE, "");
    const Result<Done> painted = Painter{surface, 1, 1}.paint(drawing, [&] {
        cairo_surface_finish(surface.get());
        return cairo_surface_status(surface.get());
    });
    return painted ? Result<std::string>{bytes} : painted.error();
}

Result<std::string> toPng(const Drawing& drawing, double dotsPerInch) {
    constexpr double kMost = 16384; // the square of it takes a GiB
    const auto pixels = [&](double length) { return std::clamp(std::round(length * dotsPerInch / 72), 1.0, 1e12); };
    const double width = pixels(drawing.width);
    const double height = pixels(drawing.height);
    if (std::max(width, height) > kMost)
        return Error{say(phrase("picture", "the picture would be %1 × %2 pixels large, and %3 are the most each way; "
                                           "take fewer dots per inch"),
                         static_cast<long long>(width), static_cast<long long>(height), static_cast<int>(kMost)),
                     "dpi"};
    const Surface surface{
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(width), static_cast<int>(height))};
    std::string bytes;
    const Result<Done> painted = Painter{surface, width / drawing.width, height / drawing.height}.paint(
        drawing, [&] { return cairo_surface_write_to_png_stream(surface.get(), append, &bytes); });
    constexpr std::size_t kAfterHeader = 8 + 25;
    return painted ? Result<std::string>{bytes.insert(kAfterHeader, resolutionChunk(dotsPerInch))} : painted.error();
}

} // namespace lanewright
