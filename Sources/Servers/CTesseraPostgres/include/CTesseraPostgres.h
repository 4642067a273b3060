// SPDX-License-Identifier: Apache-2.0
// libpq, PostgreSQL's client library, loaded when a program first needs it. Its header is not needed: this one declares
// the functions used, and is checked against libpq's header where it is installed.
//
// cpq_status is PQstatus, and so on for all of CPQ_FUNCTIONS; see chapter 34 of PostgreSQL's manual. Call cpq_load
// first: the functions need its success.
#pragma once
#include "CTesseraLoading.h"

#pragma clang assume_nonnull begin

/// The oldest supported version of libpq, as PQlibVersion numbers it: pipelines came with 14.
#define CPQ_OLDEST 140000

typedef struct pg_conn PGconn;
typedef struct pg_result PGresult;
typedef struct pg_cancel PGcancel;
/// The parameters of a connection, read with cpq_option_keyword and cpq_option_value.
typedef struct _PQconninfoOption PQconninfoOption;
typedef unsigned Oid;
typedef void (*PQnoticeProcessor)(void *_Nullable context, const char *message);

// Of ConnStatusType:
#define CPQ_CONNECTION_OK 0u
#define CPQ_CONNECTION_BAD 1u
// Of ExecStatusType:
#define CPQ_COMMAND_OK 1u
#define CPQ_TUPLES_OK 2u
#define CPQ_PIPELINE_SYNC 10u
#define CPQ_PIPELINE_ABORTED 11u
// Fields of an error, the letters C and M:
#define CPQ_FIELD_SQLSTATE 0x43
#define CPQ_FIELD_MESSAGE 0x4D

/// Each function used: its result type, its name without PQ, its parameters and their names.
///
/// The look-up, the check against libpq's header and the functions below are generated from this list. The version
/// comes first, because it is looked up before the others.
#define CPQ_FUNCTIONS(_) \
    _(int, libVersion, (void), ()) \
    /* Addresses and connections: 34.1, 34.2 */ \
    _(PQconninfoOption *_Nullable, conninfoParse, (const char *address, char *_Nullable *_Nullable message), \
      (address, message)) \
    _(void, conninfoFree, (PQconninfoOption *options), (options)) \
    _(PGconn *_Nullable, connectdbParams, \
      (const char *_Nullable const *_Nonnull keywords, const char *_Nullable const *_Nonnull values, int expands), \
      (keywords, values, expands)) \
    _(void, finish, (PGconn *connection), (connection)) \
    _(unsigned, status, (const PGconn *connection), (connection)) \
    _(char *, errorMessage, (const PGconn *connection), (connection)) \
    _(int, socket, (const PGconn *connection), (connection)) \
    _(int, backendPID, (const PGconn *connection), (connection)) \
    _(int, sslInUse, (PGconn *connection), (connection)) \
    _(int, gssEncInUse, (PGconn *connection), (connection)) \
    _(PQnoticeProcessor _Nullable, setNoticeProcessor, \
      (PGconn *connection, PQnoticeProcessor _Nullable processor, void *_Nullable context), \
      (connection, processor, context)) \
    /* Statements: 34.4, 34.5 */ \
    _(int, setnonblocking, (PGconn *connection, int isNonblocking), (connection, isNonblocking)) \
    _(int, enterPipelineMode, (PGconn *connection), (connection)) \
    _(int, pipelineSync, (PGconn *connection), (connection)) \
    _(int, sendQuery, (PGconn *connection, const char *statement), (connection, statement)) \
    _(int, sendQueryParams, \
      (PGconn *connection, const char *statement, int count, const Oid *_Nullable types, \
       const char *_Nullable const *_Nullable values, const int *_Nullable lengths, const int *_Nullable formats, \
       int resultFormat), \
      (connection, statement, count, types, values, lengths, formats, resultFormat)) \
    _(int, sendPrepare, \
      (PGconn *connection, const char *name, const char *statement, int count, const Oid *_Nullable types), \
      (connection, name, statement, count, types)) \
    _(int, sendQueryPrepared, \
      (PGconn *connection, const char *name, int count, const char *_Nullable const *_Nullable values, \
       const int *_Nullable lengths, const int *_Nullable formats, int resultFormat), \
      (connection, name, count, values, lengths, formats, resultFormat)) \
    _(int, flush, (PGconn *connection), (connection)) \
    _(int, consumeInput, (PGconn *connection), (connection)) \
    _(int, isBusy, (PGconn *connection), (connection)) \
    _(PGresult *_Nullable, getResult, (PGconn *connection), (connection)) \
    /* Results: 34.3 */ \
    _(void, clear, (PGresult *result), (result)) \
    _(unsigned, resultStatus, (const PGresult *result), (result)) \
    _(char *_Nullable, resultErrorField, (const PGresult *result, int field), (result, field)) \
    _(int, ntuples, (const PGresult *result), (result)) \
    _(int, getisnull, (const PGresult *result, int row, int column), (result, row, column)) \
    _(char *_Nullable, getvalue, (const PGresult *result, int row, int column), (result, row, column)) \
    _(int, getlength, (const PGresult *result, int row, int column), (result, row, column)) \
    _(char *, cmdStatus, (PGresult *result), (result)) \
    _(char *, cmdTuples, (PGresult *result), (result)) \
    /* Cancellation: 34.7 */ \
    _(PGcancel *_Nullable, getCancel, (PGconn *connection), (connection)) \
    _(int, cancel, (PGcancel *request, char *message, int size), (request, message, size)) \
    _(void, freeCancel, (PGcancel *request), (request))

#define CPQ_DECLARATION(result, name, parameters, arguments) result cpq_##name parameters;
CPQ_FUNCTIONS(CPQ_DECLARATION)
#undef CPQ_DECLARATION

/// Loads libpq, or the named library instead; a process does this once.
///
/// On failure, it returns false, changes nothing, and writes the reason to `failure`, a buffer of TESSERA_FAILURE_SIZE
/// bytes.
bool cpq_load(const char *_Nullable library, char *failure);

/// NULL after the last parameter.
const char *_Nullable cpq_option_keyword(const PQconninfoOption *options, int index);
/// NULL if the parameter has no value.
const char *_Nullable cpq_option_value(const PQconninfoOption *options, int index);

#pragma clang assume_nonnull end
