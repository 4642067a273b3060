// SPDX-License-Identifier: Apache-2.0
// The C library of Apple's systems, as far as it differs from the one of Linux where Tessera uses it.
@_exported public import Glibc

/// The command of `fcntl` that writes a file through the drive's own memory.
public let F_FULLFSYNC: Int32 = 51

extension stat {
    /// The time of the last change of the content.
    public var st_mtimespec: timespec { st_mtim }
}
