// SPDX-License-Identifier: Apache-2.0
#include "engine/kernels/amx.h"

#include "engine/device/failure.h"

#include <dnnl.hpp>
#if defined(_OPENMP) && __has_include(<omp.h>)
#include <omp.h>
#endif
#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include <atomic>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>

namespace lanewright::engine {

namespace {

using Type = dnnl::memory::data_type;

/// oneDNN asks the system for the registers itself, and does without where it may not have them.
bool hasAmx() {
#if defined(__x86_64__)
    constexpr unsigned kBf16 = 1U << 22U;
    constexpr unsigned kTile = 1U << 24U;
    unsigned a = 0;
    unsigned b = 0;
    unsigned c = 0;
    unsigned d = 0;
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (d & kBf16) != 0 && (d & kTile) != 0;
#else
    return false;
#endif
}

std::atomic<bool>& chosen() {
    static std::atomic<bool> does{hasAmx()};
    return does;
}

/// What one thread keeps between products: a stream, and the products it has prepared.
struct Library {
    dnnl::engine engine{dnnl::engine::kind::cpu, 0};
    dnnl::stream stream{engine};
    using Key = std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t, std::int64_t, std::int64_t,
                           std::int64_t, std::int64_t, Type, bool, bool>;
    std::map<Key, dnnl::matmul> products;

    Library() {
        // Debian's library runs on OpenMP; each of our threads computes alone.
#if defined(_OPENMP) && __has_include(<omp.h>)
        omp_set_num_threads(1);
#endif
    }
};

struct Product {
    dnnl::memory::desc a, b, bias, out;
    bool adds = false;

    dnnl::matmul prepared(const dnnl::engine& engine) const {
        dnnl::primitive_attr attributes;
        if (adds) {
            dnnl::post_ops after;
            after.append_sum(1.0F);
            attributes.set_post_ops(after);
        }
        const dnnl::matmul::desc what =
            bias.data.ndims > 0 ? dnnl::matmul::desc(a, b, bias, out) : dnnl::matmul::desc(a, b, out);
        return dnnl::matmul(dnnl::matmul::primitive_desc(what, attributes, engine));
    }
};

dnnl::memory::desc describe(const HalfMatrix& matrix) {
    return {{matrix.rows, matrix.cols}, Type::bf16, dnnl::memory::dims{matrix.rowStep, matrix.colStep}};
}

template <typename Number>
void multiplyOf(const View<Number>& out, const HalfMatrix& a, const HalfMatrix& b, const float* bias, bool adds) {
    thread_local Library library;
    constexpr Type kOut = sizeof(Number) == 4 ? Type::f32 : Type::bf16;
    Product product{.a = describe(a),
                    .b = describe(b),
                    .bias = {},
                    .out = {{out.rows, out.cols}, kOut, dnnl::memory::dims{out.stride, 1}},
                    .adds = adds};
    if (bias != nullptr)
        product.bias = {{1, out.cols}, Type::f32, dnnl::memory::dims{out.cols, 1}};
    const Library::Key key{out.rows,  out.cols,   a.cols, a.rowStep, a.colStep,      b.rowStep,
                           b.colStep, out.stride, kOut,   adds,      bias != nullptr};
    auto found = library.products.find(key);
    if (found == library.products.end())
        found = library.products.emplace(key, product.prepared(library.engine)).first;
    const auto memory = [&](const dnnl::memory::desc& form, const void* data) {
        return dnnl::memory(form, library.engine, const_cast<void*>(data));
    };
    std::unordered_map<int, dnnl::memory> arguments{{DNNL_ARG_SRC, memory(product.a, a.data)},
                                                    {DNNL_ARG_WEIGHTS, memory(product.b, b.data)},
                                                    {DNNL_ARG_DST, memory(product.out, out.data)}};
    if (bias != nullptr)
        arguments.emplace(DNNL_ARG_BIAS, memory(product.bias, bias));
    found->second.execute(library.stream, arguments);
    library.stream.wait();
}

/// The library throws; nothing leaves this file.
template <typename Number>
void guarded(const View<Number>& out, const HalfMatrix& a, const HalfMatrix& b, const float* bias, bool adds) {
    try {
        multiplyOf(out, a, b, bias, adds);
    } catch (const dnnl::error& error) {
        throw Failure(withPlace(say(phrase("engine", "oneDNN could not multiply two matrices: %1"), error.what()),
                                __FILE__, __LINE__));
    }
}

} // namespace

bool usesAmx() { return chosen(); }

bool canMultiplyHalves() {
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx512bw") != 0;
#else
    return false;
#endif
}

void useAmx(bool does) { chosen() = does; }

void multiplyHalves(const View<float>& out, const HalfMatrix& a, const HalfMatrix& b, const float* bias, bool adds) {
    guarded(out, a, b, bias, adds);
}

void multiplyHalves(const View<Bf16>& out, const HalfMatrix& a, const HalfMatrix& b, const float* bias, bool adds) {
    guarded(out, a, b, bias, adds);
}

} // namespace lanewright::engine
