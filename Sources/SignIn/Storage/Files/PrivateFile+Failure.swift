// SPDX-License-Identifier: Apache-2.0
import Foundation

extension PrivateFile {
    /// What the system said.
    struct Failure: Error {
        let reason: String
        /// Whether what stands there is no file that we could have written.
        var isForeign = false

        /// Reads `errno`; call it at once.
        static func current() -> Failure {
            // A link that may not be followed says ELOOP.
            Failure(reason: String(cString: strerror(errno)), isForeign: errno == ELOOP)
        }
    }
}
