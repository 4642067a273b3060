// Moves the clock of the program that loads this library, by the seconds in the first eight bytes of the file CLOCK.
// Timers go on: libfaketime moves them too, also those of the steady clock, and then programs in Swift spin.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>

static const volatile int64_t *offset;
static int (*real_clock_gettime)(clockid_t, struct timespec *);

__attribute__((constructor)) static void load(void) {
    real_clock_gettime = dlsym(RTLD_NEXT, "clock_gettime");
    void *file = mmap(NULL, sizeof *offset, PROT_READ, MAP_SHARED, open(getenv("CLOCK"), O_RDONLY | O_CLOEXEC), 0);
    if (file == MAP_FAILED) abort();
    offset = file;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    if (!real_clock_gettime) load();
    int result = real_clock_gettime(clock, time);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) time->tv_sec += *offset;
    return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    (void)zone;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    time->tv_sec = now.tv_sec;
    time->tv_usec = now.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *result) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (result) *result = now.tv_sec;
    return now.tv_sec;
}
