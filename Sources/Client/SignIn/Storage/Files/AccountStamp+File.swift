// SPDX-License-Identifier: Apache-2.0
import Foundation
import PrivateFiles

extension AccountStamp {
    /// What the file system says of a file; `nil` if there is none.
    ///
    /// It is one question that the system answers from memory, so it is asked where the caller stands.
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
