// SPDX-License-Identifier: Apache-2.0
// Ends the program that loads this library by `exit`, whatever its threads do, when the pipe EXIT_WHEN is closed.
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

// Registered before OpenSSL's own handler, so it runs after that one, while the other threads go on.
static void linger(void) { nanosleep(&(struct timespec){0, 100 * 1000000}, NULL); }

static void *end(void *pipe) {
    char byte;
    if (read((int)(long)pipe, &byte, 1) >= 0) exit(0);
    abort();
}

__attribute__((constructor)) static void load(void) {
    const char *pipe = getenv("EXIT_WHEN");
    pthread_t thread;
    if (!pipe || pthread_create(&thread, NULL, end, (void *)atol(pipe)) != 0) abort();
    pthread_detach(thread);
    atexit(linger);
    unsetenv("LD_PRELOAD"); // for the program's children
}
