// SPDX-License-Identifier: Apache-2.0
import Foundation

extension RegisteredApp {
    /// Whether the app is a public client, which has no credential to prove that a request comes from it.
    ///
    /// RFC 6749 §2.1
    package var isPublic: Bool {
        passwordCredentials.isEmpty && keyCredentials.isEmpty && federatedIdentityCredentials.isEmpty
    }

    /// The app's credential with this secret, even if it is expired.
    package func credential(of secret: String) -> PasswordCredential? {
        passwordCredentials.first { $0.accepts(secret) }
    }
}
