// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "sockets.h"
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/epoll.h>
#endif
static int done(long r) { return r < 0 ? -errno : (int)r; }
int ct_again(int r) { return r == -EAGAIN || r == -EWOULDBLOCK || r == -EINTR; }
int ct_exhausted(int r) { return r == -EMFILE || r == -ENFILE || r == -ENOBUFS || r == -ENOMEM; }
#ifdef __linux__
int ct_epoll_create(void) { return done(epoll_create1(EPOLL_CLOEXEC)); }
int ct_epoll_add(int ep, int fd, uint64_t token) {
  struct epoll_event e = { .events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET, .data.u64 = token };
  return done(epoll_ctl(ep, EPOLL_CTL_ADD, fd, &e));
}
int ct_epoll_wait(int ep, ct_event *out, int count, int ms) {
  struct epoll_event e[256];
  int n = epoll_wait(ep, e, count < 256 ? count : 256, ms);
  for (int i = 0; i < n; i++) {
    uint32_t b = e[i].events, r = 0;
    if (b & EPOLLIN) r |= CT_READABLE;
    if (b & EPOLLOUT) r |= CT_WRITABLE;
    if (b & EPOLLRDHUP) r |= CT_HUNG_UP | CT_READABLE;
    if (b & (EPOLLERR | EPOLLHUP)) r |= CT_HUNG_UP | CT_READABLE | CT_WRITABLE;
    out[i].token = e[i].data.u64; out[i].ready = r;
  }
  return n < 0 ? 0 : n;
}
#else
int ct_epoll_create(void) { return -ENOSYS; }
int ct_epoll_add(int ep, int fd, uint64_t token) { return -ENOSYS; }
int ct_epoll_wait(int ep, ct_event *out, int count, int ms) { return 0; }
#endif
static int prepare(int fd) {
  int one = 1; (void)one;
  if (fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK) < 0 || fcntl(fd, F_SETFD, FD_CLOEXEC) < 0) return -errno;
#ifdef SO_NOSIGPIPE
  setsockopt(fd, SOL_SOCKET, SO_NOSIGPIPE, &one, sizeof one);
#endif
  return fd;
}
int ct_pipe(int *ends) { if (pipe(ends) < 0) return -errno; prepare(ends[0]); return prepare(ends[1]); }
void ct_signal(int fd) { char c = 0; if (write(fd, &c, 1) < 0) {} }
void ct_settle(int fd) { char b[256]; while (read(fd, b, sizeof b) == (ssize_t)sizeof b) {} }
int ct_poll(struct pollfd *fds, int count, int ms) { int n = poll(fds, (nfds_t)count, ms); return n < 0 ? 0 : n; }
static int listen_at(struct addrinfo *i, int backlog) {
  int fd = socket(i->ai_family, SOCK_STREAM, 0), one = 1;
  if (fd < 0) return -errno;
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  if (i->ai_family == AF_INET6) setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &one, sizeof one);
  int r = prepare(fd);
  if (r >= 0 && (bind(fd, i->ai_addr, i->ai_addrlen) < 0 || listen(fd, backlog) < 0)) r = -errno;
  if (r < 0) close(fd);
  return r;
}
static struct addrinfo *resolve(const char *host, uint16_t port, int flags) {
  char service[8];
  snprintf(service, sizeof service, "%u", (unsigned)port);
  struct addrinfo hints = { .ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICHOST | flags }, *found = 0;
  if (getaddrinfo(host, service, &hints, &found)) {
    hints.ai_flags = flags;
    if (getaddrinfo(host, service, &hints, &found)) return 0;
  }
  return found;
}
int ct_listen(const char *host, uint16_t port, int backlog) {
  struct addrinfo *found = resolve(host, port, AI_PASSIVE);
  if (!found) return CT_UNKNOWN_HOST;
  int r = -EADDRNOTAVAIL;
  for (struct addrinfo *i = found; i && r < 0; i = i->ai_next) r = listen_at(i, backlog);
  freeaddrinfo(found);
  return r;
}
int ct_connect(const char *host, uint16_t port) {
  struct addrinfo *found = resolve(host, port, 0);
  if (!found) return CT_UNKNOWN_HOST;
  int r = -EADDRNOTAVAIL, one = 1;
  for (struct addrinfo *i = found; i && r < 0; i = i->ai_next) {
    int fd = socket(i->ai_family, SOCK_STREAM, 0);
    if (fd < 0) { r = -errno; continue; }
    if (connect(fd, i->ai_addr, i->ai_addrlen) < 0) { r = -errno; close(fd); continue; }
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    r = prepare(fd);
  }
  freeaddrinfo(found);
  return r;
}
int ct_port(int fd) { struct sockaddr_storage s; socklen_t n = sizeof s; if (getsockname(fd, (void *)&s, &n) < 0) return -errno;
  return ntohs(s.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&s)->sin6_port : ((struct sockaddr_in *)&s)->sin_port); }
