// SPDX-License-Identifier: Apache-2.0
import Foundation
import MicrosoftIdentity
import QuickStart
import SignIn

/// How an account's person is called.
///
/// Providers may leave names out of ID tokens, and tell them at UserInfo alone; they are then kept with the account.
///
/// OpenID Connect Core §5.4
struct PersonNames: Codable, Sendable, Hashable {
    var name: String?
    var username: String?

    /// Whether neither is known.
    var areMissing: Bool { name == nil && username == nil }
}

extension Account {
    /// The names that the ID token said, else those that the command kept.
    var names: PersonNames {
        let told = PersonNames(name: identity.name, username: identity.username)
        guard told.areMissing, let userData else { return told }
        return (try? JSONDecoder().decode(PersonNames.self, from: userData)) ?? told
    }

    /// Name and user name, as sentences show them.
    var label: String {
        let username = names.username ?? identity.subject
        return names.name.map { "\($0) <\(username)>" } ?? username
    }

    /// Whether a name that a person typed means this account.
    func isNamed(_ name: String) -> Bool {
        id.rawValue == name || names.username?.lowercased() == name.lowercased() || identity.objectID == name
            || identity.subject == name
    }
}

extension AppConnection {
    /// The same account, with names from UserInfo where the ID token said none and UserInfo does.
    func naming(_ account: Account) async -> Account {
        // Data of another program that shares the account stays.
        guard account.names.areMissing, account.userData == nil,
            let claims = try? await flow.userInfo(of: account).claims
        else { return account }
        let names = PersonNames(
            name: claims.string("name"), username: claims.string("preferred_username") ?? claims.string("email"))
        guard !names.areMissing, let data = try? JSONEncoder().encode(names) else { return account }
        return (try? await accounts.setUserData(data, for: account.id)) ?? account
    }
}
