// SPDX-License-Identifier: Apache-2.0
import Foundation
import PrivateFiles

extension AccountStorageError {
    /// A folder or file cannot be read.
    static func unreadable(_ place: URL, _ failure: PrivateFile.Failure) -> AccountStorageError {
        AccountStorageError(.unreadable, "\(place.path) cannot be read: \(failure.reason); \(failure.remedy)")
    }

    /// An action in a folder failed, such as the save of an account.
    static func unwritable(_ folder: URL, _ what: String, _ failure: PrivateFile.Failure) -> AccountStorageError {
        AccountStorageError(.unwritable, "\(what) in \(folder.path): \(failure.reason); \(failure.remedy)")
    }
}
