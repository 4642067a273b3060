// SPDX-License-Identifier: Apache-2.0
#include "CTesseraFaultyDisk.h"
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DISKS = 64, FILES = 4, SECTOR = 512 };

/// A write that was not synced; `count` is -1 for a truncation.
typedef struct change {
    struct change *next;
    int64_t offset;
    int count;
    unsigned char bytes[];
} change;

/// What a file has on the disk for certain, and what may be there.
typedef struct {
    char name[64];
    unsigned char *bytes;
    int64_t size, room;
    bool exists, wasRemoved;
    change *first, **last;
} image;

typedef struct {
    char folder[512];
    image images[FILES];
    long events, cut, passing, failing;
    bool hasNoPower;
    int code;
} disk;

/// SQLite's own file follows it in memory.
typedef struct {
    sqlite3_file base;
    disk *disk;
    image *image;
    bool syncsFolder;  // as SQLite's own disk does with the first sync of a log
} file;

static disk *disks[DISKS];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sqlite3_vfs *own, vfs;
#define LOCKED(...) do { pthread_mutex_lock(&mutex); __VA_ARGS__; pthread_mutex_unlock(&mutex); } while (0)

static sqlite3_file *inner(sqlite3_file *f) { return (sqlite3_file *)((file *)f + 1); }

static void apply(image *i, const change *c, int64_t from, int64_t to) {
    int64_t end = c->offset + (c->count < 0 ? 0 : to);
    if (end > i->room) {
        i->bytes = realloc(i->bytes, end * 2);
        memset(i->bytes + i->room, 0, end * 2 - i->room);
        i->room = end * 2;
    }
    if (c->count >= 0) memcpy(i->bytes + c->offset + from, c->bytes + from, to - from);
    else if (end < i->size) memset(i->bytes + end, 0, i->size - end);
    if (c->count < 0 || end > i->size) i->size = end;
}

static void forget(image *i) {
    for (change *c = i->first, *next; c; c = next) next = c->next, free(c);
    i->first = NULL, i->last = &i->first;
}

/// Counts an event; whether there is power afterwards.
static bool event(disk *d) {
    if (++d->events == d->cut) d->hasNoPower = true;
    return !d->hasNoPower;
}

static void note(file *f, int64_t offset, const void *bytes, int count) {
    bool hadPower = !f->disk->hasNoPower;
    event(f->disk);
    if (!hadPower) return;
    change *c = malloc(sizeof *c + (count < 0 ? 0 : count));
    c->next = NULL, c->offset = offset, c->count = count;
    if (count > 0) memcpy(c->bytes, bytes, count);
    *f->image->last = c, f->image->last = &c->next;
}

static int xWrite(sqlite3_file *f, const void *bytes, int count, sqlite3_int64 offset) {
    disk *d = ((file *)f)->disk;
    int code = SQLITE_OK;
    LOCKED(
        if (d->failing && d->passing) d->passing--;
        else if (d->failing) d->failing--, code = d->code, count /= 2;
        note((file *)f, offset, bytes, count));
    int written = inner(f)->pMethods->xWrite(inner(f), bytes, count, offset);
    return code == SQLITE_OK ? written : code;
}

static int xTruncate(sqlite3_file *f, sqlite3_int64 size) {
    LOCKED(note((file *)f, size, NULL, -1));
    return inner(f)->pMethods->xTruncate(inner(f), size);
}

/// Nothing waits for the real disk, which is not what is tested.
static int xSync(sqlite3_file *f, int flags) {
    (void)flags;
    file *mine = (file *)f;
    LOCKED(if (event(mine->disk)) {
        image *i = mine->image, *all = mine->disk->images;
        for (change *c = i->first; c; c = c->next) apply(i, c, 0, c->count);
        forget(i);
        i->exists = true;
        for (image *o = all; mine->syncsFolder && o < all + FILES; o++)
            if (o->wasRemoved) o->wasRemoved = o->exists = false, o->size = 0;
        mine->syncsFolder = false;
    });
    return SQLITE_OK;
}

#define PASS(result, name, parameters, ...) \
    static result name parameters { return inner(f)->pMethods->name(__VA_ARGS__); }
PASS(int, xClose, (sqlite3_file *f), inner(f))
PASS(int, xRead, (sqlite3_file *f, void *p, int n, sqlite3_int64 o), inner(f), p, n, o)
PASS(int, xFileSize, (sqlite3_file *f, sqlite3_int64 *size), inner(f), size)
PASS(int, xLock, (sqlite3_file *f, int level), inner(f), level)
PASS(int, xUnlock, (sqlite3_file *f, int level), inner(f), level)
PASS(int, xCheckReservedLock, (sqlite3_file *f, int *is), inner(f), is)
PASS(int, xFileControl, (sqlite3_file *f, int what, void *p), inner(f), what, p)
PASS(int, xSectorSize, (sqlite3_file *f), inner(f))
PASS(int, xDeviceCharacteristics, (sqlite3_file *f), inner(f))
PASS(int, xShmMap, (sqlite3_file *f, int page, int size, int grow, void volatile **p), inner(f), page, size, grow, p)
PASS(int, xShmLock, (sqlite3_file *f, int offset, int n, int flags), inner(f), offset, n, flags)
PASS(void, xShmBarrier, (sqlite3_file *f), inner(f))
PASS(int, xShmUnmap, (sqlite3_file *f, int removes), inner(f), removes)

