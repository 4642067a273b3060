// SPDX-License-Identifier: Apache-2.0
// The system calls of a server. Each returns its result or the negated errno: nothing may change errno between the call
// and its reader.
#ifndef CTESSERA_SOCKETS_H
#define CTESSERA_SOCKETS_H
#include <poll.h>
#include <stddef.h>
#include <stdint.h>

enum { CT_READABLE = 1, CT_WRITABLE = 2, CT_HUNG_UP = 4 };
enum { CT_UNKNOWN_HOST = -100000 };
typedef struct {
    uint64_t token;
    uint32_t ready;
} ct_event;
int ct_again(int result);      // EAGAIN, EWOULDBLOCK or EINTR
int ct_exhausted(int result);  // EMFILE, ENFILE, ENOBUFS or ENOMEM
int ct_epoll_create(void);
int ct_epoll_add(int epoll, int fd, uint64_t token);  // edge-triggered, all events
int ct_epoll_wait(int epoll, ct_event *_Nonnull out, int count, int milliseconds);
int ct_pipe(int *_Nonnull ends);
void ct_signal(int fd);
void ct_settle(int fd);
int ct_poll(struct pollfd *_Nonnull fds, int count, int milliseconds);
int ct_listen(const char *_Nonnull host, uint16_t port, int backlog);  // resolves a name
int ct_connect(const char *_Nonnull host, uint16_t port);              // blocks; for tests
int ct_port(int fd);
int ct_accept(int fd);
long ct_receive(int fd, void *_Nonnull bytes, size_t count);
long ct_peek(int fd);  // 0: ended; 1: bytes; < 0: error
long ct_send(int fd, const void *_Nonnull bytes, size_t count);
int ct_finish(int fd);
void ct_close(int fd);
int ct_spare(void);
uint64_t ct_now(void);
int ct_date(char *_Nonnull out);  // 29 bytes of IMF-fixdate; returns the second modulo 2^31
int32_t ct_second(void);
int ct_thread(void (*_Nonnull body)(void *_Nonnull), void *_Nonnull argument);
long ct_find(const void *_Nonnull bytes, size_t count, int byte);  // -1: none
long ct_descriptors(void);                                          // the limit, raised as far as it goes
#endif
