// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/language.h"
#include "tests/support/repository.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QKeySequence>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QXmlStreamReader>

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

namespace lanewright::app {
namespace {

struct Message {
    QString context;
    QString source;
    QString type = {};               ///< the translation's: `unfinished`, `vanished`, `obsolete`; empty: it is done
    std::vector<QString> forms = {}; ///< one, or one for each number
};

QString translationsOf(const char* language) {
    return QString::fromStdString(test::inRepository("app/translations/lanewright_%1.ts")).arg(QLatin1String(language));
}

Message messageOf(QXmlStreamReader& xml, const QString& context) {
    Message message{.context = context, .source = {}};
    while (xml.readNextStartElement()) {
        if (xml.name() == QLatin1String("source")) {
            message.source = xml.readElementText();
        } else if (xml.name() == QLatin1String("translation")) {
            message.type = xml.attributes().value(QLatin1String("type")).toString();
            QString words;
            while (!(xml.readNext() == QXmlStreamReader::EndElement && xml.name() == QLatin1String("translation"))) {
                if (xml.isStartElement() && xml.name() == QLatin1String("numerusform"))
                    message.forms.push_back(xml.readElementText());
                else if (xml.isCharacters() && message.forms.empty())
                    words += xml.text();
            }
            if (message.forms.empty())
                message.forms.push_back(words);
        } else {
            xml.skipCurrentElement();
        }
    }
    return message;
}

std::vector<Message> messagesOf(const char* language) {
    QFile file(translationsOf(language));
    EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << file.fileName().toStdString();
    QXmlStreamReader xml(&file);
    std::vector<Message> messages;
    QString context;
    while (!xml.atEnd()) {
        xml.readNext();
        if (!xml.isStartElement())
            continue;
        if (xml.name() == QLatin1String("name"))
            context = xml.readElementText();
        else if (xml.name() == QLatin1String("message"))
            messages.push_back(messageOf(xml, context));
    }
    EXPECT_FALSE(xml.hasError()) << xml.errorString().toStdString();
    return messages;
}

/// What must stand in a translation as often as in the source: `%1`, `%n`, tags.
std::map<QString, int> marksOf(const QString& words) {
    static const QRegularExpression pattern(QStringLiteral("%\\d+|%n|</?[a-z0-9]+[^>]*>|\\t|\\*\\.\\w+"));
    std::map<QString, int> marks;
    for (auto found = pattern.globalMatch(words); found.hasNext();)
        ++marks[found.next().captured()];
    // A placeholder may be said twice, never left out.
    for (auto& [mark, count] : marks)
        if (mark.startsWith(QLatin1Char('%')))
            count = 1;
    return marks;
}

int mnemonicsOf(const QString& words) {
    static const QRegularExpression pattern(QStringLiteral("&(?=[\\w\\x{C0}-\\x{24F}])"));
    return static_cast<int>(words.count(pattern));
}

class EveryTranslation : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Translation, EveryTranslation, testing::Values("de", "en"),
                         [](const auto& which) { return which.param; });

TEST_P(EveryTranslation, IsComplete) {
    const std::vector<Message> messages = messagesOf(GetParam());
    EXPECT_GT(messages.size(), 10);
    for (const Message& message : messages) {
        EXPECT_TRUE(message.type.isEmpty()) << message.type.toStdString() << ": " << message.source.toStdString();
        for (const QString& form : message.forms)
            EXPECT_FALSE(form.isEmpty()) << message.source.toStdString();
    }
}

TEST_P(EveryTranslation, KeepsPlaceholdersTagsAndMnemonics) {
    for (const Message& message : messagesOf(GetParam()))
        for (const QString& form : message.forms) {
            EXPECT_EQ(marksOf(message.source), marksOf(form)) << message.source.toStdString();
            EXPECT_EQ(mnemonicsOf(message.source), mnemonicsOf(form)) << message.source.toStdString();
            // Blanks at the ends part words that are written apart.
            EXPECT_EQ(message.source.front().isSpace(), form.front().isSpace()) << message.source.toStdString();
        }
}

TEST_P(EveryTranslation, HasEveryWordOfTheSources) {
    const QString lupdate = QStringLiteral(LANEWRIGHT_LUPDATE);
    if (!QFileInfo::exists(lupdate))
        GTEST_SKIP() << "lupdate is not there";
    const QTemporaryDir folder;
    const QString copy = folder.filePath(QFileInfo(translationsOf(GetParam())).fileName());
    ASSERT_TRUE(QFile::copy(translationsOf(GetParam()), copy));
    QStringList arguments{QStringLiteral("-I"),
                          QStringLiteral("."),
                          QStringLiteral("-tr-function-alias"),
                          QStringLiteral("QT_TRANSLATE_NOOP+=phrase,QT_TRANSLATE_N_NOOP3+=countedPhrase"),
                          QStringLiteral("app"),
                          QStringLiteral("core"),
                          QStringLiteral("engine"),
                          QStringLiteral("-locations"),
                          QStringLiteral("none"),
                          QStringLiteral("-no-obsolete"),
                          QStringLiteral("-ts"),
                          copy};
    if (QLatin1String(GetParam()) == QLatin1String("en"))
        arguments.prepend(QStringLiteral("-pluralonly"));
    QProcess process;
    process.setWorkingDirectory(QString::fromStdString(test::inRepository("")));
    process.start(lupdate, arguments);
    ASSERT_TRUE(process.waitForFinished(120'000));
    ASSERT_EQ(process.exitCode(), 0);
    QFile before(translationsOf(GetParam()));
    QFile after(copy);
    ASSERT_TRUE(before.open(QIODevice::ReadOnly) && after.open(QIODevice::ReadOnly));
    EXPECT_EQ(before.readAll(), after.readAll())
        << "words were changed: build the target `translations` and fill in what is new";
}

TEST(Translation, SpeaksGermanAndFallsBackToEnglish) {
    EXPECT_EQ(languageOf(QStringLiteral("de")), QStringLiteral("de"));
    EXPECT_EQ(languageOf(QStringLiteral("fr")), QStringLiteral("en"));
    const auto stage = [] { return QCoreApplication::translate("Timeline", "stage %1"); };
    const auto ops = [](int count) {
        return QCoreApplication::translate("Timeline", "%n ops stay where they are", nullptr, count);
    };
    installLanguage(QStringLiteral("de"));
    EXPECT_EQ(stage(), QStringLiteral("Stufe %1"));
    EXPECT_EQ(QKeySequence(QStringLiteral("Ctrl+Shift+PgUp")).toString(QKeySequence::NativeText),
              QStringLiteral("Strg+Umschalt+Bild auf"));
    EXPECT_EQ(ops(1), QStringLiteral("1 Op bleibt, wo sie ist"));
    installLanguage(QStringLiteral("en"));
    EXPECT_EQ(stage(), QStringLiteral("stage %1"));
    EXPECT_EQ(ops(1), QStringLiteral("1 op stays where it is"));
    EXPECT_EQ(ops(2), QStringLiteral("2 ops stay where they are"));
}

} // namespace
} // namespace lanewright::app
