// SPDX-License-Identifier: Apache-2.0
/* Makes a schedule and prints its numbers: cc example.c -llanewright … (find_package(Lanewright) knows what else). */
#include "core/api/lanewright.h"

#include <stdio.h>

int main(void) {
    char* schedule = lanewright_ask(
        NULL, "{\"ask\": \"generate\", \"name\": \"zb-h1\", \"ranks\": 4, \"microbatches\": 8}", NULL, NULL);
    lanewright_document* document = lanewright_open(schedule);
    char* numbers = lanewright_ask(document, "{\"ask\": \"simulate\"}", NULL, NULL);
    size_t ops = 0;
    int64_t* spans = lanewright_spans(document, &ops);
    printf("%s\n%zu ops, the last ends at %lld ns\n", numbers, ops,
           ops ? (long long)spans[(ops - 1) * LANEWRIGHT_COLUMNS + LANEWRIGHT_END] : 0);
    lanewright_free(spans);
    lanewright_free(numbers);
    lanewright_free(document);
    lanewright_free(schedule);
    return 0;
}
