// SPDX-License-Identifier: Apache-2.0
#include "tests/support/random_file.h"

#include "tests/support/random_plan.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace lanewright::test {

namespace {

using Json = nlohmann::ordered_json;
using Amounts = std::vector<std::vector<std::int64_t>>; ///< `[direction][stage]`

constexpr std::int64_t kNone = -1; ///< null

class RandomFile {
public:
    RandomFile(std::uint64_t seed, const RandomFileShape& shape) : m_dice(seed), m_shape(shape) {}

    std::string text() {
        addShape();
        addTimes();
        addWays();
        addPairs();
        addMemory();
        addMicrobatches();
        addModel();
        addProof();
        if (m_shape.order && m_dice.chance(60))
            addOrder();
        for (const char* const key : {"costs", "memory"})
            if (m_root[key].empty() && m_dice.chance(50))
                m_root.erase(key);
        return inAnyOrder(m_root).dump();
    }

private:
    // --- Pieces

    bool chance(int percent) { return m_dice.chance(percent); }
    /// From 0 to `most`.
    std::int64_t upTo(std::int64_t most) {
        return static_cast<std::int64_t>(m_dice.next() % static_cast<std::uint64_t>(most + 1));
    }
    int roll(int low, int high) { return m_dice.roll(low, high); }

    /// Keys that no version knows stay; here and there is one.
    void addUnknown(Json& object) {
        if (chance(4))
            object["x-note"] = Json::parse(R"({"by": ["nobody", null, 1.50], "why": {}})");
    }

    Json inAnyOrder(const Json& value) {
        if (!value.is_object())
            return value;
        std::vector<std::string> keys;
        for (const auto& [key, own] : value.items())
            keys.push_back(key);
        for (std::size_t left = keys.size(); left > 1; --left)
            std::swap(keys[left - 1], keys[m_dice.next() % left]);
        Json mixed = Json::object();
        for (const std::string& key : keys)
            mixed[key] = inAnyOrder(value[key]);
        return mixed;
    }

    /// So many quarters of a unit.
    static Json number(std::int64_t quarters) {
        if (quarters % 4 == 0)
            return quarters / 4;
        return static_cast<double>(quarters) / 4;
    }
    static Json numberOrNull(std::int64_t quarters) { return quarters == kNone ? Json{} : number(quarters); }

    template <typename Make>
    static Json list(int count, const Make& make) {
        Json items = Json::array();
        for (int at = 0; at < count; ++at)
            items.push_back(make(at));
        return items;
    }

    /// A time or an amount of memory, whole where its unit is the smallest there is.
    std::int64_t quarters(int most, bool inWhole) {
        const std::int64_t each = inWhole || chance(60) ? 4 * roll(0, most) : roll(0, 4 * most);
        return m_isLarge && chance(20) ? std::min(each * m_factor, m_most) : each;
    }
    std::int64_t time(int most = 9) { return quarters(most, m_timesAreWhole); }

    /// Values that are alike, or differ from stage to stage, or from direction to direction too.
    template <typename Make>
    Amounts amounts(const Make& make) {
        const int grain = roll(0, 2);
        Amounts values(m_directions.size(), std::vector<std::int64_t>(m_stages, make()));
        if (grain > 0)
            for (std::int64_t& each : values[0])
                each = make();
        for (std::size_t direction = 1; direction < values.size(); ++direction) {
            values[direction] = values[0];
            if (grain == 2)
                for (std::int64_t& each : values[direction])
                    each = make();
        }
        return values;
    }

    /// In one of the forms that can say them: a number, a list, a list of such lists.
    Json perStage(const Amounts& values, bool nullable = false) {
        const auto one = [&](std::int64_t value) { return nullable ? numberOrNull(value) : number(value); };
        const auto row = [&](const std::vector<std::int64_t>& own) {
            return list(m_stages, [&](int stage) { return one(own[static_cast<std::size_t>(stage)]); });
        };
        const auto same = [](const auto& items) {
            return std::ranges::all_of(items, [&](const auto& item) { return item == items.front(); });
        };
        const int least = !same(values) ? 2 : !same(values.front()) ? 1 : 0;
        const int form = roll(least, 2);
        if (form == 0)
            return one(values[0][0]);
        if (form == 1)
            return row(values[0]);
        Json rows = Json::array();
        for (const std::vector<std::int64_t>& own : values)
            rows.push_back(row(own));
        return rows;
    }

