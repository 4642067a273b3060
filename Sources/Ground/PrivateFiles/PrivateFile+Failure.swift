// SPDX-License-Identifier: Apache-2.0
import Foundation

extension PrivateFile {
    /// Why a folder or file cannot be used.
    package struct Failure: Error {
        /// What the system said, or what was found.
        package let reason: String
        /// What a person can do about it.
        package let remedy: String
        /// Whether what stands there is no file that we could have written.
        package let isForeign: Bool
        /// The system's own number, where it gave one.
        package let number: Int32?

        init(
            reason: String, remedy: String = "check its permissions", isForeign: Bool = false, number: Int32? = nil
        ) {
            self.number = number
            self.reason = reason
            self.remedy = remedy
            self.isForeign = isForeign
        }

        /// Reads what the file manager says, which is a number for most causes.
        init(_ error: any Error) {
            if let cause = ((error as? CocoaError)?.underlying as? POSIXError)?.code.rawValue {
                self = Self.of(cause)
            } else {
                self.init(reason: error.localizedDescription)
            }
        }

        /// Reads `errno`; call it at once.
        package static func current() -> Failure { of(errno) }

        static func foreignOwner(of place: URL) -> Failure {
            Failure(
                reason: "\(place.lastPathComponent) belongs to somebody else", remedy: "use a folder of your own",
                isForeign: true)
        }

        private static func of(_ code: Int32) -> Failure {
            let reason = String(cString: strerror(code))
            return switch code {
            case ENOSPC, EDQUOT: Failure(reason: reason, remedy: "make room on that disk", number: code)
            // A link that may not be followed.
            case ELOOP: Failure(reason: reason, isForeign: true, number: code)
            default: Failure(reason: reason, number: code)
            }
        }
    }
}
