/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
/* Debian has the header in a folder that only pkg-config knows, and a machine may lack pkg-config. */
#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#else
#include <postgresql/libpq-fe.h>
#endif
