// SPDX-License-Identifier: Apache-2.0
import SignIn

/// Errors of the storage of accounts.
extension ErrorText {
    static func accountStorage(_ error: AccountStorageError) -> ErrorText {
        switch error.code {
        case .unwritable:
            ErrorText(error.message, hint: "set TESSERA_HOME to keep accounts in another folder", .cannotWrite)
        case .unreadable:
            ErrorText(
                error.message, hint: "check who may read it, or set TESSERA_HOME to keep accounts in another folder")
        case .damaged: ErrorText(error.message, hint: "run `tessera sign-in`; `tessera accounts` names what is left")
        case .conflict, .busy:
            ErrorText(error.message, hint: "see whether another tessera is still at work, and try again", .unavailable)
        case .keyMissing, .keyMismatch:
            ErrorText(error.message, hint: "give it the key as docs/account-storage.md says, or set TESSERA_HOME")
        case .laterVersion: ErrorText(error.message, hint: "use the later version, or set TESSERA_HOME")
        }
    }
}
