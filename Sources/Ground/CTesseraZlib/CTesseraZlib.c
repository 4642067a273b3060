// SPDX-License-Identifier: Apache-2.0
// SwiftPM needs a source file to link zlib.
#include "CTesseraZlib.h"
