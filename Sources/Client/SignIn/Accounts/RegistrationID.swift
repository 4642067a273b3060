// SPDX-License-Identifier: Apache-2.0
import Foundation
import Provider

/// What ties an account to one registration.
///
/// A registration that was pointed at another provider must not send that provider the tokens of this one.
struct RegistrationID: Hashable, Sendable {
    let name: String
    let authority: String
    let clientID: String
}

extension ClientRegistration {
    /// What its accounts are tied to.
    var id: RegistrationID {
        RegistrationID(name: name, authority: issuer.absoluteString, clientID: clientID)
    }
}
