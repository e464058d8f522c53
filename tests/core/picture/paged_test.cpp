// SPDX-License-Identifier: Apache-2.0
// PDF and PNG, read back by cairo and, where they are there, by Poppler's programs.
#include "core/picture/picture_file.h"

#include "tests/core/picture/hand_made_drawing.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <regex>
#include <string>

#include <cairo.h>
#include <unistd.h>

using namespace lanewright;
using namespace lanewright::test;

namespace {

Drawing withWords(const std::string& text, double width) {
    return {.width = 200,
            .height = 40,
            .title = text,
            .marks = {Words{.text = text, .at = {20, 25}, .size = 10, .width = width}}};
}

/// What a program says of a file of these bytes; empty where the program is not there.
std::string said(const std::string& program, const std::string& bytes, const std::string& options) {
    const std::string file = testing::TempDir() + "paged" + std::to_string(getpid());
    std::ofstream(file, std::ios::binary) << bytes;
    std::string words;
    if (FILE* const pipe = popen((program + " 2>/dev/null " + options + " " + file + " -").c_str(), "r")) {
        for (int c = fgetc(pipe); c != EOF; c = fgetc(pipe))
            words += static_cast<char>(c);
        pclose(pipe);
    }
    std::filesystem::remove(file);
    return words;
}

class Pixels {
public:
    explicit Pixels(std::string png) {
        m_surface = cairo_image_surface_create_from_png_stream(
            [](void* from, unsigned char* to, unsigned int size) {
                auto& rest = *static_cast<std::string*>(from);
                if (rest.size() < size)
                    return CAIRO_STATUS_READ_ERROR;
                rest.copy(reinterpret_cast<char*>(to), size);
                rest.erase(0, size);
                return CAIRO_STATUS_SUCCESS;
            },
            &png);
    }
    ~Pixels() { cairo_surface_destroy(m_surface); }
    Pixels(const Pixels&) = delete;
    Pixels& operator=(const Pixels&) = delete;

