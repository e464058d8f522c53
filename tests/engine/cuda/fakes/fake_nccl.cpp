// SPDX-License-Identifier: Apache-2.0
// NCCL between threads of one process, as far as links use it, and as late as NCCL may be: no call is over before it
// has been asked for twice; a communicator from a split is there only when the split is over; a send waits for its
// receive.
#include "tests/engine/cuda/fakes/fake_nccl.h"

#include <algorithm>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace {

constexpr int kLate = 2; ///< how often a call is still under way when it is asked for

/// Guards all that is in here.
std::mutex all;
std::condition_variable changed;
int waiting = 0; ///< sends and receives without their other half

struct Member;

/// A send that waits, in its sender's memory.
struct Offer {
    const Member* sender = nullptr;
    const void* from = nullptr;
    std::size_t bytes = 0;
    bool isTaken = false;
};

/// One split by all members: by colour, who joined under which key.
struct Split {
    int joined = 0;
    std::map<int, std::vector<std::pair<int, Member*>>> colours = {};
};

/// The members of a communicator together.
struct Club {
    int ranks = 0;
    int joined = 0;
    std::map<std::pair<int, int>, std::deque<Offer*>> ways = {}; ///< by sender and receiver
    std::map<int, Split> splits = {};                            ///< by their turns
};

/// One rank's part of a communicator. Work that is still in a stream keeps it.
struct Member {
    std::shared_ptr<Club> club;
    int rank = 0;
    int polls = 0;
    int splits = 0;
    ncclComm_t child = nullptr;  ///< the split's that is under way
    ncclComm_t* place = nullptr; ///< where the caller wants it
    bool isAborted = false;
    ncclResult_t harm = ncclSuccess;
};

std::map<int, std::weak_ptr<Club>> clubs; ///< by the number in their id
int ids = 0;
std::string lastWords;

} // namespace

struct ncclComm {
    std::shared_ptr<Member> member;
};

namespace {

std::set<ncclComm_t> alive;

/// A send or receive, alone or both.
struct Work {
    std::shared_ptr<Member> member = {};
    ncclComm_t communicator = nullptr;
    cudaStream_t stream = nullptr;
    int peer = 0;
    const void* from = nullptr; ///< null: it only receives
    void* into = nullptr;       ///< null: it only sends
    std::size_t bytes = 0;

