// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "sockets.h"
#include <arpa/inet.h>
#include <fcntl.h>
#include <limits.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/epoll.h>
#include <sys/timerfd.h>
#endif
#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

// Repeats a call that a signal interrupts; returns its result or the negated errno.
#define RESULT(type, call) \
    type result; \
    do result = (call); while (result < 0 && errno == EINTR); \
    return result < 0 ? -errno : result

int ct_would_block(long result) { return result == -EAGAIN || result == -EWOULDBLOCK; }

// Elsewhere the flag is set after the call, and a child process that is started in between inherits the socket.
#ifdef __linux__
#define NEW_SOCKET (SOCK_STREAM | SOCK_CLOEXEC)
#else
#define NEW_SOCKET SOCK_STREAM
#endif

static int prepare(int descriptor) {
    if (fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) < 0) return -errno;
    if (fcntl(descriptor, F_SETFD, FD_CLOEXEC) < 0) return -errno;
#ifdef SO_NOSIGPIPE
    int one = 1;
    setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &one, sizeof one);
#endif
    return 0;
}

static void set(int socket, int level, int option, int value) {
    setsockopt(socket, level, option, &value, sizeof value);
}

// A numeric address is not looked up, so no resolver can redirect it.
static struct addrinfo *resolve(const char *host, uint16_t port) {
    char service[8];
    snprintf(service, sizeof service, "%u", (unsigned)port);
    struct addrinfo hints = { .ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICHOST }, *found = 0;
    if (!getaddrinfo(host, service, &hints, &found)) return found;
    hints.ai_flags = 0;
    return getaddrinfo(host, service, &hints, &found) ? 0 : found;
}

static int listen_at(struct addrinfo *address, int made, int backlog) {
    int result = prepare(made);
    if (result < 0) return result;
    set(made, SOL_SOCKET, SO_REUSEADDR, 1);
    // "::" listens at every address, including those of IPv4.
    struct sockaddr_in6 *at = (struct sockaddr_in6 *)address->ai_addr;
    if (at->sin6_family == AF_INET6) set(made, IPPROTO_IPV6, IPV6_V6ONLY, !IN6_IS_ADDR_UNSPECIFIED(&at->sin6_addr));
    return bind(made, address->ai_addr, address->ai_addrlen) < 0 || listen(made, backlog) < 0 ? -errno : 0;
}

int ct_listen(const char *host, uint16_t port, int backlog) {
    struct addrinfo *found = resolve(host, port);
    if (!found) return CT_UNKNOWN_HOST;
    int result = -EADDRNOTAVAIL;
    for (struct addrinfo *next = found; next && result < 0; next = next->ai_next) {
        int made = socket(next->ai_family, NEW_SOCKET, 0);
        result = made < 0 ? -errno : listen_at(next, made, backlog);
        if (result == 0) result = made;
        else if (made >= 0) close(made);
    }
    freeaddrinfo(found);
    return result;
}

int ct_port(int socket) {
    struct sockaddr_storage address;
    socklen_t size = sizeof address;
    if (getsockname(socket, (void *)&address, &size) < 0) return -errno;
    if (address.ss_family == AF_INET6) return ntohs(((struct sockaddr_in6 *)&address)->sin6_port);
    return ntohs(((struct sockaddr_in *)&address)->sin_port);
}

int ct_accept(int socket) {
    int accepted;
    // If a client has already gone, accept the next one.
    do {
#ifdef __linux__
        accepted = accept4(socket, 0, 0, SOCK_NONBLOCK | SOCK_CLOEXEC);
#else
        accepted = accept(socket, 0, 0);
#endif
    } while (accepted < 0 && (errno == EINTR || errno == ECONNABORTED));
    if (accepted < 0) return -errno;
#ifndef __linux__
    if (prepare(accepted) < 0) {
        close(accepted);
        return -ECONNABORTED;
    }
#endif
    set(accepted, IPPROTO_TCP, TCP_NODELAY, 1);
    return accepted;
}

