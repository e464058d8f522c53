// SPDX-License-Identifier: Apache-2.0
#ifndef LANEWRIGHT_H
#define LANEWRIGHT_H

/* What other languages call: the questions of lanewright-cli, with requests and answers as JSON.
 *
 * A request is an object: "ask" is the name of the command, every other key an option without its hyphens and with
 * underscores for those inside, or an argument in small letters: {"ask": "simulate", "iterations": 4},
 * {"ask": "generate", "name": "zb-h1", "ranks": 4, "microbatches": 8}. "form" is "json" (default), "csv" or "text".
 * "called" has other names for options, by their keys: {"called": {"tf": "forward"}, "forward": 2, …}. Requests and
 * sentences then call them so.
 *
 * The answer is what lanewright-cli prints for it with --json: its object, or where "output" is "-" (or a generator is
 * given none) the file itself. Why there is no answer is an object too: {"error": {"sentence", "place", "file"},
 * "exit"}, with the exit code of the command.
 *
 * A document may be a board, too: {"ask": "board"} begins one with its schedule or lesson, and then "propose" says what
 * an edit would give and "apply" makes it, in the words of the command edit: {"ask": "apply", "move": "B2.5", "before":
 * "F2.7"}. "undo", "redo", "check", "save", of a lesson "hint", "follow" and more; schedules/QUESTIONS.md has all of
 * them. What is not allowed is answered with {"refused": "why"}. Other questions of the document are then about the
 * schedule as it stands.
 *
 * Nothing here throws. No file and no socket is touched unless a request names one that no document has the name of.
 * Documents know nothing of each other but what is named for them; one is asked by one thread at a time, with those
 * that it names. All text is UTF-8 and ends in a zero. */

#include <stddef.h>
#include <stdint.h>

/* What the shared library shows; it shows nothing else. */
#if defined(__GNUC__)
#define LANEWRIGHT_API __attribute__((visibility("default")))
#else
#define LANEWRIGHT_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* A schedule, problem, run or lesson that requests are about where they name no file. */
typedef struct lanewright_document lanewright_document;

/* Hears of long work: {"progress": "…"}, {"best": {…}} of a search, {"remark": "…", "file": "…"} of what there is to
 * say beside the answer, and {} ten times a second. What it returns stops the work unless it is 0; the answer is then
 * the best so far. It may be called by another thread than the one that asked, which waits, and is never called twice
 * at once. */
typedef int (*lanewright_hearer)(const char* event, void* context);

/* The version, as in "0.1.0". Not to be freed. */
LANEWRIGHT_API const char* lanewright_version(void);

/* A document from what its file would hold: JSON, or PyTorch's CSV. NULL without memory; what is wrong with the text
 * every answer about it says. */
LANEWRIGHT_API lanewright_document* lanewright_open(const char* text);

/* From now on `name` means `other` where a request about `document` names a file, until `other` is freed: {"ask":
 * "compare", "b": "run"} about a plan, whose run is named "run". What a request writes to that name `other` holds
 * from then on, so that one request gives an answer and a file. 0 without memory, else 1. */
LANEWRIGHT_API int lanewright_name(lanewright_document* document, const char* name, lanewright_document* other);

/* The answer to a request about `document`, which may be NULL where the request names its files. `hearer` may be NULL.
 * NULL without memory. */
LANEWRIGHT_API char* lanewright_ask(lanewright_document* document, const char* request, lanewright_hearer hearer,
                                    void* context);

/* What the document holds: "schedule" (a problem, too), "run" or "lesson"; NULL where it can't be read, which every
 * answer says the reason of. Not to be freed. */
LANEWRIGHT_API const char* lanewright_holds(lanewright_document* document);

/* The document's bytes, `size` of them and a zero: what it was opened with, or what a request wrote to its name. `size`
 * may be NULL. NULL without memory. */
LANEWRIGHT_API char* lanewright_text(lanewright_document* document, size_t* size);

/* The columns of a row of lanewright_spans. */
enum {
    LANEWRIGHT_RANK,
    LANEWRIGHT_KIND, /* 0 F, 1 B, 2 W, 3 BW, 4 R */
    LANEWRIGHT_STAGE,
    LANEWRIGHT_MICROBATCH,
    LANEWRIGHT_PART,  /* of W, from 0 */
    LANEWRIGHT_PAIR,  /* 1: runs as one block with the row that follows */
    LANEWRIGHT_START, /* nanoseconds; an abstract unit of time counts as a million */
    LANEWRIGHT_END,
    LANEWRIGHT_COLUMNS
};

/* Every op with its times, LANEWRIGHT_COLUMNS numbers each, rank by rank: of a schedule as simulated, of a run as
 * measured in its representative step. `rows` gets their number. NULL, and 0 rows, where the document has no order or
 * can't be read. */
LANEWRIGHT_API int64_t* lanewright_spans(lanewright_document* document, size_t* rows);

/* Frees what lanewright_open, lanewright_text, lanewright_ask or lanewright_spans gave. NULL is nothing to free. */
LANEWRIGHT_API void lanewright_free(void* given);

#ifdef __cplusplus
}
#endif

#endif
