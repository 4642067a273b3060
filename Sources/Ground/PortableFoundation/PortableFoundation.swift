// SPDX-License-Identifier: Apache-2.0
// Foundation as far as it needs no ICU, and the C library; on Apple systems all of Foundation, which every program has.
// ICU would be half of a program for Linux, and a quarter of the time until it prints something.
#if canImport(FoundationEssentials) && !canImport(Darwin)
@_exported public import FoundationEssentials
#if canImport(Musl)
@_exported public import Musl
#else
@_exported public import Glibc
#endif
#else
@_exported public import Foundation
#endif
