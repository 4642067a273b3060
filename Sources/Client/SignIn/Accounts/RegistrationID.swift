// SPDX-License-Identifier: Apache-2.0
import Foundation
import Provider

/// Binds an account to one registration.
///
/// If a registration changes to another provider, that provider must not get the tokens of the old one.
struct RegistrationID: Hashable, Sendable {
    let name: String
    let authority: String
    let clientID: String
}

extension ClientRegistration {
    /// The key that binds accounts to this registration.
    var id: RegistrationID {
        RegistrationID(name: name, authority: issuer.absoluteString, clientID: clientID)
    }
}
