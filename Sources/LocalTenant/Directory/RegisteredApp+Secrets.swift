// SPDX-License-Identifier: Apache-2.0
import OAuth

extension RegisteredApp {
    /// Whether anybody could have the app's code, and no secret proves that a request comes from it.
    ///
    /// RFC 6749 §2.1
    var isPublic: Bool { secretHashes.isEmpty }

    /// Whether this is one of the app's secrets.
    func accepts(secret: String) -> Bool {
        let hash = SecretHash.of(secret)
        return secretHashes.contains { $0.isSameSecret(as: hash) }
    }
}
