// SPDX-License-Identifier: Apache-2.0
// libcurl, loaded by the first request: a program that sends none does not pay for the thirty libraries that it needs.
// The functions have libcurl's names with another prefix and mean the same. ccurl_load must have succeeded before any
// of them is called; a handle belongs to one thread.
#ifndef CTESSERA_CURL_H
#define CTESSERA_CURL_H

#if !__has_include(<curl/curl.h>)
#error "libcurl's headers are missing: apt install libcurl4-openssl-dev, or dnf install libcurl-devel"
#endif
#include "CTesseraLoading.h"
#include <curl/curl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The oldest version that can be used: blobs came with 7.71.
#define CTESSERA_CURL_OLDEST 0x074700

/// What a request calls on the driver's thread; each gets the context of the request.
typedef struct {
    size_t (*header)(char *bytes, size_t one, size_t count, void *context);
    size_t (*write)(char *bytes, size_t one, size_t count, void *context);
    size_t (*read)(char *bytes, size_t one, size_t count, void *context);
    curl_socket_t (*open)(void *context, curlsocktype purpose, struct curl_sockaddr *address);
    int (*ready)(void *context, char *peer, char *own, int peer_port, int own_port);
} ccurl_callbacks;

/// A transfer that has ended.
typedef struct {
    CURL *easy;
    CURLcode code;
} ccurl_ended;

/// Loads libcurl, or the named library in its place; all functions use it from then on. A process does this once.
///
/// Returns false if it cannot be used, and the reason.
bool ccurl_load(const char *library, char *failure);
const curl_version_info_data *ccurl_version(void);

CURLM *ccurl_multi_init(long most_idle_connections, long most_connections_to_a_host);
CURLMcode ccurl_multi_cleanup(CURLM *multi);
CURLMcode ccurl_multi_add(CURLM *multi, CURL *easy);
CURLMcode ccurl_multi_remove(CURLM *multi, CURL *easy);
/// Moves bytes; calls back.
CURLMcode ccurl_multi_perform(CURLM *multi);
/// Waits until a socket or the bell is ready, or the time is over; takes all that was written to the bell.
CURLMcode ccurl_multi_wait(CURLM *multi, int bell, int milliseconds);
bool ccurl_multi_next_ended(CURLM *multi, ccurl_ended *ended);

CURL *ccurl_init(void);
void ccurl_cleanup(CURL *easy);
void ccurl_reset(CURL *easy);
CURLcode ccurl_set_number(CURL *easy, CURLoption option, long value);
CURLcode ccurl_set_size(CURL *easy, CURLoption option, int64_t value);
CURLcode ccurl_set_text(CURL *easy, CURLoption option, const char *text);
/// Copies the bytes.
CURLcode ccurl_set_blob(CURL *easy, CURLoption option, const void *bytes, size_t count);
/// Copies the content of the request.
CURLcode ccurl_set_content(CURL *easy, const void *bytes, size_t count);
CURLcode ccurl_set_list(CURL *easy, CURLoption option, struct curl_slist *list);
/// Sets those that are there; false if the library knows no callback before a request.
bool ccurl_set_callbacks(CURL *easy, const ccurl_callbacks *callbacks, void *context);
CURLcode ccurl_pause(CURL *easy, int parts);
long ccurl_number(CURL *easy, CURLINFO info);
const char *ccurl_message(CURLcode code);
/// The context of the callbacks.
void *ccurl_context(CURL *easy);

/// Appends a copy; NULL without memory, and the list stays.
struct curl_slist *ccurl_list_append(struct curl_slist *list, const char *text);
void ccurl_list_free(struct curl_slist *list);

/// The bytes of an address, 4 or 16; 0 for another family.
int ccurl_address(const struct curl_sockaddr *address, uint8_t bytes[16]);
/// A socket that child processes do not get.
curl_socket_t ccurl_socket(const struct curl_sockaddr *address);

/// A bell that other threads ring; -1 on failure.
int ccurl_bell(void);
void ccurl_ring(int bell);
/// Starts a thread that takes no signals; 0 on success. `join` waits until it has ended.
int ccurl_thread_start(pthread_t *thread, void *(*body)(void *), void *context);

#endif
