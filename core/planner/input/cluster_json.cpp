// SPDX-License-Identifier: Apache-2.0
#include "core/base/decimal.h"
#include "core/io/files.h"
#include "core/io/json_writer.h"
#include "core/io/quoted_text.h"
#include "core/io/reading.h"
#include "core/model/title.h"
#include "core/planner/input/model_json.h"

#include <cmath>
#include <map>

namespace lanewright {

namespace {

constexpr int kMostDevices = 256;
constexpr Time kMicrosecond = 1'000;

/// A number above zero, within what rates and speeds can be: so that neither it nor a time made of it is infinite.
double positiveFrom(const json::Node& node, Trouble& trouble) {
    constexpr double kLeast = 1e-9;
    constexpr double kMost = 1e9;
    const double number = realFrom(node, trouble);
    if (!(number > 0) || !std::isfinite(number))
        trouble.add(say(phrase("file", "this must be a number above 0")), node);
    else if (number < kLeast || number > kMost)
        trouble.add(say(phrase("file", "this must be a number from %1 to %2"), "1e-9", "1e9"), node);
    return number;
}

class ClusterReader {
public:
    ClusterReader(const json::Node& root, Trouble& trouble) : m_root(root), m_trouble(&trouble) {}

    Cluster read() {
        m_cluster.title = title::read(stringIn(m_root, "title", "", *m_trouble));
        readKinds();
        if (const auto devices = m_root.find("devices"))
            for (const json::Node node : itemsOf(*devices))
                addDevice(stringIn(node, "name", "", *m_trouble), node);
        std::vector<HostWire> inside;
        if (const auto hosts = m_root.find("hosts"))
            for (const json::Node node : itemsOf(*hosts))
                readHost(node, inside);
        if (const auto switches = m_root.find("switches"))
            for (const json::Node node : itemsOf(*switches))
                addJoint(stringFrom(node, *m_trouble), node);
        if (m_cluster.devices.empty())
            m_trouble->add(say(phrase("file", "a cluster has at least one device")), m_root);
        // Joints are numbered behind all devices.
        for (const HostWire& wire : inside)
            m_cluster.wires.push_back(
                {wire.device, m_cluster.size() + wire.joint, wire.bandwidth, wire.latency, false});
        if (const auto links = m_root.find("links"))
            for (const json::Node node : itemsOf(*links))
                readLink(node);
        return std::move(m_cluster);
    }

private:
    struct HostWire {
        int device = 0;
        int joint = 0;
        double bandwidth = 0;
        Time latency = 0;
    };

    void readKinds() {
        const auto kinds = required(m_root, "kinds", *m_trouble);
        if (!kinds || !expect(*kinds, json::Kind::Object, *m_trouble))
            return;
        for (const json::Node node : kinds->children())
            if (expect(node, json::Kind::Object, *m_trouble))
                m_cluster.kinds.push_back(kindFrom(node));
        if (m_cluster.kinds.empty())
            m_trouble->add(say(phrase("file", "a cluster has at least one kind of device")), *kinds);
    }

    DeviceKind kindFrom(const json::Node& node) {
        DeviceKind kind{.name = std::string{node.key()}};
        if (const auto rates = node.find("tflops")) {
            const auto rate = [&](std::string_view key) {
                const auto number = rates->kind() == json::Kind::Object ? required(*rates, key, *m_trouble) : rates;
                return number ? positiveFrom(*number, *m_trouble) * kTera : 1;
            };
            kind.forward = rate("forward");
            kind.backwardInput = rate("backward_input");
            kind.backwardWeight = rate("backward_weight");
        }
        if (const auto speed = node.find("speed"))
            kind.speed = positiveFrom(*speed, *m_trouble);
        if (const auto memory = required(node, "memory", *m_trouble))
            kind.memory = amountFrom(*memory, {1, kMaxMemory, kGiB}, *m_trouble);
        if (const auto spread = node.find("spread")) {
            kind.spread = realFrom(*spread, *m_trouble);
            if (!(kind.spread >= 0 && kind.spread < 1))
                m_trouble->add(say(phrase("file", "a spread is a share from 0 to below 1")), *spread);
        }
        return kind;
    }

    bool name(const std::string& name, int number, const json::Node& node) {
        if (name.empty())
            m_trouble->add(say(phrase("file", "a device, host or switch needs a name")), node);
        else if (!m_known.emplace(name, number).second)
            m_trouble->add(say(phrase("file", "%1 is there twice"), inQuotes(name)), node);
        return !*m_trouble;
    }

    void addDevice(const std::string& name, const json::Node& node) {
        if (!expect(node, json::Kind::Object, *m_trouble) || !this->name(name, m_cluster.size(), node))
            return;
        if (m_cluster.size() == kMostDevices)
            return m_trouble->add(say(phrase("file", "a cluster has at most %1 devices"), kMostDevices), node);
        m_cluster.devices.push_back({name, kindIn(node)});
    }

    int kindIn(const json::Node& node) {
        const auto name = node.find("kind");
        if (!name) {
            if (m_cluster.kinds.size() > 1)
                m_trouble->add(say(phrase("file", "which kind? there are several")), node);
            return 0;
        }
        const std::string wanted = stringFrom(*name, *m_trouble);
        for (std::size_t kind = 0; kind < m_cluster.kinds.size(); ++kind)
            if (m_cluster.kinds[kind].name == wanted)
                return static_cast<int>(kind);
        m_trouble->add(say(phrase("file", "there is no kind %1"), inQuotes(wanted)), *name);
        return 0;
    }

