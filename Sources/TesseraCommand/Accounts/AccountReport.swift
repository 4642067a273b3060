// SPDX-License-Identifier: Apache-2.0
import Foundation
import SignIn

/// An account as JSON output writes it.
struct AccountReport: Encodable, Sendable {
    let id: String
    let name: String?
    let username: String?
    let registration: String
    let signedInAt: Date
    let needsSignIn: Bool
    let current: Bool

    init(_ account: Account, isCurrent: Bool) {
        id = account.id.rawValue
        name = account.identity.name
        username = account.identity.username
        registration = account.registration
        signedInAt = account.signedInAt
        needsSignIn = account.needsSignIn
        current = isCurrent
    }
}

extension Account {
    /// Name and user name, as sentences show them.
    var label: String {
        let username = identity.username ?? identity.subject
        return identity.name.map { "\($0) <\(username)>" } ?? username
    }
}
