// SPDX-License-Identifier: Apache-2.0
// A disk for SQLite that can lose power or be full: it keeps what was synced apart from what was only written.
#pragma once
#include <stdbool.h>
#include <stdint.h>

/// Watches the files in a folder, an absolute path without links. The first call makes this disk SQLite's default one;
/// all other files go to SQLite's own. Close every connection before `faulty_forget`.
int faulty_watch(const char *folder);
void faulty_forget(int disk);
/// How many writes, truncations, syncs and removals there were.
long faulty_events(int disk);
/// Lets the power fail at an event, counted from 1. The program does not notice, and goes on.
void faulty_cut_power(int disk, long event);
bool faulty_has_power(int disk);
/// Lets `count` writes fail with a code, after others that pass. Each that fails has written its first half.
void faulty_fail_writes(int disk, long passing, long count, int code);
/// Writes into another folder what a power failure leaves: at its event, or now. Of what was not synced, nothing is
/// left with seed 0; else some writes, some of their sectors, and some files.
bool faulty_recover(int disk, const char *folder, uint64_t seed);