    // --- What the file is about

    std::vector<int> path(int chunks, int first, int ranks) {
        std::vector<int> line;
        const int kind = roll(0, 9);
        for (int stage = 0; stage < ranks * chunks; ++stage) {
            const int arm = stage / ranks;
            const int at = stage % ranks;
            line.push_back(first + (kind == 9 ? roll(0, ranks - 1) : kind > 5 && arm % 2 == 1 ? ranks - 1 - at : at));
        }
        return line;
    }

    void addShape() {
        const int copies = chance(55) ? 1 : roll(2, 3);
        const bool areReplicas = copies > 1 && chance(30);
        const int each = roll(1, areReplicas ? std::max(1, m_shape.mostRanks / copies) : m_shape.mostRanks);
        const int chunks = chance(50) ? 1 : roll(1, m_shape.mostChunks);
        m_ranks = areReplicas ? each * copies : each;
        for (int direction = 0; direction < copies; ++direction) {
            m_directions.push_back(direction > 0 && !areReplicas && chance(60) ? m_directions[0]
                                   : areReplicas && direction > 0              ? m_directions[0]
                                                                               : path(chunks, 0, each));
            std::vector<int>& line = m_directions.back();
            if (areReplicas)
                for (int& rank : line)
                    rank += direction * each;
            else if (direction % 2 == 1)
                std::ranges::reverse(line);
        }
        m_stages = static_cast<int>(m_directions[0].size());
        m_microbatches = roll(1, m_shape.mostMicrobatches);
        m_root["format"] = "lanewright-schedule";
        m_root["version"] = 1;
        if (chance(60))
            m_root["title"] = std::vector<const char*>{"", "Ours, in \"May\"", "ZB-H1, 4 ranks, 8 microbatches",
                                                       "Grüße \xEF\xBF\xBF <&>"}[m_dice.next() % 4];
        addUnits();
        m_root["microbatches"] = m_microbatches;
        addPlacement(each, chunks);
        if (chance(40))
            m_root["optimizer_mode"] = chance(50) ? "sync" : "postvalidated";
        addUnknown(m_root);
    }

