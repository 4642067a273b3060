// SPDX-License-Identifier: Apache-2.0
import PortableFoundation

extension PrivateFile {
    package struct Failure: Error {
        /// The message of the system, or the result of our own check.
        package let reason: String
        package let remedy: String
        /// Whether the file, folder, or link there cannot be one that we created.
        package let isForeign: Bool
        package let number: Int32?

        init(
            reason: String, remedy: String = "check its permissions", isForeign: Bool = false, number: Int32? = nil
        ) {
            (self.reason, self.remedy, self.isForeign, self.number) = (reason, remedy, isForeign, number)
        }

        /// Converts an error of the file manager, with its `errno` for most causes.
        init(_ error: any Error) {
            if let cause = error as? POSIXError ?? (error as? CocoaError)?.underlying as? POSIXError {
                self = Self.of(cause.code.rawValue)
            } else {
                self.init(reason: error.explanation)
            }
        }

        /// Converts `errno`; call it before anything else changes `errno`.
        package static func current() -> Failure { of(errno) }

        static func foreignOwner(of place: URL) -> Failure {
            Failure(
                reason: "\(place.lastPathComponent) belongs to another user", remedy: "use a folder of your own",
                isForeign: true)
        }

        private static func of(_ code: Int32) -> Failure {
            let reason = String(cString: strerror(code))
            return switch code {
            case ENOSPC, EDQUOT: Failure(reason: reason, remedy: "free some space on that disk", number: code)
            // The call refuses to follow a link.
            case ELOOP: Failure(reason: reason, isForeign: true, number: code)
            default: Failure(reason: reason, number: code)
            }
        }
    }
}
