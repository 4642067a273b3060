// SPDX-License-Identifier: Apache-2.0
import Foundation

extension RegisteredApp {
    /// Whether anybody could have the app's code, and nothing proves that a request comes from it.
    ///
    /// RFC 6749 §2.1
    package var isPublic: Bool {
        passwordCredentials.isEmpty && keyCredentials.isEmpty && federatedIdentityCredentials.isEmpty
    }

    /// The credential that a secret is, even if its time is over.
    package func credential(of secret: String) -> PasswordCredential? {
        passwordCredentials.first { $0.accepts(secret) }
    }
}
