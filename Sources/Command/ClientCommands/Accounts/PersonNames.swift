// SPDX-License-Identifier: Apache-2.0
import Foundation
import MicrosoftIdentity
import QuickStart
import SignIn

/// The names of an account's person.
///
/// Some providers send names only at UserInfo and not in ID tokens; the command then stores them with the account.
///
/// OpenID Connect Core §5.4
struct PersonNames: Codable, Sendable, Hashable {
    var name: String?
    var username: String?

    /// Whether both names are missing.
    var areMissing: Bool { name == nil && username == nil }
}

extension Account {
    /// The names from the ID token, otherwise those that the command stored.
    var names: PersonNames {
        let told = PersonNames(name: identity.name, username: identity.username)
        guard told.areMissing, let userData else { return told }
        return (try? JSONDecoder().decode(PersonNames.self, from: userData)) ?? told
    }

    /// Name and user name, in the form for sentences.
    var label: String {
        let username = names.username ?? identity.subject
        return names.name.map { "\($0) <\(username)>" } ?? username
    }

    /// Whether a name from the command line means this account.
    func isNamed(_ name: String) -> Bool {
        id.rawValue == name || names.username?.lowercased() == name.lowercased() || identity.objectID == name
            || identity.subject == name
    }
}

extension AppConnection {
    /// The same account; if the ID token has no names, with those from UserInfo.
    func naming(_ account: Account) async -> Account {
        // Data of another program that shares the account must stay.
        guard account.names.areMissing, account.userData == nil,
            let claims = try? await flow.userInfo(of: account).claims
        else { return account }
        let names = PersonNames(
            name: claims.string("name"), username: claims.string("preferred_username") ?? claims.string("email"))
        guard !names.areMissing, let data = try? JSONEncoder().encode(names) else { return account }
        return (try? await accounts.setUserData(data, for: account.id)) ?? account
    }
}