long ct_receive(int socket, void *bytes, size_t count) { RESULT(long, recv(socket, bytes, count, 0)); }

long ct_peek(int socket) {
    char byte;
    RESULT(long, recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT));
}

long ct_send(int socket, const void *bytes, size_t count) { RESULT(long, send(socket, bytes, count, MSG_NOSIGNAL)); }

int ct_finish(int socket) { RESULT(int, shutdown(socket, SHUT_WR)); }

int ct_stop_listening(int socket) { RESULT(int, shutdown(socket, SHUT_RD)); }

void ct_close(int descriptor) { close(descriptor); }

long ct_descriptors(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit)) return 256;
    struct rlimit raised = { .rlim_cur = limit.rlim_max, .rlim_max = limit.rlim_max };
#ifdef OPEN_MAX
    // macOS refuses more, although its hard limit is none at all.
    if (raised.rlim_cur > OPEN_MAX) raised.rlim_cur = OPEN_MAX;
#endif
    if (limit.rlim_cur < raised.rlim_cur && !setrlimit(RLIMIT_NOFILE, &raised)) limit = raised;
    return limit.rlim_cur > 1000000 ? 1000000 : (long)limit.rlim_cur;
}

#ifdef __linux__
int ct_epoll_create(void) { RESULT(int, epoll_create1(EPOLL_CLOEXEC)); }

int ct_epoll_add(int epoll, int descriptor, uint64_t token) {
    struct epoll_event event = { .events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET, .data.u64 = token };
    RESULT(int, epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event));
}

// EPOLLRDHUP makes nothing writable: a client that only ended its side may still read.
int ct_epoll_wait(int epoll, ct_event *events, int count, int milliseconds) {
    struct epoll_event found[256];
    int found_count = epoll_wait(epoll, found, count < 256 ? count : 256, milliseconds);
    for (int i = 0; i < found_count; i++) {
        uint32_t bits = found[i].events, ready = 0;
        if (bits & EPOLLIN) ready |= CT_READABLE;
        if (bits & EPOLLOUT) ready |= CT_WRITABLE;
        if (bits & EPOLLRDHUP) ready |= CT_HUNG_UP | CT_READABLE;
        if (bits & (EPOLLERR | EPOLLHUP)) ready |= CT_HUNG_UP | CT_READABLE | CT_WRITABLE;
        events[i] = (ct_event){ found[i].data.u64, ready };
    }
    return found_count < 0 ? 0 : found_count;
}

int ct_timer_create(void) { RESULT(int, timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK)); }

void ct_timer_set(int timer, uint64_t nanoseconds) {
    struct itimerspec time = { .it_value = { (time_t)(nanoseconds / 1000000000u), (long)(nanoseconds % 1000000000u) } };
    timerfd_settime(timer, TFD_TIMER_ABSTIME, &time, 0);
}
#endif

int ct_poll(struct pollfd *sockets, int count, int milliseconds) {
    int found = poll(sockets, (nfds_t)count, milliseconds);
    return found < 0 ? 0 : found;
}

int ct_pipe(int *ends) {
#ifdef __linux__
    RESULT(int, pipe2(ends, O_CLOEXEC | O_NONBLOCK));
#else
    if (pipe(ends) < 0) return -errno;
    prepare(ends[0]);
    return prepare(ends[1]);
#endif
}

// If it is full, the reader is woken anyway.
void ct_pipe_fill(int descriptor) { (void)!write(descriptor, "", 1); }

void ct_pipe_empty(int descriptor) {
    char bytes[256];
    while (read(descriptor, bytes, sizeof bytes) == (ssize_t)sizeof bytes) continue;
}

uint64_t ct_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

long ct_processors(void) { return sysconf(_SC_NPROCESSORS_ONLN); }

int64_t ct_time(void) { return time(0); }

long ct_find(const void *bytes, size_t count, int byte) {
    const char *found = memchr(bytes, byte, count);
    return found ? found - (const char *)bytes : -1;
}
