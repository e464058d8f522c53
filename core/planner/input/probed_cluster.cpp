// SPDX-License-Identifier: Apache-2.0
#include "core/planner/input/probed_cluster.h"

#include "core/base/median.h"
#include "core/model/title.h"
#include "core/planner/rates.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace lanewright {

namespace {

/// Where nothing was measured: far more than any stage sends, so that it never decides.
constexpr double kUnmeasured = 1e12;

struct Link {
    double bandwidth = 0;
    Time latency = 0;
};

Link medianOf(std::vector<Link> links) {
    if (links.empty())
        return {kUnmeasured, 0};
    return upperMedian(links, &Link::bandwidth);
}

class ClusterBuilder {
public:
    ClusterBuilder(const Run& run, const Profile& profile, Bytes memory)
        : m_run(run), m_profile(profile), m_memory(memory), m_measured(withMeasuredCosts(run.plan, profile)) {
        m_measured.model = run.plan.model;
        for (int rank = 0; rank < run.plan.schedule.ranks(); ++rank) {
            const std::string& name = nameOf(rank);
            const auto known = std::ranges::find(m_hosts, name);
            m_hostOf.push_back(static_cast<int>(known - m_hosts.begin()));
            if (known == m_hosts.end())
                m_hosts.push_back(name);
        }
    }

    Result<Cluster> cluster() {
        Cluster cluster{.title = title::read("Probed")};
        for (std::size_t host = 0; host < m_hosts.size(); ++host) {
            const Result<Rates> rates = fittedRates(m_measured, m_run.precision, stagesOn(static_cast<int>(host)));
            if (!rates)
                return rates.error();
            cluster.kinds.push_back(withRates({.name = m_hosts[host], .memory = m_memory}, *rates));
        }
        addDevices(cluster);
        if (const Result<Done> joined = joinHosts(cluster); !joined)
            return joined.error();
        return cluster;
    }

private:
    const std::string& nameOf(int rank) const {
        static const std::string unknown = "host";
        const auto at = static_cast<std::size_t>(rank);
        return at < m_run.hosts.size() && !m_run.hosts[at].empty() ? m_run.hosts[at] : unknown;
    }

    std::vector<int> stagesOn(int host) const {
        std::vector<int> stages;
        for (int stage = 0; stage < m_run.plan.schedule.stages(); ++stage)
            if (m_hostOf[m_run.plan.schedule.placement.rankOf(0, stage)] == host)
                stages.push_back(stage);
        return stages;
    }

    std::vector<Link> linksBetween(int one, int other) const {
        std::vector<Link> links;
        for (const LinkProfile& link : m_profile.links) {
            const int from = m_hostOf[link.from];
            const int to = m_hostOf[link.to];
            if (link.bytesPerSecond > 0 &&
                (std::pair(from, to) == std::pair(one, other) || std::pair(to, from) == std::pair(one, other)))
                links.push_back({link.bytesPerSecond, link.latency.median});
        }
        return links;
    }

    void addDevices(Cluster& cluster) const {
        const int ranks = static_cast<int>(m_hostOf.size());
        std::map<int, int> count;
        for (int rank = 0; rank < ranks; ++rank) {
            const int host = m_hostOf[rank];
            cluster.devices.push_back({m_hosts[host] + "/" + std::to_string(count[host]++), host});
            const Link inside = medianOf(linksBetween(host, host));
            cluster.wires.push_back({rank, ranks + host, inside.bandwidth, inside.latency / 2, false});
        }
        cluster.joints = m_hosts;
    }

    Result<Done> joinHosts(Cluster& cluster) const {
        const int hosts = static_cast<int>(m_hosts.size());
        for (int one = 0; one < hosts; ++one)
            for (int other = one + 1; other < hosts; ++other)
                if (const std::vector<Link> links = linksBetween(one, other); !links.empty()) {
                    const Link link = medianOf(links);
                    cluster.wires.push_back(
                        {cluster.size() + one, cluster.size() + other, link.bandwidth, link.latency, true});
                }
        return checkReach(cluster, Ways(cluster));
    }

    const Run& m_run;
    const Profile& m_profile;
    Bytes m_memory;
    Plan m_measured;
    std::vector<std::string> m_hosts = {};
    std::vector<int> m_hostOf = {};
};

} // namespace

Result<Cluster> probedCluster(const Run& run, const Profile& profile, Bytes memory) {
    return ClusterBuilder(run, profile, memory).cluster();
}

} // namespace lanewright
