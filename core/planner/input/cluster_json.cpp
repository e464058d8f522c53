// SPDX-License-Identifier: Apache-2.0
#include "core/io/files.h"
#include "core/io/forms.h"
#include "core/io/quoted_text.h"
#include "core/model/title.h"
#include "core/planner/input/model_json.h"

#include <array>
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

/// A rate in a file's units, of which one is `scale`.
Form<double> rateForm(double scale) {
    return {.read = [scale](const json::Node& node, Frame&,
                            Trouble& trouble) { return positiveFrom(node, trouble) * scale; },
            .write = [scale](json::Writer& writer, const double& rate, const Frame&) { writer.real(rate / scale); }};
}

const FileFields<DeviceKind>& rateFields() {
    using Field = FileField<DeviceKind>;
    static const FileFields<DeviceKind> kFields = {
        Field("forward", &DeviceKind::forward, rateForm(kTera)).required(),
        Field("backward_input", &DeviceKind::backwardInput, rateForm(kTera)).required(),
        Field("backward_weight", &DeviceKind::backwardWeight, rateForm(kTera)).required()};
    return kFields;
}

/// One rate for all, or an object of three.
void readRates(const json::Node& node, DeviceKind& kind, Frame& frame, Trouble& trouble) {
    if (node.kind() == json::Kind::Object)
        readMembers(node, rateFields(), kind, frame, trouble);
    else
        kind.forward = kind.backwardInput = kind.backwardWeight = positiveFrom(node, trouble) * kTera;
}

double spreadFrom(const json::Node& node, Trouble& trouble) {
    const double spread = realFrom(node, trouble);
    if (!(spread >= 0 && spread < 1))
        trouble.add(say(phrase("file", "a spread is a share from 0 to below 1")), node);
    return spread;
}

const FileFields<DeviceKind>& kindFields() {
    using Field = FileField<DeviceKind>;
    static const FileFields<DeviceKind> kFields = {
        Field("tflops", "", readRates,
              [](json::Writer& writer, const DeviceKind& kind, const Frame& frame) {
                  writeObject(writer, rateFields(), kind, frame, json::Layout::Line);
              })
            .when([](const DeviceKind& kind) { return kind.forward > 0; }),
        {"speed", &DeviceKind::speed, rateForm(1)},
        Field("memory", &DeviceKind::memory, form::amount({1, kMaxMemory, kGiB})).required(),
        {"spread", &DeviceKind::spread, form::of(spreadFrom)}};
    return kFields;
}

/// How two ends are joined.
const FileFields<Wire>& wireFields() {
    using Field = FileField<Wire>;
    static const FileFields<Wire> kFields = {Field("bandwidth", &Wire::bandwidth, rateForm(kGiga)).required(),
                                             {"latency", &Wire::latency, form::amount({0, kMaxTime, kMicrosecond})},
                                             {"shared", &Wire::shared, form::boolean()}};
    return kFields;
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
        if (const auto hosts = m_root.find("hosts"))
            for (const json::Node node : itemsOf(*hosts))
                readHost(node);
        if (const auto switches = m_root.find("switches"))
            for (const json::Node node : itemsOf(*switches))
                addJoint(stringFrom(node, *m_trouble), node);
        if (m_cluster.devices.empty())
            m_trouble->add(say(phrase("file", "a cluster has at least one device")), m_root);
        // Joints are numbered behind all devices.
        for (Wire& wire : m_inside) {
            wire.b += m_cluster.size();
            m_cluster.wires.push_back(wire);
        }
        if (const auto links = m_root.find("links"))
            for (const json::Node node : itemsOf(*links))
                readLink(node);
        return std::move(m_cluster);
    }

