// SPDX-License-Identifier: Apache-2.0
#include "CTesseraPostgres.h"
#include <stdio.h>

// In C, so that deploy/image/build-image finds the text in a program: Swift would inline a short one as instructions.
// On macOS, Homebrew keeps libpq outside the searched folders.
#if !defined __APPLE__
#define LIBRARY "libpq.so.5"
#elif defined __arm64__
#define LIBRARY "/opt/homebrew/opt/libpq/lib/libpq.5.dylib"
#else
#define LIBRARY "/usr/local/opt/libpq/lib/libpq.5.dylib"
#endif

// An entry of PQconninfoParse: the first text is the keyword, the fourth the value.
struct option {
    char *texts[6];
    int size;
};

// Debian keeps the header in a separate folder.
#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#define HAS_HEADER
#elif __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#define HAS_HEADER
#endif

#ifdef HAS_HEADER
#define CHECK(result, name, parameters, arguments) \
    _Static_assert(__builtin_types_compatible_p(__typeof__(PQ##name), result parameters), "type of PQ" #name);
CPQ_FUNCTIONS(CHECK)
_Static_assert(
    CPQ_CONNECTION_OK == CONNECTION_OK && CPQ_CONNECTION_BAD == CONNECTION_BAD && CPQ_COMMAND_OK == PGRES_COMMAND_OK
        && CPQ_TUPLES_OK == PGRES_TUPLES_OK && CPQ_PIPELINE_SYNC == PGRES_PIPELINE_SYNC
        && CPQ_PIPELINE_ABORTED == PGRES_PIPELINE_ABORTED && CPQ_FIELD_SQLSTATE == PG_DIAG_SQLSTATE
        && CPQ_FIELD_MESSAGE == PG_DIAG_MESSAGE_PRIMARY,
    "libpq has other numbers");
_Static_assert(
    sizeof(struct option) == sizeof(PQconninfoOption) && offsetof(PQconninfoOption, keyword) == 0
        && offsetof(PQconninfoOption, val) == offsetof(struct option, texts[3]),
    "libpq has other options");
#endif

#define NAME(result, name, parameters, arguments) "PQ" #name,
static const char *const names[] = {CPQ_FUNCTIONS(NAME)};
enum { count = sizeof names / sizeof *names };

#define MEMBER(result, name, parameters, arguments) result(*name) parameters;
static union table {
    struct { CPQ_FUNCTIONS(MEMBER) };
    void *addresses[count];
} table;

bool cpq_load(const char *library, char *failure) {
    union table loaded;
    if (!library) library = LIBRARY;
    // The version first: an old library lacks functions, and its age is the cause.
    if (!tessera_load(library, names, 1, loaded.addresses, failure)) return false;
    int version = loaded.libVersion();
    if (version < CPQ_OLDEST) {
        snprintf(
            failure, TESSERA_FAILURE_SIZE, "%s has version %d, and %d or later is needed", library, version / 10000,
            CPQ_OLDEST / 10000);
        return false;
    }
    if (!tessera_load(library, names, count, loaded.addresses, failure)) return false;
    table = loaded;
    return true;
}

#define DEFINITION(result, name, parameters, arguments) \
    result cpq_##name parameters { return table.name arguments; }
CPQ_FUNCTIONS(DEFINITION)

const char *cpq_option_keyword(const PQconninfoOption *options, int index) {
    return ((const struct option *)options)[index].texts[0];
}

const char *cpq_option_value(const PQconninfoOption *options, int index) {
    return ((const struct option *)options)[index].texts[3];
}
