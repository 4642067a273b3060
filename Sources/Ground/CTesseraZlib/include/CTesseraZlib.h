// SPDX-License-Identifier: Apache-2.0
// zlib for Swift, unchanged: HTTPTransport expands compressed responses with it.
#pragma once
#if !__has_include(<zlib.h>)
#error "zlib's header is missing: apt install zlib1g-dev, or dnf install zlib-devel"
#endif
#include <zlib.h>