private:
    void readKinds() {
        const auto kinds = required(m_root, "kinds", *m_trouble);
        if (!kinds || !expect(*kinds, json::Kind::Object, *m_trouble))
            return;
        for (const json::Node node : kinds->children()) {
            m_cluster.kinds.push_back(objectFrom(node, kindFields(), m_frame, *m_trouble));
            m_cluster.kinds.back().name = node.key();
        }
        if (m_cluster.kinds.empty())
            m_trouble->add(say(phrase("file", "a cluster has at least one kind of device")), *kinds);
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

    void readHost(const json::Node& node) {
        if (!expect(node, json::Kind::Object, *m_trouble))
            return;
        const std::string name = stringIn(node, "name", "", *m_trouble);
        Wire wire{.b = addJoint(name, node)};
        const int count = integerIn(node, "devices", 1, 1, kMostDevices, *m_trouble);
        readMembers(node, wireFields(), wire, m_frame, *m_trouble);
        wire.latency /= 2;
        wire.shared = false;
        for (int at = 0; at < count && !*m_trouble; ++at) {
            wire.a = m_cluster.size();
            m_inside.push_back(wire);
            addDevice(name + "/" + std::to_string(at), node);
        }
    }

    /// The node that a link names.
    int endFrom(const json::Node& end) {
        const std::string name = stringFrom(end, *m_trouble);
        const auto known = m_known.find(name);
        if (known == m_known.end()) {
            m_trouble->add(say(phrase("file", "there is no device, host or switch %1"), inQuotes(name)), end);
            return 0;
        }
        return known->second < 0 ? m_cluster.size() - 1 - known->second : known->second;
    }

    void readLink(const json::Node& node) {
        if (!expect(node, json::Kind::Object, *m_trouble))
            return;
        const auto between = required(node, "between", *m_trouble);
        if (!between || !expectList(*between, 2, phrase("one per", "end"), *m_trouble))
            return;
        Wire wire{.shared = true};
        readMembers(node, wireFields(), wire, m_frame, *m_trouble);
        if (*m_trouble)
            return;
        const std::vector<json::Node> ends = itemsOf(*between);
        wire.a = endFrom(ends[0]);
        wire.b = endFrom(ends[1]);
        if (wire.a == wire.b)
            m_trouble->add(say(phrase("file", "a link needs two different ends")), *between);
        m_cluster.wires.push_back(wire);
    }

    json::Node m_root;
    Trouble* m_trouble;
    Frame m_frame;
    Cluster m_cluster;
    std::vector<Wire> m_inside; ///< those of hosts; `b` counts joints
    std::map<std::string, int> m_known = {};
};

Cluster clusterFrom(const json::Node& root, Trouble& trouble) {
    checkHeader(root, "lanewright-cluster", phrase("file", "this JSON is no cluster"), trouble);
    return trouble ? Cluster{} : ClusterReader(root, trouble).read();
}

} // namespace

Result<Cluster> clusterFromJson(std::string_view text) { return readText(text, clusterFrom); }

Result<Cluster> openCluster(const std::string& pathOrPreset) {
    for (const ClusterPreset& preset : clusterPresets())
        if (preset.name == pathOrPreset)
            return preset.make();
    const Result<std::string> text = readFile(pathOrPreset);
    return text ? clusterFromJson(*text) : text.error();
}

std::string clusterToJson(const Cluster& cluster) {
    using json::Layout;
    json::Writer writer;
    writer.object(Layout::Lines, [&] {
        writer.key("format").string("lanewright-cluster");
        writer.key("version").number(1);
        writer.key("title").string(cluster.title.text());
        writer.key("kinds").object(Layout::Lines, [&] {
            for (const DeviceKind& kind : cluster.kinds)
                writeObject(writer.key(kind.name), kindFields(), kind, {}, Layout::Line);
        });
        writer.key("devices").list(Layout::Lines, cluster.devices, [&](const Device& device) {
            writer.object(Layout::Line, [&] {
                writer.key("name").string(device.name);
                writer.key("kind").string(cluster.kinds[device.kind].name);
            });
        });
        writeAny(writer.key("switches"), cluster.joints, {});
        writer.key("links").list(Layout::Lines, cluster.wires, [&](const Wire& wire) {
            writer.object(Layout::Line, [&] {
                writeAny(writer.key("between"), std::array{cluster.nameOf(wire.a), cluster.nameOf(wire.b)}, {});
                writeMembers(writer, wireFields(), wire, {});
            });
        });
    });
    return writer.take() + "\n";
}

} // namespace lanewright