    bool isToSelf() const { return peer == member->rank; }
};

thread_local int groupDepth = 0;
thread_local std::vector<Work> grouped;

ncclResult_t harmed(Member& member, const char* words) {
    lastWords = words;
    member.harm = ncclInvalidUsage;
    return ncclInProgress; // the caller has to ask
}

/// Waits until `isThere`, or until the communicator is aborted.
template <typename IsThere>
void await(std::unique_lock<std::mutex>& lock, const Member& member, IsThere isThere) {
    ++waiting;
    changed.wait(lock, [&] { return isThere() || member.isAborted; });
    --waiting;
}

void send(const Work& work) {
    std::unique_lock lock(all);
    Offer offer{work.member.get(), work.from, work.bytes};
    if (work.member->isAborted)
        return;
    work.member->club->ways[{work.member->rank, work.peer}].push_back(&offer);
    changed.notify_all();
    await(lock, *work.member, [&] { return offer.isTaken; });
}

void receive(const Work& work) {
    std::unique_lock lock(all);
    std::deque<Offer*>& way = work.member->club->ways[{work.peer, work.member->rank}];
    await(lock, *work.member, [&] { return !way.empty(); });
    if (work.member->isAborted)
        return;
    Offer& offer = *way.front();
    if (offer.bytes != work.bytes)
        harmed(*work.member, "a receive of another size than what was sent");
    std::memcpy(work.into, offer.from, std::min(offer.bytes, work.bytes));
    offer.isTaken = true;
    way.pop_front();
    changed.notify_all();
}

void perform(void* data) {
    const std::unique_ptr<Work> work(static_cast<Work*>(data));
    if (work->into == nullptr)
        send(*work);
    else if (work->from == nullptr)
        receive(*work);
    else
        std::memmove(work->into, work->from, work->bytes);
}

ncclResult_t launch(const Work& work) {
    work.member->polls = 0;
    if (work.isToSelf() && work.into == nullptr)
        return harmed(*work.member, "Trying to send to self without a matching recv");
    if (work.isToSelf() && work.from == nullptr)
        return harmed(*work.member, "Trying to recv to self without a matching send");
    cudaLaunchHostFunc(work.stream, perform, new Work(work));
    return ncclInProgress;
}

/// Joins what a group sends to itself with the receives of it.
std::vector<Work> joined(const std::vector<Work>& parts) {
    std::vector<Work> whole;
    for (const Work& part : parts) {
        const auto other = std::ranges::find_if(whole, [&](const Work& one) {
            return part.isToSelf() && one.communicator == part.communicator && one.bytes == part.bytes &&
                   (one.into == nullptr) != (part.into == nullptr) && (one.from == nullptr) != (part.from == nullptr);
        });
        if (other == whole.end()) {
            whole.push_back(part);
            continue;
        }
        other->from = other->from == nullptr ? part.from : other->from;
        other->into = other->into == nullptr ? part.into : other->into;
    }
    return whole;
}

ncclResult_t enqueue(Work work) {
    const std::scoped_lock lock(all);
    if (!alive.contains(work.communicator))
        return ncclInvalidArgument;
    work.member = work.communicator->member;
    if (groupDepth > 0) {
        grouped.push_back(std::move(work));
        return ncclSuccess;
    }
    return launch(work);
}

ncclComm_t make(std::shared_ptr<Club> club, int rank) {
    auto* const made = new ncclComm{std::make_shared<Member>(Member{.club = std::move(club), .rank = rank})};
    alive.insert(made);
    return made;
}

/// The last to join a split deals out the ranks.
void deal(Split& split) {
    for (auto& [colour, members] : split.colours) {
        std::ranges::stable_sort(members, {}, [](const auto& member) { return member.first; });
        const auto club = std::make_shared<Club>();
        club->ranks = club->joined = static_cast<int>(members.size());
        for (std::size_t rank = 0; rank < members.size(); ++rank) {
            Member& child = *members[rank].second->child->member;
            child.club = club;
            child.rank = static_cast<int>(rank);
        }
    }
}

bool isUnderWay(const Member& member) {
    if (member.club->joined < member.club->ranks)
        return true;
    return member.splits > 0 && member.club->splits[member.splits].joined < member.club->ranks;
}

/// Gives the caller of a split what came of it.
void handOver(Member& member) {
    if (ncclComm_t* const place = std::exchange(member.place, nullptr))
        *place = std::exchange(member.child, nullptr);
}

} // namespace

