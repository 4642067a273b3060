// SPDX-License-Identifier: Apache-2.0
#include "CTesseraCurl.h"
#include <stdio.h>

#define NAME(name) "curl_" #name,
static const char *const names[] = {CTESSERA_CURL_FUNCTIONS(NAME)};
enum { oldest = 0x074700, count = sizeof names / sizeof *names };

static union table {
    ccurl_functions functions;
    void *addresses[count];
} table;

bool ccurl_load(const char *library, char *failure) {
    union table loaded;
    // In C, so that deploy/image/build-image finds it in a program: Swift would encode a short text in instructions.
    if (!library) library = "libcurl.so.4";
    // Checks the version first: an old library lacks functions.
    if (!tessera_load(library, names, 1, loaded.addresses, failure)) return false;
    const curl_version_info_data *version = loaded.functions.version_info(CURLVERSION_NOW);
    // Certificates in memory came with 7.71.
    if (version->version_num < oldest) {
        snprintf(
            failure, TESSERA_FAILURE_SIZE, "%s has version %s, and 7.71 or later is needed", library, version->version);
        return false;
    }
    if (!tessera_load(library, names, count, loaded.addresses, failure)) return false;
    table = loaded;
    return true;
}

const ccurl_functions *ccurl(void) { return &table.functions; }

CURLcode ccurl_set_number(CURL *easy, CURLoption option, int64_t value) {
    if (option >= CURLOPTTYPE_OFF_T) return table.functions.easy_setopt(easy, option, (curl_off_t)value);
    return table.functions.easy_setopt(easy, option, (long)value);
}

CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, const void *value) {
    return table.functions.easy_setopt(easy, option, value);
}

CURLMcode ccurl_multi_set_number(CURLM *multi, CURLMoption option, long value) {
    return table.functions.multi_setopt(multi, option, value);
}

bool ccurl_set_callbacks(CURL *easy, const ccurl_callbacks *callbacks, void *context) {
    // By number: headers before 7.80 do not have the names.
    const CURLoption prereq_function = 20312, prereq_data = 10313;
    const CURLoption contexts[] = {
        CURLOPT_PRIVATE, CURLOPT_HEADERDATA, CURLOPT_WRITEDATA, CURLOPT_READDATA, CURLOPT_OPENSOCKETDATA,
        CURLOPT_DEBUGDATA, prereq_data};
    for (size_t index = 0; index < sizeof contexts / sizeof *contexts; index++)
        ccurl_set_pointer(easy, contexts[index], context);
    table.functions.easy_setopt(easy, CURLOPT_HEADERFUNCTION, callbacks->header);
    table.functions.easy_setopt(easy, CURLOPT_WRITEFUNCTION, callbacks->write);
    table.functions.easy_setopt(easy, CURLOPT_READFUNCTION, callbacks->read);
    table.functions.easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, callbacks->open);
    table.functions.easy_setopt(easy, CURLOPT_DEBUGFUNCTION, callbacks->debug);
    return table.functions.easy_setopt(easy, prereq_function, callbacks->ready) == CURLE_OK;
}

long ccurl_number(CURL *easy, CURLINFO info) {
    long value = 0;
    return table.functions.easy_getinfo(easy, info, &value) ? 0 : value;
}

void *ccurl_context(CURL *easy) {
    void *context = NULL;
    table.functions.easy_getinfo(easy, CURLINFO_PRIVATE, &context);
    return context;
}