    void addUnits() {
        const std::vector<const char*> times{"ns", "us", "ms", "s", "unit"};
        const std::vector<const char*> memories{"B", "KiB", "MiB", "GiB", "unit"};
        const std::size_t time = m_dice.next() % (chance(15) ? 1 : times.size());
        const std::size_t memory = m_dice.next() % memories.size();
        if (time != 4 || chance(50))
            m_root["time_unit"] = times[time];
        if (memory != 4 || chance(50))
            m_root["memory_unit"] = memories[memory];
        m_timesAreWhole = time == 0;
        m_memoryIsWhole = memory == 0;
        m_isLarge = m_shape.large && chance(4);
        // 10^15 ns in quarters of a unit, 2^53 bytes in theirs.
        m_factor = 1;
        const std::int64_t inTime = std::vector<std::int64_t>{1, 1'000, 1'000'000, 1'000'000'000, 1'000'000}[time];
        m_mostTime = 4 * (1'000'000'000'000'000 / inTime);
        const std::int64_t inMemory = std::vector<std::int64_t>{1, 1 << 10, 1 << 20, 1 << 30, 1'000'000}[memory];
        m_mostMemory = 4 * ((std::int64_t{1} << 53) / inMemory);
    }

    void addPlacement(int each, int chunks) {
        Json& placement = m_root["placement"] = {{"ranks", m_ranks}};
        std::vector<int> line;
        for (int rank = 0; rank < m_ranks; ++rank)
            line.push_back(rank);
        const bool isPlain = m_directions.size() == 1 && chunks == 1 && m_directions[0] == line && each == m_ranks;
        if (!isPlain || chance(50))
            placement["directions"] = m_directions;
        if (chance(30))
            placement["replicas"] = 1;
        addUnknown(placement);
        const Json directionOf = m_directions.size() == 1 || chance(10) ? Json{} : list(m_microbatches, [&](int) {
            return roll(0, static_cast<int>(m_directions.size()) - 1);
        });
        if (chance(50))
            (chance(70) ? placement : m_root)["direction_of"] = directionOf;
    }

    // --- Costs

    void addTimes() {
        Json& costs = m_root["costs"] = Json::object();
        m_most = m_mostTime;
        m_factor = m_mostTime / 40;
        const auto unit = [] { return std::int64_t{4}; };
        m_forward = m_input = m_weight = amounts(unit);
        for (const auto& [key, values] :
             {std::pair{"forward", &m_forward}, {"backward_input", &m_input}, {"backward_weight", &m_weight}})
            if (chance(75)) {
                *values = amounts([&] { return time(); });
                costs[key] = perStage(*values);
            }
        m_recompute = amounts([] { return kNone; });
        if (chance(25)) {
            m_recompute = amounts([&] { return chance(40) ? kNone : time(); });
            costs["recompute"] = perStage(m_recompute, true);
        }
        for (const char* const key : {"optimizer", "all_reduce"})
            if (chance(25))
                costs[key] = perStage(amounts([&] { return time(4); }));
        if (chance(35))
            costs["weight_parts"] = m_parts = roll(1, 3);
        if (chance(30))
            costs["links"] = chance(50) ? "latency" : "serial";
        if (chance(25))
            costs["host"] = hostTimes();
        if (chance(10))
            costs["measured_on"] = chance(25) ? Json{} : Json{{"threads", roll(1, 64)}, {"cores", roll(1, 8)}};
        addUnknown(costs);
    }

    Json hostTimes() {
        if (chance(20))
            return nullptr;
        Json host = Json::object();
        for (const char* const key : {"send", "receive"})
            if (chance(70))
                host[key] = number(time(2));
        addUnknown(host);
        return host;
    }

    /// Whether values travel from one rank to the other.
    bool isNeeded(int from, int to) const {
        return std::ranges::any_of(m_directions, [&](const std::vector<int>& line) {
            for (std::size_t stage = 0; stage + 1 < line.size(); ++stage)
                if ((line[stage] == from && line[stage + 1] == to) || (line[stage] == to && line[stage + 1] == from))
                    return true;
            return false;
        });
    }
    /// Whether values travel between neighbours alone.
    bool isForList() const {
        for (int from = 0; from < m_ranks; ++from)
            for (int to = 0; to < from - 1; ++to)
                if (isNeeded(from, to))
                    return false;
        return true;
    }

    /// A number for each pair of ranks, in each form.
    template <typename Make>
    Json pairs(const Make& make) {
        const int form = roll(0, 2);
        if (form == 0)
            return make();
        if (form == 1 && isForList())
            return list(m_ranks - 1, [&](int) { return make(); });
        const bool leavesOpen = chance(50);
        return list(m_ranks, [&](int from) {
            return list(m_ranks, [&](int to) {
                if (from == to)
                    return chance(70) ? Json(0) : Json{};
                return leavesOpen && !isNeeded(from, to) && chance(60) ? Json{} : Json(make());
            });
        });
    }

    void addWays() {
        Json& costs = m_root["costs"];
        if (chance(70))
            costs["transfer"] = pairs([&] { return number(time(3)); });
        if (chance(15))
            costs["transfer_at_most"] = waysAtMost();
        if (chance(30))
            costs["boundary"] = boundaries();
    }

    Json waysAtMost() {
        if (chance(50))
            return chance(20) ? Json{} : Json(chance(50));
        return list(roll(0, 3), [&](int) { return Json{roll(0, m_ranks - 1), roll(0, m_ranks - 1)}; });
    }

    Json boundaries() {
        if (chance(10))
            return nullptr;
        Json boundary = Json::object();
        if (chance(50))
            boundary["time"] = list(m_stages - 1, [&](int) { return number(time(3)); });
        const bool isSaid = chance(70);
        if (isSaid)
            boundary["size"] = list(m_stages - 1, [&](int) { return number(4 * roll(0, 9)); });
        if ((isSaid || m_stages == 1) && chance(70))
            boundary["bandwidth"] = pairs([&] { return number(4 * roll(1, 8)); });
        addUnknown(boundary);
        return boundary;
    }

    // --- Pairs

    void addPairs() {
        if (!chance(45))
            return;
        Json& over = m_root["costs"]["overlapped"];
        switch (roll(0, 3)) {
        case 0: over = perStage(amounts([&] { return chance(25) ? kNone : time(20); }), true); break;
        case 1: over = nullptr; break;
        case 2: {
            over = Json::object();
            const int which = roll(1, 3);
            if (which != 2)
                over["B"] = pairTimes();
            if (which != 1)
                over["BW"] = pairTimes();
            break;
        }
        default:
            over = {{"segments", list(m_stages, [&](int stage) { return segments(stage); })}};
            if (chance(60))
                over["sharing"] = roll(0, 100) / 100.0;
        }
    }

    Json pairTimes() {
        return list(m_stages, [&](int) {
            return list(m_stages, [&](int) { return numberOrNull(chance(20) ? kNone : time(20)); });
        });
    }

    Json segments(int stage) {
        Json own = Json::object();
        const auto at = static_cast<std::size_t>(stage);
        for (const auto& [key, whole] : {std::pair{"forward", m_forward[0][at]},
                                         {"backward_input", m_input[0][at]},
                                         {"backward_weight", m_weight[0][at]}})
            if (chance(70))
                own[key] = chain(whole);
        return own;
    }

    Json chain(std::int64_t whole) {
        Json items = Json::array();
        if (chance(10))
            return items;
        for (int left = chance(5) ? 64 : roll(1, 4); left > 0; --left) {
            // Those that stand last hold what is left.
            const std::int64_t own = left == 1 ? whole : 4 * upTo(whole / 4);
            items.push_back({chance(50) ? "network" : "compute", number(own)});
            whole -= own;
        }
        return items;
    }

    // --- Memory

    std::int64_t bytes(int most) { return quarters(most, m_memoryIsWhole); }

    void addMemory() {
        Json& memory = m_root["memory"] = Json::object();
        m_most = m_mostMemory;
        m_factor = m_mostMemory / 40;
        if (chance(75))
            addChanges(memory);
        if (chance(25))
            memory["static"] = perStage(amounts([&] { return bytes(20); }));
        for (const char* const key : {"limit", "device"})
            if (chance(35))
                memory[key] = perRank();
        if (chance(20))
            memory["receive_buffers"] =
                std::vector<Json>{nullptr,           "per_microbatch", "stage_pools",
                                  "direction_pools", "rank_pool",      "on_receive"}[m_dice.next() % 6];
        if (chance(20))
            memory["send_buffers"] =
                std::vector<Json>{nullptr, "until_end", "until_waited", "on_send"}[m_dice.next() % 4];
        addUnknown(memory);
    }

    /// What F and R take, B and W free.
    void addChanges(Json& memory) {
        Amounts forward = amounts([&] { return bytes(9); });
        Amounts again = amounts([] { return std::int64_t{0}; });
        Amounts input = again;
        Amounts weight = again;
        const bool recomputes = chance(50);
        const bool freesInput = chance(60);
        const bool asForward = chance(50); // so that short forms can say what is freed too
        for (std::size_t direction = 0; direction < forward.size(); ++direction)
            for (std::size_t stage = 0; stage < forward[direction].size(); ++stage) {
                const bool isNew = !asForward || (direction == 0 && stage == 0);
                std::int64_t& own = again[direction][stage];
                if (m_recompute[direction][stage] != kNone && recomputes)
                    own = std::min(bytes(9), std::max<std::int64_t>(0, m_mostMemory - forward[direction][stage]));
                const std::int64_t taken = forward[direction][stage] + own;
                const std::int64_t part = isNew ? 4 * upTo(taken / 4) : taken;
                input[direction][stage] = freesInput ? -part : 0;
                weight[direction][stage] = -(taken + input[direction][stage]);
            }
        memory["forward"] = perStage(forward);
        if (recomputes)
            memory["recompute"] = perStage(again);
        if (freesInput)
            memory["backward_input"] = perStage(input);
        if (chance(60))
            memory["backward_weight"] = perStage(weight);
    }

    Json perRank() {
        // Some that nobody notices, some that bind, some that nobody keeps.
        const auto limit = [&] { return number(4 * (chance(60) ? roll(200, 900) : roll(5, 120))); };
        if (chance(15))
            return nullptr;
        if (chance(40))
            return limit();
        return list(m_ranks, [&](int) { return chance(30) ? Json{} : limit(); });
    }

    // --- Microbatches

    void addMicrobatches() {
        if (!chance(45))
            return;
        Json& micro = m_root["microbatch"];
        if (chance(8)) {
            micro = nullptr;
            return;
        }
        micro = Json::object();
        const auto shares = [&] {
            return list(m_microbatches, [&](int) { return chance(10) ? Json(0) : Json(roll(1, 3000) / 1000.0); });
        };
        const int form = roll(0, 2);
        if (form == 0 && chance(80))
            micro["work"] = shares();
        if (form == 1)
            addLengths(micro);
        if (form == 2) {
            Json& table = micro["table"] = Json::object();
            for (const char* const key : {"F", "B", "W", "BW", "R"})
                if (chance(60))
                    table[key] = list(m_stages, [&](int) {
                        return list(m_microbatches, [&](int) { return number(4 * roll(0, 12)); });
                    });
        }
        if (form != 1 && chance(60))
            micro["size"] = shares();
        addUnknown(micro);
    }

    void addLengths(Json& micro) {
        micro["length"] = list(m_microbatches, [&](int) { return roll(1, 4096); });
        if (chance(40))
            micro["samples"] = list(m_microbatches, [&](int) { return roll(1, 4); });
        const auto part = [&] { return roll(0, 100) / 100.0; };
        if (chance(60))
            micro["quadratic"] = chance(50) ? Json(part()) : list(m_stages, [&](int) { return part(); });
    }

    // --- Model and proof

    void addModel() {
        if (!chance(35))
            return;
        Json& model = m_root["model"];
        if (chance(10)) {
            model = nullptr;
            return;
        }
        model = Json::object();
        const int heads = roll(1, 4);
        std::vector<int> layers;
        int all = 0;
        for (int stage = 0; stage < m_stages; ++stage)
            all += layers.emplace_back(roll(stage == 0 ? 1 : 0, 3));
        model["layers"] = all;
        if (chance(60))
            model["layers_per_stage"] = layers;
        if (chance(40))
            model["layout"] = layoutOf(layers);
        if (model.size() == 1 && chance(50))
            model["layers_per_stage"] = model["layout"] = nullptr;
        if (chance(60)) {
            model["heads"] = heads;
            model["width"] = heads * roll(1, 16);
        }
        for (const auto& [key, most] :
             {std::pair{"context", 128}, {"vocabulary", 999}, {"batch", 8}, {"seed", 1 << 30}})
            if (chance(50))
                model[key] = roll(std::string{key} == "vocabulary" ? 256 : 1, most);
        addUnknown(model);
    }

    static std::string layoutOf(const std::vector<int>& layers) {
        std::string layout = "E";
        for (std::size_t stage = 0; stage < layers.size(); ++stage)
            layout += (stage > 0 ? "|" : "") + std::string(static_cast<std::size_t>(layers[stage]), 't');
        return layout + "L";
    }

    void addProof() {
        if (!chance(25))
            return;
        Json& proof = m_root["proof"];
        if (chance(10)) {
            proof = nullptr;
            return;
        }
        proof = {{"objective",
                  std::vector<const char*>{"iteration", "makespan", "period", "longest_span"}[m_dice.next() % 4]},
                 {"lower_bound", chance(60) ? number(4 * roll(0, 60)) : Json(std::to_string(roll(0, 60)) + "/3")}};
        if (chance(70))
            proof["by"] = chance(50) ? "z3" : "work";
        if (chance(50))
            proof["argument"] = chance(10) ? Json{} : argument();
        addUnknown(proof);
    }

    Json argument() {
        Json own = {{"rank", roll(0, m_ranks - 1)}};
        if (chance(50)) {
            own["stage"] = roll(0, m_stages - 1);
            if (chance(50))
                own["direction"] = roll(0, static_cast<int>(m_directions.size()) - 1);
            if (chance(50))
                own["around"] = roll(0, m_stages - 1);
        }
        for (const char* const key : {"before", "work", "wait", "wait_last", "after"})
            if (chance(50))
                own[key] = number(4 * roll(0, 9));
        return own;
    }

    // --- Orders

    /// Most ops of most stages, in any order, here and there twice, on the wrong rank or in a pair.
    Json rows() {
        std::vector<std::vector<std::string>> order(static_cast<std::size_t>(m_ranks));
        const auto put = [&](int stage, const std::string& op) {
            const int rank = chance(95) ? m_directions[0][static_cast<std::size_t>(stage)] : roll(0, m_ranks - 1);
            std::vector<std::string>& row = order[static_cast<std::size_t>(rank)];
            row.insert(row.begin() + roll(0, static_cast<int>(row.size())), op);
        };
        for (int stage = 0; stage < m_stages; ++stage)
            for (int microbatch = 0; microbatch < m_microbatches; ++microbatch) {
                const std::string of = std::to_string(stage) + "." + std::to_string(microbatch);
                const bool isPair = chance(10);
                const bool isWhole = chance(40);
                if (!isPair)
                    put(stage, "F" + of);
                put(stage, (isPair ? "F" + of + "+" : "") + (isWhole ? "BW" : "B") + of);
                for (int part = 0; part < m_parts && !isWhole; ++part)
                    put(stage, "W" + of + (m_parts > 1 || chance(10) ? "/" + std::to_string(part) : ""));
                if (chance(15))
                    put(stage, "R" + of);
            }
        return order;
    }

    /// Before the first op of some rows; a gap is named by the op of its block.
    Json gapsOf(const Json& order) {
        Json gaps = Json::object();
        for (const Json& row : order)
            if (!row.empty() && chance(40)) {
                const std::string block = row[0];
                const std::string op = block.substr(0, block.find('+'));
                int times = 0;
                for (const Json& other : order)
                    for (const Json& each : other)
                        times += each.get<std::string>().find(op) != std::string::npos ? 1 : 0;
                if (times == 1)
                    gaps[op] = number(time(3));
            }
        return gaps;
    }

    void addOrder() {
        m_most = m_mostTime;
        m_factor = m_mostTime / 40;
        if (chance(6)) {
            m_root["order"] = nullptr;
        } else {
            m_root["order"] = rows();
            if (chance(50))
                m_root["gaps"] = gapsOf(m_root["order"]);
        }
        if (chance(25)) {
            m_root["variants"] = chance(10) ? Json{} : list(roll(0, 2), [&](int at) { return variant(at); });
            m_root["approved"] = chance(10) ? Json{} : list(roll(0, 2), [&](int) { return approval(); });
        }
    }

    Json variant(int at) {
        Json own = {{"name", "state " + std::to_string(at)}, {"order", rows()}};
        if (chance(50))
            own["note"] = "as it was";
        if (chance(50))
            own["gaps"] = gapsOf(own["order"]);
        addUnknown(own);
        return own;
    }

    Json approval() {
        Json own = {{"code", chance(50) ? "crossed" : "gap"}};
        if (chance(50))
            own["where"] = chance(50) ? "F0.0" : "rank 0";
        if (chance(50))
            own["why"] = "our trainer has tags";
        addUnknown(own);
        return own;
    }

    Dice m_dice;
    RandomFileShape m_shape;
    Json m_root = Json::object();
    int m_ranks = 0;
    int m_stages = 0;
    int m_microbatches = 0;
    int m_parts = 1;
    std::vector<std::vector<int>> m_directions = {};
    bool m_timesAreWhole = false;
    bool m_memoryIsWhole = false;
    bool m_isLarge = false;
    std::int64_t m_factor = 1;
    std::int64_t m_most = 0; ///< of times or of memory, whichever is being made, in quarters of a unit
    std::int64_t m_mostTime = 0;
    std::int64_t m_mostMemory = 0;
    Amounts m_forward = {};
    Amounts m_input = {};
    Amounts m_weight = {};
    Amounts m_recompute = {};
};

} // namespace

std::string randomFile(std::uint64_t seed, const RandomFileShape& shape) { return RandomFile(seed, shape).text(); }

} // namespace lanewright::test
