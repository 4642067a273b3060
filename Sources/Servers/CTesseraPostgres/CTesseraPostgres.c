// SPDX-License-Identifier: Apache-2.0
#include "CTesseraPostgres.h"
#include <pthread.h>
#include <stdio.h>
#include <string.h>

// What PQconninfoParse makes a list of; the last one has no keyword.
struct option {
    char *keyword;
    char *variable;
    char *standard;
    char *value;
    char *label;
    char *kind;
    int size;
};

// Debian keeps the header in a folder of its own.
#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#define HAS_HEADER
#elif __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#define HAS_HEADER
#endif

#ifdef HAS_HEADER
#define CHECK(result, name, parameters, arguments) \
    _Static_assert( \
        __builtin_types_compatible_p(__typeof__(PQ##name), result parameters), "libpq declares PQ" #name " in another way");
CPQ_FUNCTIONS(CHECK)
_Static_assert(CPQ_CONNECTION_OK == CONNECTION_OK && CPQ_CONNECTION_BAD == CONNECTION_BAD, "ConnStatusType");
_Static_assert(CPQ_COMMAND_OK == PGRES_COMMAND_OK && CPQ_TUPLES_OK == PGRES_TUPLES_OK, "ExecStatusType");
_Static_assert(
    CPQ_PIPELINE_SYNC == PGRES_PIPELINE_SYNC && CPQ_PIPELINE_ABORTED == PGRES_PIPELINE_ABORTED, "ExecStatusType");
_Static_assert(CPQ_FIELD_SQLSTATE == PG_DIAG_SQLSTATE && CPQ_FIELD_MESSAGE == PG_DIAG_MESSAGE_PRIMARY, "PG_DIAG");
_Static_assert(
    sizeof(struct option) == sizeof(PQconninfoOption)
        && offsetof(struct option, keyword) == offsetof(PQconninfoOption, keyword)
        && offsetof(struct option, value) == offsetof(PQconninfoOption, val),
    "PQconninfoOption");
#endif

struct table {
#define MEMBER(result, name, parameters, arguments) result(*name) parameters;
    CPQ_FUNCTIONS(MEMBER)
};

static const tessera_function functions[] = {
#define FUNCTION(result, name, parameters, arguments) {"PQ" #name, offsetof(struct table, name)},
    CPQ_FUNCTIONS(FUNCTION)
};

static bool load(struct table *table, const char *library, char failure[TESSERA_FAILURE_SIZE]) {
    void *handle = tessera_load(library, failure);
    // The version first: an old library lacks functions, and its age is the reason.
    if (!handle || !tessera_look_up(handle, library, functions, 1, table, failure)) return false;
    int version = table->libVersion();
    if (version < CPQ_OLDEST) {
        snprintf(
            failure, TESSERA_FAILURE_SIZE, "%s has version %d, and %d or later is needed", library, version / 10000,
            CPQ_OLDEST / 10000);
        return false;
    }
    return tessera_look_up(handle, library, functions, sizeof functions / sizeof *functions, table, failure);
}

static struct table table;
static char failure[TESSERA_FAILURE_SIZE];
static bool is_loaded;

static void load_once(void) { is_loaded = load(&table, CPQ_LIBRARY, failure); }

const char *cpq_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load_once);
    return is_loaded ? NULL : failure;
}

bool cpq_can_load(const char *library, char failure[TESSERA_FAILURE_SIZE]) {
    struct table unused;
    return load(&unused, library, failure);
}

#define DEFINITION(result, name, parameters, arguments) \
    result cpq_##name parameters { return table.name arguments; }
CPQ_FUNCTIONS(DEFINITION)

const char *cpq_option_keyword(const PQconninfoOption *options, int index) {
    return ((const struct option *)options)[index].keyword;
}

const char *cpq_option_value(const PQconninfoOption *options, int index) {
    return ((const struct option *)options)[index].value;
}
