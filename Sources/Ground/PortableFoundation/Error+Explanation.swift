// SPDX-License-Identifier: Apache-2.0

extension Error {
    /// The text for users: the error's own description, or the system's words for an error of a file.
    ///
    /// Other errors show only their type, since their text can quote a secret.
    package var explanation: String {
        if let own = (self as? any LocalizedError)?.errorDescription { return own }
        guard let cause = self as? POSIXError ?? (self as? CocoaError)?.underlying as? POSIXError else {
            return self is CocoaError ? "the file cannot be read or written" : "\(type(of: self))"
        }
        return String(cString: strerror(cause.code.rawValue))
    }
}