int ct_accept(int fd) {
  int one = 1;
#ifdef __linux__
  int c = accept4(fd, 0, 0, SOCK_NONBLOCK | SOCK_CLOEXEC);
  if (c < 0) return -errno;
#else
  int c = accept(fd, 0, 0);
  if (c < 0) return -errno;
  if (prepare(c) < 0) { close(c); return -ECONNABORTED; }
#endif
  setsockopt(c, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  return c;
}
#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif
long ct_receive(int fd, void *b, size_t n) { long r = recv(fd, b, n, 0); return r < 0 ? -errno : r; }
long ct_peek(int fd) { char c; long r = recv(fd, &c, 1, MSG_PEEK | MSG_DONTWAIT); return r < 0 ? -errno : r; }
long ct_send(int fd, const void *b, size_t n) { long r = send(fd, b, n, MSG_NOSIGNAL); return r < 0 ? -errno : r; }
int ct_finish(int fd) { return done(shutdown(fd, SHUT_WR)); }
void ct_close(int fd) { close(fd); }
int ct_spare(void) { return done(open("/dev/null", O_RDONLY | O_CLOEXEC)); }
uint64_t ct_now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec; }
int32_t ct_second(void) { return (int32_t)(time(0) & 0x7fffffff); }
int ct_date(char *out) {
  static const char days[] = "SunMonTueWedThuFriSat", months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
  time_t t = time(0); struct tm g; gmtime_r(&t, &g); char b[64];
  snprintf(b, sizeof b, "%.3s, %02d %.3s %04d %02d:%02d:%02d GMT", days + 3 * g.tm_wday, g.tm_mday, months + 3 * g.tm_mon, g.tm_year + 1900, g.tm_hour, g.tm_min, g.tm_sec);
  memcpy(out, b, 29); return (int)(t & 0x7fffffff);
}
struct start { void (*body)(void *); void *argument; };
#include <stdlib.h>
static void *begin(void *p) { struct start s = *(struct start *)p; free(p); s.body(s.argument); return 0; }
int ct_thread(void (*body)(void *), void *argument) {
  struct start *s = malloc(sizeof *s); if (!s) return -ENOMEM;
  *s = (struct start){ body, argument };
  pthread_t t; pthread_attr_t a; pthread_attr_init(&a); pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED);
  sigset_t all, old; sigfillset(&all); pthread_sigmask(SIG_SETMASK, &all, &old);   /* signals go to other threads */
  int r = pthread_create(&t, &a, begin, s);
  pthread_sigmask(SIG_SETMASK, &old, 0); pthread_attr_destroy(&a);
  if (r) free(s);
  return -r;
}
long ct_find(const void *b, size_t n, int byte) { const char *p = memchr(b, byte, n); return p ? p - (const char *)b : -1; }
#include <sys/resource.h>
long ct_descriptors(void) { struct rlimit r; if (getrlimit(RLIMIT_NOFILE, &r)) return 256; if (r.rlim_cur < r.rlim_max) { struct rlimit n = r; n.rlim_cur = r.rlim_max; if (!setrlimit(RLIMIT_NOFILE, &n)) r = n; } return r.rlim_cur > 1000000 ? 1000000 : (long)r.rlim_cur; }
