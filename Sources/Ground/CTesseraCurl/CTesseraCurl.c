// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "CTesseraCurl.h"
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

// libcurl's own headers check the calls of these names with macros, which a table cannot use.
#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt

// The version is the first, since it is looked up before the others.
#define FUNCTIONS(_) \
    _(curl_version_info) _(curl_global_init) \
    _(curl_multi_init) _(curl_multi_cleanup) _(curl_multi_setopt) _(curl_multi_add_handle) \
    _(curl_multi_remove_handle) _(curl_multi_perform) _(curl_multi_poll) _(curl_multi_info_read) \
    _(curl_easy_init) _(curl_easy_cleanup) _(curl_easy_reset) _(curl_easy_setopt) _(curl_easy_getinfo) \
    _(curl_easy_pause) _(curl_easy_strerror) _(curl_slist_append) _(curl_slist_free_all)

#define NAME(name) #name,
static const char *const names[] = {FUNCTIONS(NAME)};
enum { count = sizeof names / sizeof *names };

// By type alone: no program that uses this needs libcurl to start.
#define MEMBER(name) __typeof__(&name) name;
static union table {
    struct { FUNCTIONS(MEMBER) };
    void *addresses[count];
} table;

// OpenSSL frees its state when the process calls exit, and a thread that is within TLS at that moment fails. So the
// process first waits until no thread is within the library, and then lets none in again.
static pthread_rwlock_t gate = PTHREAD_RWLOCK_INITIALIZER;
static atomic_bool is_leaving;

static void leave(void) {
    is_leaving = true;
    pthread_rwlock_wrlock(&gate);
}

static void enter(void) {
    while (is_leaving) pause();
    pthread_rwlock_rdlock(&gate);
}

#define WITHIN(type, call) \
    enter(); \
    type result = call; \
    pthread_rwlock_unlock(&gate); \
    return result

bool ccurl_load(const char *library, char *failure) {
    union table loaded;
    // Here, where deploy/image/build-image finds it in a program: Swift would put a short text into its instructions.
    if (!library) library = "libcurl.so.4";
    // The version first: an old library lacks functions, and its age is the reason.
    if (!tessera_load(library, names, 1, loaded.addresses, failure)) return false;
    const curl_version_info_data *version = loaded.curl_version_info(CURLVERSION_NOW);
    if (version->version_num < CTESSERA_CURL_OLDEST) {
        snprintf(
            failure, TESSERA_FAILURE_SIZE, "%s has version %s, and 7.71 or later is needed", library, version->version);
        return false;
    }
    if (!tessera_load(library, names, count, loaded.addresses, failure)) return false;
    table = loaded;
    if (table.curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
        snprintf(failure, TESSERA_FAILURE_SIZE, "%s cannot be set up", library);
        return false;
    }
    // After OpenSSL's own, which is thus called later.
    atexit(leave);
    return true;
}

const curl_version_info_data *ccurl_version(void) { return table.curl_version_info(CURLVERSION_NOW); }

CURLM *ccurl_multi_init(long most_idle_connections, long most_connections_to_a_host) {
    CURLM *multi = table.curl_multi_init();
    if (!multi) return NULL;
    table.curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, most_idle_connections);
    table.curl_multi_setopt(multi, CURLMOPT_MAX_HOST_CONNECTIONS, most_connections_to_a_host);
    return multi;
}

CURLMcode ccurl_multi_cleanup(CURLM *multi) { WITHIN(CURLMcode, table.curl_multi_cleanup(multi)); }
CURLMcode ccurl_multi_add(CURLM *multi, CURL *easy) { WITHIN(CURLMcode, table.curl_multi_add_handle(multi, easy)); }
CURLMcode ccurl_multi_remove(CURLM *multi, CURL *easy) {
    WITHIN(CURLMcode, table.curl_multi_remove_handle(multi, easy));
}

CURLMcode ccurl_multi_perform(CURLM *multi) {
    int running;
    WITHIN(CURLMcode, table.curl_multi_perform(multi, &running));
}

CURLMcode ccurl_multi_wait(CURLM *multi, int bell, int milliseconds) {
    struct curl_waitfd extra = {.fd = bell, .events = CURL_WAIT_POLLIN};
    CURLMcode code = table.curl_multi_poll(multi, &extra, 1, milliseconds, NULL);
    if (extra.revents) {
        eventfd_t count;
        eventfd_read(bell, &count);
    }
    return code;
}

