// SPDX-License-Identifier: Apache-2.0
import Foundation

extension PrivateFile {
    /// What the system said.
    struct Failure: Error {
        let reason: String
        /// What a person can do about it.
        var remedy = "check its permissions"
        /// Whether what stands there is no file that we could have written.
        var isForeign = false

        /// Reads `errno`; call it at once.
        static func current() -> Failure {
            let code = errno
            let reason = String(cString: strerror(code))
            return switch code {
            case ENOSPC, EDQUOT: Failure(reason: reason, remedy: "make room on that disk")
            // A link that may not be followed.
            case ELOOP: Failure(reason: reason, isForeign: true)
            default: Failure(reason: reason)
            }
        }

        static let foreignOwner = Failure(
            reason: "it belongs to somebody else", remedy: "use a folder of your own", isForeign: true)
    }
}
