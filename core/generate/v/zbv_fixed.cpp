// SPDX-License-Identifier: Apache-2.0
#include "core/generate/v/zbv_fixed.h"

#include "core/generate/families.h"
#include "core/generate/v/v_shape.h"

#include <algorithm>

namespace lanewright {

namespace {

/// Writes one rank's sequence as if there were enough microbatches to fill the V, and leaves out those there are not.
class FixedWriter {
public:
    FixedWriter(int microbatches, int parts) : m_microbatches(microbatches), m_parts(parts) {}

    void forward(int arm) { put(codeOf(arm, OpKind::F), m_forwards[arm]); }
    void backward(int arm) { put(codeOf(arm, OpKind::B), m_backwards[arm]); }
    void weight(int arm) { put(codeOf(arm, OpKind::W), m_weights[arm]); }
    void turn(int arm) {
        backward(arm);
        weight(arm);
    }
    int forwards(int arm) const { return m_forwards[arm]; }
    int weights(int arm) const { return m_weights[arm]; }
    int backwards(int arm) const { return m_backwards[arm]; }
    Sequence take() { return std::move(m_sequence); }

private:
    void put(Code code, int& done) {
        if (done++ < m_microbatches)
            append(m_sequence, code, m_parts);
    }

    int m_microbatches;
    int m_parts;
    int m_forwards[2] = {};
    int m_backwards[2] = {};
    int m_weights[2] = {};
    Sequence m_sequence;
};

// The rank at `place` of `ranks`, for `all` microbatches.
void writeFixed(FixedWriter& row, int place, int ranks, int all) {
    for (int i = 0; i < 2 * (ranks - place) - 1; ++i)
        row.forward(kDownArm);
    for (int i = 0; i < place; ++i) {
        row.forward(kUpArm);
        row.forward(kDownArm);
    }
    for (int i = 0; i < ranks - place; ++i) {
        row.forward(kUpArm);
        row.turn(kUpArm);
    }
    while (row.forwards(kUpArm) < row.forwards(kDownArm) || row.forwards(kDownArm) < all) {
        if (row.forwards(kDownArm) < all)
            row.forward(kDownArm);
        row.turn(kDownArm);
        row.forward(kUpArm);
        row.turn(kUpArm);
    }
    for (int i = 0; i < place; ++i) {
        row.backward(kDownArm);
        row.backward(kUpArm);
    }
    for (int i = 0; i < ranks - place; ++i)
        row.turn(kDownArm);
    for (const int arm : {kUpArm, kDownArm})
        while (row.weights(arm) < row.backwards(arm))
            row.weight(arm);
}

} // namespace

Sequences zbvFixed(const Instance& instance) {
    const int microbatches = instance.microbatches[0];
    const int ranks = instance.ranks();
    Sequences sequences(ranks);
    for (int place = 0; place < ranks; ++place) {
        FixedWriter row(microbatches, instance.weightParts);
        writeFixed(row, place, ranks, std::max(microbatches, 2 * ranks - 1));
        sequences[instance.chunks[place].rank] = row.take();
    }
    return sequences;
}

Result<Schedule> makeZbvFixed(const Plan& problem, const Choices&) {
    return scheduleOf(problem, zbvFixed(instanceOf(problem)));
}

} // namespace lanewright
