// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
import PrivateFiles

/// A value that distinguishes two states of a stored account without reading it.
///
/// Compare stamps only with others of the same account.
///
/// ```swift
/// func stamp(of id: Account.ID) -> AccountStamp? {
///     guard let row = rows[id] else { return nil }
///     return AccountStamp(row.saves)  // a counter that no two saves share
/// }
/// ```
public struct AccountStamp: Sendable, Hashable {
    private let parts: [Int64]

    /// Creates a stamp from values that change with each save, such as a counter or a file's metadata.
    public init(_ parts: Int64...) {
        self.parts = parts
    }
}

extension AccountStamp {
    /// The file system's data about a file; `nil` if there is none.
    ///
    /// The system answers from memory, so the call stays on the caller's thread.
    init?(of file: String) throws(PrivateFile.Failure) {
        var status = stat()
        guard lstat(file, &status) == 0 else {
            guard errno == ENOENT || errno == ENOTDIR else { throw .current() }
            return nil
        }
        #if canImport(Darwin)
        let changed = status.st_mtimespec
        #else
        let changed = status.st_mtim
        #endif
        self.init(
            Int64(truncatingIfNeeded: status.st_ino), Int64(status.st_size), Int64(changed.tv_sec),
            Int64(changed.tv_nsec))
    }
}