extern "C" {

int fakeNcclAlive() {
    const std::scoped_lock lock(all);
    return static_cast<int>(alive.size());
}

int fakeNcclWaiting() {
    const std::scoped_lock lock(all);
    return waiting;
}

void fakeNcclHarm(int ranks, ncclResult_t harm) {
    const std::scoped_lock lock(all);
    for (ncclComm* const each : alive)
        if (each->member->club->ranks == ranks)
            each->member->harm = harm;
}

ncclResult_t ncclGetVersion(int* version) {
    const char* const wanted = std::getenv("LANEWRIGHT_FAKE_NCCL_VERSION");
    *version = wanted == nullptr ? NCCL_VERSION_CODE : std::atoi(wanted);
    return ncclSuccess;
}

const char* ncclGetErrorString(ncclResult_t result) {
    switch (result) {
    case ncclSuccess: return "no error";
    case ncclInvalidUsage: return "invalid usage";
    case ncclRemoteError: return "remote process exited or there was a network error";
    default: return "unknown result code";
    }
}

const char* ncclGetLastError(ncclComm_t /*communicator*/) {
    const std::scoped_lock lock(all);
    return lastWords.c_str();
}

ncclResult_t ncclGetUniqueId(ncclUniqueId* id) {
    const std::scoped_lock lock(all);
    ++ids;
    std::memcpy(id->internal, &ids, sizeof ids);
    return ncclSuccess;
}

ncclResult_t ncclCommInitRankConfig(ncclComm_t* communicator, int ranks, ncclUniqueId id, int rank,
                                    ncclConfig_t* config) {
    if (config->blocking != 0)
        return ncclInvalidArgument;
    int number = 0;
    std::memcpy(&number, id.internal, sizeof number);
    const std::scoped_lock lock(all);
    std::shared_ptr<Club> club = clubs[number].lock();
    if (club == nullptr)
        clubs[number] = club = std::make_shared<Club>(Club{.ranks = ranks});
    ++club->joined;
    *communicator = make(std::move(club), rank);
    return ncclInProgress;
}

ncclResult_t ncclCommSplit(ncclComm_t parent, int colour, int key, ncclComm_t* communicator, ncclConfig_t* config) {
    const std::scoped_lock lock(all);
    if (!alive.contains(parent) || config->blocking != 0)
        return ncclInvalidArgument;
    Member& member = *parent->member;
    member.polls = 0;
    Split& split = member.club->splits[++member.splits];
    *communicator = nullptr;
    if (colour != NCCL_SPLIT_NOCOLOR) {
        member.child = make(std::make_shared<Club>(), 0);
        member.place = communicator;
        split.colours[colour].emplace_back(key, &member);
    }
    if (++split.joined == member.club->ranks)
        deal(split);
    return ncclInProgress;
}

ncclResult_t ncclCommGetAsyncError(ncclComm_t communicator, ncclResult_t* state) {
    const std::scoped_lock lock(all);
    if (!alive.contains(communicator))
        return ncclInvalidArgument;
    Member& member = *communicator->member;
    *state = member.harm;
    if (member.harm != ncclSuccess)
        return ncclSuccess;
    if (isUnderWay(member) || ++member.polls <= kLate)
        *state = ncclInProgress;
    else
        handOver(member);
    return ncclSuccess;
}

ncclResult_t ncclCommAbort(ncclComm_t communicator) {
    const std::scoped_lock lock(all);
    if (alive.erase(communicator) == 0)
        return ncclInvalidArgument;
    Member& member = *communicator->member;
    handOver(member);
    member.isAborted = true;
    for (auto& [ends, way] : member.club->ways)
        std::erase_if(way, [&](const Offer* offer) { return offer->sender == &member; });
    changed.notify_all();
    delete communicator;
    return ncclSuccess;
}

ncclResult_t ncclSend(const void* from, size_t count, ncclDataType_t kind, int peer, ncclComm_t communicator,
                      cudaStream_t stream) {
    if (kind != ncclChar)
        return ncclInvalidArgument;
    return enqueue({.communicator = communicator, .stream = stream, .peer = peer, .from = from, .bytes = count});
}

ncclResult_t ncclRecv(void* into, size_t count, ncclDataType_t kind, int peer, ncclComm_t communicator,
                      cudaStream_t stream) {
    if (kind != ncclChar)
        return ncclInvalidArgument;
    return enqueue({.communicator = communicator, .stream = stream, .peer = peer, .into = into, .bytes = count});
}

ncclResult_t ncclGroupStart() {
    ++groupDepth;
    return ncclSuccess;
}

ncclResult_t ncclGroupEnd() {
    if (--groupDepth > 0)
        return ncclSuccess;
    const std::scoped_lock lock(all);
    for (const Work& work : joined(std::exchange(grouped, {})))
        launch(work);
    return ncclInProgress;
}

} // extern "C"