    int width() const { return cairo_image_surface_get_width(m_surface); }
    int height() const { return cairo_image_surface_get_height(m_surface); }
    Rgb at(int x, int y) const {
        const unsigned char* const row =
            cairo_image_surface_get_data(m_surface) + y * cairo_image_surface_get_stride(m_surface);
        return reinterpret_cast<const std::uint32_t*>(row)[x] & 0xFFFFFF;
    }

private:
    cairo_surface_t* m_surface = nullptr;
};

TEST(Pdf, HasTheSizeOfItsDrawingAndItsTitle) {
    const Result<std::string> pdf = toPdf(handMadeDrawing());
    ASSERT_TRUE(pdf) << pdf.error().message;
    std::smatch box;
    ASSERT_TRUE(std::regex_search(*pdf, box, std::regex{R"(/MediaBox \[ 0 0 ([0-9.]+) ([0-9.]+) \])"}))
        << pdf->substr(0, 2000);
    EXPECT_NEAR(std::stod(box[1]) * 25.4 / 72, 84, 0.01);
    EXPECT_NEAR(std::stod(box[2]), 60, 0.01);
    const Result<std::string> plain = toPdf(withWords("ZB-H1", 30));
    ASSERT_TRUE(plain);
    EXPECT_EQ(timesIn(*plain, "/Title (ZB-H1)"), 1);
}

TEST(Pdf, EmbedsItsFontsAndKeepsTheWordsAsText) {
    const Result<std::string> pdf = toPdf(withWords("warm-up Straße", 70));
    ASSERT_TRUE(pdf) << pdf.error().message;
    EXPECT_TRUE(std::regex_search(*pdf, std::regex{"/FontFile[23]? "}));
    const std::string text = said("pdftotext", *pdf, "");
    if (text.empty())
        GTEST_SKIP() << "pdftotext is not there";
    EXPECT_EQ(text.substr(0, text.find('\n')), "warm-up Straße");
}

TEST(Pdf, StretchesWordsToTheirWidth) {
    for (const double width : {20.0, 57.5, 160.0}) {
        const Result<std::string> pdf = toPdf(withWords("makespan", width));
        ASSERT_TRUE(pdf) << pdf.error().message;
        const std::string boxes = said("pdftotext", *pdf, "-bbox");
        if (boxes.empty())
            GTEST_SKIP() << "pdftotext is not there";
        std::smatch box;
        ASSERT_TRUE(
            std::regex_search(boxes, box, std::regex{R"-(<word xMin="([0-9.]+)" .*xMax="([0-9.]+)" .*>makespan<)-"}))
            << boxes;
        EXPECT_NEAR(std::stod(box[1]), 20, 0.05);
        EXPECT_NEAR(std::stod(box[2]), 20 + width, 0.05);
    }
}

TEST(Png, HasThePixelsOfItsDrawing) {
    Drawing drawing{.width = 72,
                    .height = 36,
                    .ground = 0xF0E0D0,
                    .looks = {{.name = "F", .fill = 0x0A22A0, .line = 0, .corner = 0}}};
    drawing.looks.push_back({.name = "W", .fill = 0x41BDDD, .line = 0, .corner = 0, .hatched = 0.5, .hatch = 0xB82E6B});
    drawing.marks = {Box{.frame = {6, 6, 24, 12}, .look = 0}, Box{.frame = {36, 6, 30, 24}, .look = 1},
                     Line{.points = {{6, 30}, {30, 30}}, .colour = 0x228E69, .width = 2, .hasHead = true}};
    const Result<std::string> png = toPng(drawing, 144);
    ASSERT_TRUE(png) << png.error().message;
    EXPECT_TRUE(png->starts_with("\x89PNG\r\n\x1a\n"));
    // 144 dots per inch are 5669 a metre.
    EXPECT_EQ(timesIn(*png, std::string{"\0\0\0\11pHYs\0\0\x16\x25\0\0\x16\x25\1", 17}), 1);
    const Pixels pixels{*png};
    ASSERT_EQ(pixels.width(), 144);
    ASSERT_EQ(pixels.height(), 72);
    EXPECT_EQ(pixels.at(2, 2), 0xF0E0D0u);
    EXPECT_EQ(pixels.at(12, 12), 0x0A22A0u) << "the first of the box";
    EXPECT_EQ(pixels.at(59, 35), 0x0A22A0u) << "its last";
    EXPECT_EQ(pixels.at(60, 36), 0xF0E0D0u) << "behind it";
    EXPECT_EQ(pixels.at(100, 20), 0x41BDDDu) << "above the hatch";
    EXPECT_EQ(pixels.at(20, 60), 0x228E69u) << "the line";
    EXPECT_EQ(pixels.at(57, 60), 0x228E69u) << "its head";
    int hatched = 0;
    for (int x = 72; x < 132; ++x)
        hatched += pixels.at(x, 52) != 0x41BDDD ? 1 : 0;
    EXPECT_GT(hatched, 10);
    EXPECT_LT(hatched, 50);
}

TEST(Png, StretchesWordsToTheirWidth) {
    const auto inkOf = [](double width) {
        const Result<std::string> png = toPng(withWords("HHHH", width), 72);
        EXPECT_TRUE(png);
        const Pixels pixels{*png};
        std::array<int, 2> ink{1000, 0};
        for (int y = 0; y < pixels.height(); ++y)
            for (int x = 0; x < pixels.width(); ++x)
                if (pixels.at(x, y) != 0xFFFFFF)
                    ink = {std::min(ink[0], x), std::max(ink[1], x)};
        return ink;
    };
    EXPECT_NEAR(inkOf(40)[1], 20 + 40, 3);
    EXPECT_NEAR(inkOf(160)[0], 20, 6);
    EXPECT_NEAR(inkOf(160)[1], 20 + 160, 6);
}

TEST(Png, RoundsItsSizeAndHasAPixelAtLeast) {
    const auto sizeOf = [](double width, double height, double dotsPerInch) {
        const Result<std::string> png = toPng({.width = width, .height = height}, dotsPerInch);
        EXPECT_TRUE(png);
        const Pixels pixels{*png};
        return std::array{pixels.width(), pixels.height()};
    };
    EXPECT_EQ(sizeOf(84 / 25.4 * 72, 60, 300), (std::array{992, 250}));
    EXPECT_EQ(sizeOf(0.1, 7, 72), (std::array{1, 7}));
}

TEST(Png, IsRefusedWhereItIsTooLarge) {
    const Result<std::string> png = toPng({.width = 720, .height = 72}, 4000);
    ASSERT_FALSE(png);
    EXPECT_EQ(png.error().message,
              "the picture would be 40000 × 4000 pixels large, and 16384 are the most each way; take "
              "fewer dots per inch");
}

TEST(PictureFile, IsTheSameEachTimeWhateverIsInIt) {
    Drawing drawing = handMadeDrawing();
    drawing.marks.push_back(Words{.text = "流水线 😀 \xFF عربى", .at = {10, 58}, .size = 5, .width = 60});
    for (const std::string_view ending : kPictureEndings) {
        const Result<std::string> first = pictureFile(drawing, ending, 150);
        ASSERT_TRUE(first) << first.error().message;
        const Result<std::string> other = pictureFile(withWords("another", 60), ending, 150);
        const Result<std::string> again = pictureFile(drawing, ending, 150);
        ASSERT_TRUE(other && again);
        EXPECT_NE(*first, *other) << ending;
        EXPECT_TRUE(*first == *again) << ending;
    }
}

TEST(PictureFile, RefusesAnotherEnding) {
    const Result<std::string> file = pictureFile(handMadeDrawing(), "odg", 150);
    ASSERT_FALSE(file);
    EXPECT_EQ(file.error().message, "a picture ends in .svg, .pdf, .png, .tex, not in .odg");
}

TEST(PictureFileDeathTest, SaysWhereNoFontIsInstalled) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(
        {
            const std::string file = testing::TempDir() + "fonts" + std::to_string(getpid());
            std::ofstream(file) << "<fontconfig><cachedir>" << testing::TempDir() << "</cachedir></fontconfig>";
            setenv("FONTCONFIG_FILE", file.c_str(), 1);
            const Result<std::string> pdf = pictureFile(handMadeDrawing(), "pdf", 150);
            const Result<std::string> svg = pictureFile(handMadeDrawing(), "svg", 150);
            std::filesystem::remove(file);
            std::cerr << (pdf ? "drawn" : pdf.error().message.text());
            std::exit(svg ? 0 : 1);
        },
        testing::ExitedWithCode(0), "^no font is installed; PDF and PNG need one");
}

} // namespace
