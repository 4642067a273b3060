// SPDX-License-Identifier: Apache-2.0
// libcurl, loaded by the first request, so that a program that sends none does not load the thirty libraries under it.
// C holds the loaded functions, and calls the variadic ones, which Swift cannot.
#ifndef CTESSERA_CURL_H
#define CTESSERA_CURL_H

#if !__has_include(<curl/curl.h>)
#error "libcurl's headers are missing: apt install libcurl4-openssl-dev, or dnf install libcurl-devel"
#endif
#include "CTesseraLoading.h"
#include <curl/curl.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/eventfd.h>  // for Swift, whose Glibc lacks it

/// The functions of libcurl that are used, without their prefix; the version is the first.
#define CTESSERA_CURL_FUNCTIONS(_) \
    _(version_info) _(global_init) \
    _(multi_init) _(multi_cleanup) _(multi_setopt) _(multi_add_handle) _(multi_remove_handle) _(multi_perform) \
    _(multi_poll) _(multi_info_read) \
    _(easy_init) _(easy_cleanup) _(easy_reset) _(easy_setopt) _(easy_getinfo) _(easy_pause) _(easy_strerror) \
    _(slist_append) _(slist_free_all)

/// The functions by their types alone: no program that uses them needs libcurl to start.
#define CTESSERA_CURL_MEMBER(name) __typeof__(&curl_##name) name;
typedef struct {
    CTESSERA_CURL_FUNCTIONS(CTESSERA_CURL_MEMBER)
} ccurl_functions;

/// Callbacks for one request. Each gets the context of the request, on the thread that performs it.
typedef struct {
    size_t (*header)(char *bytes, size_t one, size_t count, void *context);
    size_t (*write)(char *bytes, size_t one, size_t count, void *context);
    size_t (*read)(char *bytes, size_t one, size_t count, void *context);
    curl_socket_t (*open)(void *context, curlsocktype purpose, struct curl_sockaddr *address);
    int (*ready)(void *context, char *peer, char *own, int peer_port, int own_port);
    int (*debug)(CURL *easy, curl_infotype kind, char *bytes, size_t count, void *context);
} ccurl_callbacks;

/// Loads libcurl, or the named library in its place; all other functions require it. A process does this once.
///
/// Returns false if the library is missing, older than 7.71, or incomplete; `failure`, a buffer of TESSERA_FAILURE_SIZE
/// bytes, then has the reason.
bool ccurl_load(const char *library, char *failure);
/// The loaded functions; a handle belongs to one thread.
const ccurl_functions *ccurl(void);

/// Sets an option that is a number of either size.
CURLcode ccurl_set_number(CURL *easy, CURLoption option, int64_t value);
/// Sets an option that is text, a list, a `curl_blob` or any other pointer.
CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, const void *value);
CURLMcode ccurl_multi_set_number(CURLM *multi, CURLMoption option, long value);
/// Sets all callbacks. Returns false if the library is older than 7.80, which never calls `ready`.
bool ccurl_set_callbacks(CURL *easy, const ccurl_callbacks *callbacks, void *context);
/// A number about the transfer; 0 if it is unknown.
long ccurl_number(CURL *easy, CURLINFO info);
void *ccurl_context(CURL *easy);

#endif
