// SPDX-License-Identifier: Apache-2.0
// The system calls of a server. Each returns its result or the negated errno, because errno can change before Swift
// reads it. Calls that a signal interrupts are repeated, except waits.
#ifndef CTESSERA_SOCKETS_H
#define CTESSERA_SOCKETS_H
#include <errno.h>
#include <poll.h>
#include <stddef.h>
#include <stdint.h>

enum { CT_UNKNOWN_HOST = -100000 };  // ct_listen: the name has no address
enum { CT_NO_MEMORY = ENOMEM, CT_TRY_AGAIN = EAGAIN, CT_CLOSED = EBADF };

// Whether the result of a call means that a socket is not ready.
int ct_would_block(long result);

// Sockets. Those that ct_listen and ct_accept return do not block, and no child process inherits them.
int ct_listen(const char *_Nonnull host, uint16_t port, int backlog);  // at least 1; may wait for the resolver
int ct_port(int socket);    // the port at which the socket listens
int ct_accept(int socket);  // skips clients that have already gone
long ct_receive(int socket, void *_Nonnull bytes, size_t count);  // 0: the peer ended its side
long ct_peek(int socket);                                         // 0: the peer ended its side; 1: there are bytes
long ct_send(int socket, const void *_Nonnull bytes, size_t count);
int ct_finish(int socket);  // ends our side: FIN
int ct_stop_listening(int socket);
void ct_close(int descriptor);
long ct_descriptors(void);  // the limit of the process, after it was raised as far as the system allows

// Waiting for sockets. A wait that a signal or an error ends returns 0.
enum { CT_READABLE = 1, CT_WRITABLE = 2, CT_HUNG_UP = 4 };
typedef struct {
    uint64_t token;
    uint32_t ready;
} ct_event;
int ct_epoll_create(void);
int ct_epoll_add(int epoll, int descriptor, uint64_t token);  // edge-triggered, for every kind of event
int ct_epoll_wait(int epoll, ct_event *_Nonnull events, int count, int milliseconds);
int ct_timer_create(void);
void ct_timer_set(int timer, uint64_t nanoseconds);           // of the monotonic clock; a later one replaces it
int ct_poll(struct pollfd *_Nonnull sockets, int count, int milliseconds);
int ct_pipe(int *_Nonnull ends);  // the end to read, then the end to write
void ct_pipe_fill(int descriptor);   // writes a byte, unless the pipe is full
void ct_pipe_empty(int descriptor);

// Time and bytes.
uint64_t ct_now(void);                                            // the monotonic clock in nanoseconds
long ct_processors(void);                                         // those that are online
int64_t ct_time(void);                                            // seconds since 1970
long ct_find(const void *_Nonnull bytes, size_t count, int byte); // -1: not found
#endif