// Version 2: without pages that are mapped into memory, whose changes nobody would see.
static const sqlite3_io_methods methods = {
    2, xClose, xRead, xWrite, xTruncate, xSync, xFileSize, xLock, xUnlock, xCheckReservedLock, xFileControl,
    xSectorSize, xDeviceCharacteristics, xShmMap, xShmLock, xShmBarrier, xShmUnmap, NULL, NULL,
};

/// The image of a path; NULL for one in no watched folder.
static image *find(const char *path, disk **found) {
    for (disk **d = disks; path && d < disks + DISKS; d++) {
        size_t length = *d ? strlen((*d)->folder) : 0;
        if (!length || strncmp(path, (*d)->folder, length) || path[length] != '/') continue;
        for (image *i = (*d)->images; i < (*d)->images + FILES; i++) {
            if (!i->name[0]) snprintf(i->name, sizeof i->name, "%s", path + length + 1), i->last = &i->first;
            if (!strcmp(i->name, path + length + 1)) return *found = *d, i;
        }
        abort();  // more files than a database has
    }
    return NULL;
}

static int xOpen(sqlite3_vfs *v, const char *path, sqlite3_file *f, int flags, int *out) {
    (void)v;
    disk *d = NULL;
    image *i;
    LOCKED(i = find(path, &d));
    // SQLite then uses its own disk for the file, not this one.
    if (!i) return own->xOpen(own, path, f, flags, out);
    int code = own->xOpen(own, path, inner(f), flags, out);
    bool isLog = flags & (SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL);
    *(file *)f = (file){{inner(f)->pMethods ? &methods : NULL}, d, i, isLog && flags & SQLITE_OPEN_CREATE};
    return code;
}

static int xDelete(sqlite3_vfs *v, const char *path, int syncsFolder) {
    (void)v;
    disk *d = NULL;
    LOCKED(
        image *i = find(path, &d);
        // Until the folder is synced, the file can come back.
        if (i && event(d)) {
            forget(i);
            i->wasRemoved = i->exists && !syncsFolder;
            if (syncsFolder) i->exists = false, i->size = 0;
        });
    return own->xDelete(own, path, syncsFolder);
}

int faulty_watch(const char *folder) {
    int number = 0;
    LOCKED(
        if (!own) {
            vfs = *(own = sqlite3_vfs_find(NULL));
            vfs.zName = "faulty", vfs.szOsFile += sizeof(file), vfs.xOpen = xOpen, vfs.xDelete = xDelete;
            sqlite3_vfs_register(&vfs, 1);
        }
        while (disks[number]) if (++number == DISKS) abort();
        disks[number] = calloc(1, sizeof(disk));
        snprintf(disks[number]->folder, sizeof disks[number]->folder, "%s", folder));
    return number;
}

void faulty_forget(int number) {
    LOCKED(
        image *all = disks[number]->images;
        for (image *i = all; i < all + FILES; i++) forget(i), free(i->bytes);
        free(disks[number]);
        disks[number] = NULL);
}

long faulty_events(int number) { long n; LOCKED(n = disks[number]->events); return n; }
bool faulty_has_power(int number) { bool has; LOCKED(has = !disks[number]->hasNoPower); return has; }
void faulty_cut_power(int number, long event) { LOCKED(disks[number]->cut = event); }
void faulty_fail_writes(int number, long passing, long count, int code) {
    LOCKED(disk *d = disks[number]; d->passing = passing; d->failing = count; d->code = code);
}

/// xorshift64
static uint64_t next(uint64_t *seed) { return *seed ^= *seed << 13, *seed ^= *seed >> 7, *seed ^= *seed << 17; }

static bool save(const image *i, const char *folder, uint64_t *seed) {
    image copy = *i;
    copy.bytes = malloc(copy.room + 1);
    if (i->room) memcpy(copy.bytes, i->bytes, i->room);
    for (change *c = *seed ? i->first : NULL; c; c = c->next) {
        // Lost, torn at its start or its end, or whole.
        int64_t fate = next(seed) >> 1, tear = (fate >> 2) % (c->count / SECTOR + 1) * SECTOR;
        if (fate % 4) apply(&copy, c, fate % 4 == 1 ? tear : 0, fate % 4 == 2 ? tear : c->count);
    }
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, i->name);
    FILE *out = fopen(path, "wb");
    bool isSaved = out && fwrite(copy.bytes, 1, copy.size, out) == (size_t)copy.size;
    free(copy.bytes);
    return out && fclose(out) == 0 && isSaved;
}

bool faulty_recover(int number, const char *folder, uint64_t seed) {
    bool isSaved = true;
    LOCKED(
        image *all = disks[number]->images;
        for (image *i = all; i < all + FILES; i++) {
            // A new or a removed file may be there.
            bool isOpen = i->wasRemoved || (!i->exists && i->first);
            if (isOpen && seed ? next(&seed) % 2 : i->exists) isSaved = save(i, folder, &seed) && isSaved;
        });
    return isSaved;
}