    /// Joints are −1, −2, … until all devices are known.
    int addJoint(const std::string& name, const json::Node& node) {
        const int joint = static_cast<int>(m_cluster.joints.size());
        if (this->name(name, -1 - joint, node))
            m_cluster.joints.push_back(name);
        return joint;
    }

    void readHost(const json::Node& node, std::vector<HostWire>& inside) {
        if (!expect(node, json::Kind::Object, *m_trouble))
            return;
        const std::string name = stringIn(node, "name", "", *m_trouble);
        const int joint = addJoint(name, node);
        const int count = integerIn(node, "devices", 1, 1, kMostDevices, *m_trouble);
        const auto bandwidth = required(node, "bandwidth", *m_trouble);
        const double wide = bandwidth ? positiveFrom(*bandwidth, *m_trouble) * kGiga : 1;
        const Time latency = latencyIn(node);
        for (int at = 0; at < count && !*m_trouble; ++at) {
            inside.push_back({m_cluster.size(), joint, wide, latency / 2});
            addDevice(name + "/" + std::to_string(at), node);
        }
    }

    Time latencyIn(const json::Node& node) {
        const auto latency = node.find("latency");
        return latency ? amountFrom(*latency, {0, kMaxTime, kMicrosecond}, *m_trouble) : 0;
    }

    void readLink(const json::Node& node) {
        if (!expect(node, json::Kind::Object, *m_trouble))
            return;
        const auto between = required(node, "between", *m_trouble);
        const auto bandwidth = required(node, "bandwidth", *m_trouble);
        if (!between || !bandwidth || !expectList(*between, 2, phrase("one per", "end"), *m_trouble))
            return;
        Wire wire{.bandwidth = positiveFrom(*bandwidth, *m_trouble) * kGiga,
                  .latency = latencyIn(node),
                  .shared = boolIn(node, "shared", true, *m_trouble)};
        int* const ends[2] = {&wire.a, &wire.b};
        int at = 0;
        for (const json::Node end : between->children()) {
            const std::string name = stringFrom(end, *m_trouble);
            const auto known = m_known.find(name);
            if (known == m_known.end())
                return m_trouble->add(say(phrase("file", "there is no device, host or switch %1"), inQuotes(name)),
                                      end);
            *ends[at++] = known->second < 0 ? m_cluster.size() - 1 - known->second : known->second;
        }
        if (wire.a == wire.b)
            return m_trouble->add(say(phrase("file", "a link needs two different ends")), *between);
        m_cluster.wires.push_back(wire);
    }

    json::Node m_root;
    Trouble* m_trouble;
    Cluster m_cluster;
    std::map<std::string, int> m_known = {};
};

void writeKinds(json::Writer& writer, const Cluster& cluster) {
    writer.key("kinds").beginObject(json::Layout::Lines);
    for (const DeviceKind& kind : cluster.kinds) {
        writer.key(kind.name).beginObject(json::Layout::Line);
        if (kind.forward > 0) {
            writer.key("tflops").beginObject(json::Layout::Line);
            writer.key("forward").real(kind.forward / kTera);
            writer.key("backward_input").real(kind.backwardInput / kTera);
            writer.key("backward_weight").real(kind.backwardWeight / kTera);
            writer.endObject();
        }
        writer.key("speed").real(kind.speed);
        writer.key("memory").numeral(decimalFromTicks(kind.memory, kGiB));
        writer.key("spread").real(kind.spread);
        writer.endObject();
    }
    writer.endObject();
}

} // namespace

Result<Cluster> clusterFromJson(std::string_view text) {
    const Result<json::Document> document = json::parse(text);
    if (!document)
        return document.error();
    Trouble trouble;
    const json::Node root = document->root();
    checkHeader(root, "lanewright-cluster", phrase("file", "this JSON is no cluster"), trouble);
    if (trouble)
        return trouble.first();
    Cluster cluster = ClusterReader(root, trouble).read();
    if (trouble)
        return trouble.first();
    return cluster;
}

Result<Cluster> openCluster(const std::string& pathOrPreset) {
    for (const ClusterPreset& preset : clusterPresets())
        if (preset.name == pathOrPreset)
            return preset.make();
    const Result<std::string> text = readFile(pathOrPreset);
    if (!text)
        return text.error();
    return clusterFromJson(*text);
}

std::string clusterToJson(const Cluster& cluster) {
    json::Writer writer;
    writer.beginObject(json::Layout::Lines);
    writer.key("format").string("lanewright-cluster");
    writer.key("version").number(1);
    writer.key("title").string(cluster.title.text());
    writeKinds(writer, cluster);
    writer.key("devices").beginArray(json::Layout::Lines);
    for (const Device& device : cluster.devices) {
        writer.beginObject(json::Layout::Line);
        writer.key("name").string(device.name);
        writer.key("kind").string(cluster.kinds[device.kind].name);
        writer.endObject();
    }
    writer.endArray();
    writer.key("switches").beginArray(json::Layout::Line);
    for (const std::string& joint : cluster.joints)
        writer.string(joint);
    writer.endArray();
    writer.key("links").beginArray(json::Layout::Lines);
    for (const Wire& wire : cluster.wires) {
        writer.beginObject(json::Layout::Line);
        writer.key("between").beginArray(json::Layout::Line);
        writer.string(cluster.nameOf(wire.a));
        writer.string(cluster.nameOf(wire.b));
        writer.endArray();
        writer.key("bandwidth").real(wire.bandwidth / kGiga);
        writer.key("latency").numeral(decimalFromTicks(wire.latency, kMicrosecond));
        writer.key("shared").boolean(wire.shared);
        writer.endObject();
    }
    writer.endArray();
    writer.endObject();
    return writer.take() + "\n";
}

} // namespace lanewright
