// SPDX-License-Identifier: Apache-2.0
#include "core/frameworks/frameworks.h"

#include "core/base/joined_by.h"
#include "core/base/mapped.h"
#include "core/base/whole_number.h"
#include "core/check/transport.h"
#include "core/pytorch/torch_classes.h"

#include <algorithm>
#include <vector>

namespace lanewright {

namespace {

constexpr std::array<std::string_view, 2> kNccl{"nccl-node", "nccl-nodes"};
constexpr std::span<const std::string_view> kNoneKnown;

using enum Framework;

constexpr FrameworkFacts kFrameworks[] = {
    {Pytorch, "PyTorch", Release{2, 4}, Release{2, 15}, kTransportsOfPytorch,
     "torch/distributed/pipelining/schedules.py, torch 2.4 to 2.15"},
    {TorchTitan, "TorchTitan", Release{0, 2}, Release{0, 3}, kNccl,
     "torchtitan/distributed/pipeline_parallel.py, 0.2 and its main branch of August 2026", Pytorch, Release{2, 15}},
    {Megatron, "Megatron-Core", Release{0, 4}, Release{0, 19}, kNccl,
     "megatron/core/pipeline_parallel/schedules.py, parallel_state.py, transformer/transformer_config.py and "
     "pipeline_parallel_layer_layout.py, core 0.4 to 0.19"},
    {DeepSpeed, "DeepSpeed", Release{0, 19}, Release{0, 19}, kNccl,
     "deepspeed/runtime/pipe/schedule.py, module.py and engine.py, 0.19.6"},
    // Of Megatron core 0.12.1, with the layouts of 0.13; on HCCL, which was not read.
    {MindSpeed, "MindSpeed", Release{26, 0}, Release{26, 0}, kNoneKnown,
     "mindspeed/features_manager/pipeline_parallel, 26.0.0_core_r0.12.1", Megatron, Release{0, 13}},
    // On RCCL, which is NCCL for other GPUs.
    {Primus, "Primus", Release{26, 5}, Release{26, 5}, kNccl,
     "primus/core/pipeline_parallel/scheduler with patch_primus_pipeline, 26.5.1"},
};

constexpr Releases kMegatronPairs{.from = {0, 14}};

/// All but PyTorch's.
constexpr auto kOtherOrders = std::to_array<OwnOrder>({
    {Megatron, "1f1b", "forward_backward_pipelining_without_interleaving"},
    {Megatron, "interleaved-1f1b", "forward_backward_pipelining_with_interleaving"},
    {Megatron, "combined-interleaved-1f1b", "overlap_moe_expert_parallel_comm", kMegatronPairs},
    {Megatron, "combined-interleaved-1f1b-delay-w", "overlap_moe_expert_parallel_comm with delay_wgrad_compute",
     kMegatronPairs},
    {DeepSpeed, "1f1b", "TrainSchedule"},
    {.framework = MindSpeed, .generator = "dualpipev", .name = "--schedules-method dualpipev", .isAlike = false},
    {Primus, "1f1b", "pp_algorithm 1f1b"},
    {Primus, "interleaved-1f1b", "pp_algorithm 1f1b-interleaved"},
    {Primus, "zb-h1", "pp_algorithm zero-bubble"},
    {Primus, "zbv-fixed", "pp_algorithm zbv-formatted"},
    {.framework = Primus, .generator = "v-half", .name = "pp_algorithm v-half", .isAlike = false},
    {.framework = Primus, .generator = "v-min", .name = "pp_algorithm v-min", .isAlike = false},
});

std::optional<Release> releaseFrom(std::string_view text) {
    const std::size_t dot = text.find('.');
    if (dot == std::string_view::npos)
        return {};
    std::string_view rest = text.substr(dot + 1);
    const std::optional<int> first = wholeFrom<int>(text.substr(0, dot));
    const std::optional<int> second = takeWhole<int>(rest);
    const bool ends = rest.empty() || rest.front() == '.';
    return first && second && ends ? std::optional(Release{*first, *second}) : std::nullopt;
}

} // namespace

std::string Release::text() const { return std::to_string(first) + "." + std::to_string(second); }

std::string Releases::text() const {
    const bool ends = before != Releases{}.before;
    if (areAll())
        return {};
    if (from == Release{})
        return "before " + before.text();
    return "from " + from.text() + (ends ? " to before " + before.text() : "");
}

const FrameworkFacts& factsOf(Framework framework) { return kFrameworks[static_cast<std::size_t>(framework)]; }
std::span<const FrameworkFacts> frameworks() { return kFrameworks; }

std::string Target::text() const { return std::string{factsOf(framework).name} + " " + release.text(); }

Target targetOf(Framework framework) { return {framework, factsOf(framework).read}; }

std::optional<Target> baseOf(const Target& target) {
    const FrameworkFacts& facts = factsOf(target.framework);
    return facts.base ? std::optional(Target{*facts.base, facts.baseRead}) : std::nullopt;
}

std::optional<Release> torchOf(const Target& target) {
    if (target.framework == Framework::Pytorch)
        return target.release;
    const std::optional<Target> base = baseOf(target);
    return base ? torchOf(*base) : std::nullopt;
}

Result<Target> targetFromText(std::string_view text) {
    const std::size_t at = text.find('@');
    const std::string_view key = text.substr(0, at);
    const auto known = std::ranges::find(kFrameworkKeys, key);
    if (known == kFrameworkKeys.end())
        return Error{say(phrase("frameworks", "no framework %1 is known here; there are %2"), key,
                         joinedBy(", ", kFrameworkKeys))};
    Target target = targetOf(static_cast<Framework>(known - kFrameworkKeys.begin()));
    if (at == std::string_view::npos)
        return target;
    const std::optional<Release> release = releaseFrom(text.substr(at + 1));
    if (!release)
        return Error{say(phrase("frameworks", "%1: after @ there must be a release, such as %2"), text,
                         std::string{key} + "@" + target.release.text())};
    if (const FrameworkFacts& facts = factsOf(target.framework); *release < facts.oldest)
        return Error{say(phrase("frameworks", "the rules of %1 were read from release %2 on, not those of %3"),
                         facts.name, facts.oldest.text(), release->text())};
    target.release = *release;
    return target;
}

std::span<const OwnOrder> ownOrders() {
    static const std::vector<OwnOrder> kOwnOrders = [] {
        std::vector<OwnOrder> all = mapped(torchClasses(), [](const TorchClass& each) {
            return OwnOrder{Pytorch, each.generator, each.name, {.from = {2, each.since}}};
        });
        all.insert(all.end(), kOtherOrders.begin(), kOtherOrders.end());
        return all;
    }();
    return kOwnOrders;
}

} // namespace lanewright
