// SPDX-License-Identifier: Apache-2.0
import CommandArguments
import MicrosoftIdentity
import PortableFoundation
import QuickStart
import SignIn

struct AccountsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "accounts", abstract: "List the signed-in accounts.")

    @OptionGroup var options: SettingsOptions
    @OptionGroup var output: JSONOption

    func run() async throws {
        let accounts = try await AppConnection.run(options) { connection in
            for damage in try await connection.accounts.damagedAccounts() {
                Terminal.note("warning: \(damage.message)")
            }
            return try await connection.accounts.accounts(of: connection.settings.registration)
        }
        guard !output.json else {
            return try Terminal.json(accounts.enumerated().map { AccountReport($0.element, isCurrent: $0.offset == 0) })
        }
        guard !accounts.isEmpty else {
            return Terminal.note("No account is signed in. Run `\(options.command("tessera sign-in"))`.")
        }
        try Table(accounts).lines.forEach(Terminal.result)
    }
}

struct AccountReport: Encodable, Sendable {
    let id: String
    let name: String?
    let username: String?
    let registration: String
    let issuer: String
    let signedInAt: Date
    let needsSignIn: Bool
    let current: Bool

    init(_ account: Account, isCurrent: Bool) {
        id = account.id.rawValue
        name = account.names.name
        username = account.names.username
        registration = account.registration
        issuer = account.identity.issuer
        signedInAt = account.signedInAt
        needsSignIn = account.needsSignIn
        current = isCurrent
    }
}

struct UserInfoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "userinfo", abstract: "Show the user's current claims at the provider.",
        discussion: """
            Queries the provider's UserInfo endpoint, which can return more claims than the ID token. The claims \
            depend on the permissions, such as profile and email.
            """)

    @OptionGroup var account: AccountOptions
    @OptionGroup var options: SettingsOptions
    @OptionGroup var output: JSONOption

    func run() async throws {
        let claims = try await AppConnection.run(options) { connection in
            try await connection.flow.userInfo(of: connection.account(named: account.account)).claims
        }
        guard !output.json else { return try Terminal.json(claims.values) }
        try ClaimTable(claims, now: Date()).lines.forEach(Terminal.result)
    }
}

/// An account's names; some providers send them only at UserInfo. OpenID Connect Core §5.4
struct PersonNames: Codable, Sendable, Hashable {
    var name: String?
    var username: String?

    var areMissing: Bool { name == nil && username == nil }
}

extension Account {
    var names: PersonNames {
        let told = PersonNames(name: identity.name, username: identity.username)
        guard told.areMissing, let userData else { return told }
        return (try? JSONDecoder().decode(PersonNames.self, from: userData)) ?? told
    }

    var label: String {
        guard !identity.isUnnamed else { return "an unnamed account of \(registration)" }
        let username = names.username ?? identity.subject
        return names.name.map { "\($0) <\(username)>" } ?? username
    }

    /// The account for a name from the command line: an id is unique, but providers can reassign user names.
    ///
    /// - Throws: ``CommandError`` with the choices if the name is ambiguous.
    static func named(_ name: String, among all: [Account]) throws -> Account? {
        if let account = all.first(where: { $0.id.rawValue == name }) { return account }
        let named = all.filter { $0.isNamed(name) }
        guard named.count > 1 else { return named.first }
        let choices = named.map { "\($0.id.rawValue.shellWord) (\(Terminal.singleLine($0.identity.issuer)))" }
        throw CommandError(
            "\(named.count) accounts are named '\(name)'",
            hint: "use the id in place of the name: \(choices.joined(separator: ", "))", .wrongArguments)
    }

    private func isNamed(_ name: String) -> Bool {
        names.username?.lowercased() == name.lowercased() || identity.objectID == name || identity.subject == name
    }

    fileprivate var shownUsername: String {
        names.username ?? (identity.isUnnamed ? "(unnamed)" : identity.subject)
    }
}

extension Table {
    /// Latest sign-in first; shows ids and providers if accounts share a user name.
    init(_ accounts: [Account]) {
        let names = accounts.map { $0.shownUsername.lowercased() }
        let areTold = Set(names).count == names.count
        self.init(
            heading: ["", "NAME", "USER NAME", "STATE"] + (areTold ? [] : ["ID", "PROVIDER"]),
            rows: accounts.enumerated().map { index, account in
                [
                    index == 0 ? "*" : " ", account.names.name ?? "", account.shownUsername,
                    account.needsSignIn ? "sign in again" : "signed in",
                ] + (areTold ? [] : [account.id.rawValue, account.identity.issuer])
            })
    }
}

extension AppConnection {
    func naming(_ account: Account) async -> Account {
        // Keeps the data of another program that shares the account.
        guard account.names.areMissing, account.userData == nil,
            let claims = try? await flow.userInfo(of: account).claims
        else { return account }
        let names = PersonNames(
            name: claims.string("name"), username: claims.string("preferred_username") ?? claims.string("email"))
        guard !names.areMissing, let data = try? JSONEncoder().encode(names) else { return account }
        return (try? await accounts.setUserData(data, for: account.id)) ?? account
    }
}