bool ccurl_multi_next_ended(CURLM *multi, ccurl_ended *ended) {
    int left;
    CURLMsg *message;
    while ((message = table.curl_multi_info_read(multi, &left)))
        if (message->msg == CURLMSG_DONE) {
            ended->easy = message->easy_handle;
            ended->code = message->data.result;
            return true;
        }
    return false;
}

CURL *ccurl_init(void) { return table.curl_easy_init(); }
void ccurl_cleanup(CURL *easy) {
    enter();
    table.curl_easy_cleanup(easy);
    pthread_rwlock_unlock(&gate);
}
void ccurl_reset(CURL *easy) { table.curl_easy_reset(easy); }

CURLcode ccurl_set_number(CURL *easy, CURLoption option, long value) {
    return table.curl_easy_setopt(easy, option, value);
}

CURLcode ccurl_set_size(CURL *easy, CURLoption option, int64_t value) {
    return table.curl_easy_setopt(easy, option, (curl_off_t)value);
}

CURLcode ccurl_set_text(CURL *easy, CURLoption option, const char *text) {
    return table.curl_easy_setopt(easy, option, text);
}

CURLcode ccurl_set_blob(CURL *easy, CURLoption option, const void *bytes, size_t count) {
    struct curl_blob blob = {.data = (void *)bytes, .len = count, .flags = CURL_BLOB_COPY};
    return table.curl_easy_setopt(easy, option, &blob);
}

CURLcode ccurl_set_content(CURL *easy, const void *bytes, size_t count) {
    CURLcode code = table.curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
    return code ? code : table.curl_easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, count ? bytes : "");
}

CURLcode ccurl_set_list(CURL *easy, CURLoption option, struct curl_slist *list) {
    return table.curl_easy_setopt(easy, option, list);
}

bool ccurl_set_callbacks(CURL *easy, const ccurl_callbacks *callbacks, void *context) {
    table.curl_easy_setopt(easy, CURLOPT_PRIVATE, context);
    table.curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, callbacks->header);
    table.curl_easy_setopt(easy, CURLOPT_HEADERDATA, context);
    table.curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, callbacks->write);
    table.curl_easy_setopt(easy, CURLOPT_WRITEDATA, context);
    table.curl_easy_setopt(easy, CURLOPT_READFUNCTION, callbacks->read);
    table.curl_easy_setopt(easy, CURLOPT_READDATA, context);
    table.curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, callbacks->open);
    table.curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, context);
    // By number: headers before 7.80 do not have the names.
    enum { prereq_function = 20312, prereq_data = 10313 };
    table.curl_easy_setopt(easy, (CURLoption)prereq_data, context);
    return table.curl_easy_setopt(easy, (CURLoption)prereq_function, callbacks->ready) == CURLE_OK;
}

CURLcode ccurl_pause(CURL *easy, int parts) { WITHIN(CURLcode, table.curl_easy_pause(easy, parts)); }

long ccurl_number(CURL *easy, CURLINFO info) {
    long value = 0;
    return table.curl_easy_getinfo(easy, info, &value) ? 0 : value;
}

const char *ccurl_message(CURLcode code) { return table.curl_easy_strerror(code); }
struct curl_slist *ccurl_list_append(struct curl_slist *list, const char *text) {
    return table.curl_slist_append(list, text);
}
void ccurl_list_free(struct curl_slist *list) { table.curl_slist_free_all(list); }

int ccurl_address(const struct curl_sockaddr *address, uint8_t bytes[16]) {
    // The library's member is as large as the family needs, and larger than its type says.
    const void *raw = &address->addr;
    if (address->family == AF_INET) {
        memcpy(bytes, (const char *)raw + offsetof(struct sockaddr_in, sin_addr), 4);
        return 4;
    }
    if (address->family == AF_INET6) {
        memcpy(bytes, (const char *)raw + offsetof(struct sockaddr_in6, sin6_addr), 16);
        return 16;
    }
    return 0;
}

curl_socket_t ccurl_socket(const struct curl_sockaddr *address) {
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

int ccurl_bell(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }
void ccurl_ring(int bell) { eventfd_write(bell, 1); }

int ccurl_thread_start(pthread_t *thread, void *(*body)(void *), void *context) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int code = pthread_create(thread, NULL, body, context);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return code;
}

void *ccurl_context(CURL *easy) {
    void *context = NULL;
    table.curl_easy_getinfo(easy, CURLINFO_PRIVATE, &context);
    return context;
}
