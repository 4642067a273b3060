// SPDX-License-Identifier: Apache-2.0
import Crypto
import Foundation
import OAuth

/// A secret of a confidential app, as it is kept.
///
/// A plain hash will do: secrets are made by machines, and nobody can guess one.
enum ClientSecret {
    /// The form in which a secret is kept.
    static func hash(_ secret: String) -> String { SHA256.hash(data: Data(secret.utf8)).unpaddedBase64URL }
}

extension RegisteredApp {
    /// Whether anybody could have the app's code, and no secret proves that a request comes from it.
    ///
    /// RFC 6749 §2.1
    var isPublic: Bool { secretHashes.isEmpty }

    /// Whether this is one of the app's secrets.
    func accepts(secret: String) -> Bool {
        let hash = ClientSecret.hash(secret)
        return secretHashes.contains { $0.isSameSecret(as: hash) }
    }
}
