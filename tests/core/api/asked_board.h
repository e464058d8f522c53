// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/lanewright.h"

#include <nlohmann/json.hpp>

#include <memory>
#include <string>

namespace lanewright::test {

/// A document that is asked as other languages ask it.
class AskedDocument {
public:
    explicit AskedDocument(const std::string& text) : m_document(lanewright_open(text.c_str())) {}

    std::string text(const std::string& request) const {
        const std::unique_ptr<char, Freed> answer{lanewright_ask(m_document.get(), request.c_str(), nullptr, nullptr)};
        return answer ? answer.get() : "";
    }
    nlohmann::json ask(const nlohmann::json& request) const { return nlohmann::json::parse(text(request.dump())); }
    std::string file() const { return text(R"({"ask": "save"})"); }
    /// What the document holds, whatever was saved.
    std::string held() const {
        const std::unique_ptr<char, Freed> bytes{lanewright_text(m_document.get(), nullptr)};
        return bytes.get();
    }
    void name(const char* name, const AskedDocument& other) const {
        lanewright_name(m_document.get(), name, other.m_document.get());
    }

private:
    struct Freed {
        void operator()(void* given) const { lanewright_free(given); }
    };
    std::unique_ptr<lanewright_document, Freed> m_document;
};

} // namespace lanewright::test
