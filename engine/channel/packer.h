// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

namespace lanewright::engine {

/// Writes plain values, lists and texts one behind the other, as they lie in memory: both ends run the same program.
class Packer {
public:
    Packer() = default;
    /// Writes onto memory that is there already.
    explicit Packer(std::vector<std::byte> buffer) : m_bytes(std::move(buffer)) { m_bytes.clear(); }

    template <typename T>
    Packer& put(const T& value) {
        static_assert(std::is_trivially_copyable_v<T>);
        return append(&value, sizeof value);
    }
    template <typename T>
    Packer& putAll(const T* from, std::size_t count) {
        static_assert(std::is_trivially_copyable_v<T>);
        return put(count).append(from, count * sizeof(T));
    }
    template <typename T>
    Packer& put(const std::vector<T>& list) {
        return putAll(list.data(), list.size());
    }
    Packer& put(const std::string& text) { return putAll(text.data(), text.size()); }

    std::vector<std::byte> take() { return std::move(m_bytes); }

private:
    // GCC 12 mistakes the bounds of what it puts in line here.
    [[gnu::noinline]] Packer& append(const void* from, std::size_t size) {
        const std::size_t at = m_bytes.size();
        m_bytes.resize(at + size);
        if (size > 0)
            std::memcpy(m_bytes.data() + at, from, size);
        return *this;
    }

    std::vector<std::byte> m_bytes;
};

/// Reads what a `Packer` wrote, in the same order. Past the end it gives empty values.
class Unpacker {
public:
    explicit Unpacker(const std::vector<std::byte>& bytes) : m_at(bytes.data()), m_left(bytes.size()) {}

    template <typename T>
    T get() {
        static_assert(std::is_trivially_copyable_v<T>);
        T value{};
        read(&value, sizeof value);
        return value;
    }
    template <typename T>
    std::vector<T> list() {
        std::vector<T> values(countOf(sizeof(T)));
        read(values.data(), values.size() * sizeof(T));
        return values;
    }
    /// A list into one that is there already.
    template <typename T>
    void list(std::vector<T>& values) {
        values.resize(countOf(sizeof(T)));
        read(values.data(), values.size() * sizeof(T));
    }
    std::string text() {
        std::string characters(countOf(1), '\0');
        read(characters.data(), characters.size());
        return characters;
    }

private:
    std::size_t countOf(std::size_t each) {
        const auto count = get<std::size_t>();
        return count <= m_left / each ? count : 0;
    }
    void read(void* to, std::size_t size) {
        if (size == 0 || size > m_left)
            return;
        std::memcpy(to, m_at, size);
        m_at += size;
        m_left -= size;
    }

    const std::byte* m_at;
    std::size_t m_left;
};

} // namespace lanewright::engine
