// SPDX-License-Identifier: Apache-2.0
import Foundation
import PrivateFiles

extension AccountStorageError {
    /// A folder or file cannot be read.
    static func unreadable(_ place: URL, _ failure: PrivateFile.Failure) -> AccountStorageError {
        AccountStorageError(.unreadable, "\(place.path) cannot be read: \(failure.reason); \(failure.remedy)")
    }

    /// Something cannot be done in a folder, such as: an account cannot be kept.
    static func unwritable(_ folder: URL, _ what: String, _ failure: PrivateFile.Failure) -> AccountStorageError {
        AccountStorageError(.unwritable, "\(what) in \(folder.path): \(failure.reason); \(failure.remedy)")
    }
}
