// SPDX-License-Identifier: Apache-2.0
#include "core/api/edit/named_edit.h"
#include "core/api/question_list.h"
#include "core/check/validate.h"

#include <utility>

namespace lanewright::api {

namespace {

struct EditRequest {
    std::string file = {};
    NamedEdit edit = {};
    std::string output = {};
};

/// What was written.
struct Edited {
    std::string output = {};
    std::string edit = {};
    bool isValid = false;
};

std::vector<Option> editOptions() {
    using R = EditRequest;
    std::vector<Option> options = {option<R>("FILE", &R::file, "A schedule (.lwsched, PyTorch .csv)").required()};
    for (Option& option : namedEditOptions(&R::edit))
        options.push_back(std::move(option));
    options.push_back(option<R>("-o,--output", &R::output, "Write the schedule here (standard output)"));
    return options;
}

const Fields<Edited> kEditedFields = {{"output", "the file that was written", &Edited::output},
                                      {"edit", "that was made, by its option", &Edited::edit},
                                      {"valid", "no finding is an error; validate says which", &Edited::isValid}};

std::string textOf(const Edited& edited) {
    return edited.output + ": after " + edited.edit + (edited.isValid ? "\n" : "; not valid, see validate\n");
}

Reply edit(const EditRequest& request, const Asker& asker) {
    const Result<const EditKind*> kind = kindOf(request.edit);
    if (!kind)
        return refused(Exit::Usage, "", kind.error());
    if (const Result<Done> apart = asker.checkApart(request.output); !apart)
        return refused(Exit::Usage, request.output, apart.error());
    const Result<Plan> plan = asker.plan(request.file);
    if (!plan)
        return refused(Exit::Usage, request.file, plan.error());
    const Result<EditedPlan> made = edited(**kind, request.edit, *plan);
    if (!made)
        return refused(Exit::No, request.file, made.error());
    const std::string output = request.output.empty() ? "-" : request.output;
    if (const Result<Done> written = asker.write(output, made->plan); !written)
        return refused(Exit::Usage, request.output, written.error());
    if (isStandardOutput(output))
        return printedFile();
    return answered(Edited{request.output, std::string{nameOf(**kind)}, isValid(validate(made->plan))}, kEditedFields,
                    Units{}, textOf);
}

constexpr const char* kEditFooter = R"(
One edit a call. Ops are named as in files: B2.5 is B of stage 2, microbatch 5, and W2.5/1 a part of its W; several of
them with commas between them, where an edit takes several: F0.1,F0.2. The schedule
is written whether it is valid or not: validate says what is wrong with it. An edit of an op that is not there is
refused.

Examples:
  lanewright-cli edit a.lwsched --move B2.5 --before F2.7 -o b.lwsched
  lanewright-cli edit a.lwsched --split BW1.2 --w-parts 2 -o b.lwsched
  lanewright-cli edit a.lwsched --gap F0.3 --time 1.5 | lanewright-cli simulate -
  lanewright-cli edit a.lwsched --stage 2 --to-rank 3 | lanewright-cli edit - --fuse all | lanewright-cli validate -)";

} // namespace

Question editQuestion() {
    return question<EditRequest>("edit", "Change one thing in a schedule", kEditFooter, editOptions(), edit,
                                 kEditedFields);
}

} // namespace lanewright::api
