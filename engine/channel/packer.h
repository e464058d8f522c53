// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

namespace lanewright::engine {

/// The parts of a value that does not lie in memory as a whole, in the order in which they travel: `of` gives them as a
/// tuple of references, for both ways. A struct that is sent has it beside its declaration.
template <typename Value>
struct Parts;
template <typename Value, std::size_t Count>
struct Parts<std::array<Value, Count>> {
    static auto& of(auto& values) { return values; }
};

/// Writes values, lists and texts one behind the other, as they lie in memory: both ends run the same program.
class Packer {
public:
    Packer() = default;
    /// Writes onto memory that is there already.
    explicit Packer(std::vector<std::byte> buffer) : m_bytes(std::move(buffer)) { m_bytes.clear(); }

    template <typename T>
    Packer& put(const T& value) {
        if constexpr (std::is_trivially_copyable_v<T>)
            append(&value, sizeof value);
        else
            std::apply([this](const auto&... parts) { (this->put(parts), ...); }, Parts<T>::of(value));
        return *this;
    }
    template <typename T>
    Packer& putAll(const T* from, std::size_t count) {
        static_assert(std::is_trivially_copyable_v<T>);
        return put(count).append(from, count * sizeof(T));
    }
    template <typename T>
    Packer& put(const std::vector<T>& list) {
        if constexpr (std::is_trivially_copyable_v<T>)
            return putAll(list.data(), list.size());
        put(list.size());
        for (const T& value : list)
            put(value);
        return *this;
    }
    template <typename T>
    requires(!std::is_trivially_copyable_v<T>) Packer& put(const std::optional<T>& value) {
        put(value.has_value());
        return value ? put(*value) : *this;
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
        T value{};
        read(value);
        return value;
    }
    /// Into a value that is there already, whose lists keep their memory.
    template <typename T>
    void read(T& value) {
        if constexpr (std::is_trivially_copyable_v<T>)
            copy(&value, sizeof value);
        else
            std::apply([this](auto&... parts) { (this->read(parts), ...); }, Parts<T>::of(value));
    }
    template <typename T>
    void read(std::vector<T>& list) {
        constexpr bool isPlain = std::is_trivially_copyable_v<T>;
        list.resize(countOf(isPlain ? sizeof(T) : 1));
        if constexpr (isPlain)
            copy(list.data(), list.size() * sizeof(T));
        else
            for (T& value : list)
                read(value);
    }
    template <typename T>
    requires(!std::is_trivially_copyable_v<T>) void read(std::optional<T>& value) {
        value.reset();
        if (get<bool>())
            read(value.emplace());
    }
    void read(std::string& text) {
        text.resize(countOf(1));
        copy(text.data(), text.size());
    }

private:
    std::size_t countOf(std::size_t each) {
        const auto count = get<std::size_t>();
        return count <= m_left / each ? count : 0;
    }
    void copy(void* to, std::size_t size) {
        if (size == 0 || size > m_left)
            return;
        std::memcpy(to, m_at, size);
        m_at += size;
        m_left -= size;
    }

    const std::byte* m_at;
    std::size_t m_left;
};

/// A message of one value.
Packer packed(const auto& value, std::vector<std::byte> buffer = {}) {
    return std::move(Packer(std::move(buffer)).put(value));
}
template <typename T>
T unpacked(const std::vector<std::byte>& bytes) {
    return Unpacker(bytes).get<T>();
}

} // namespace lanewright::engine
