// SPDX-License-Identifier: Apache-2.0
import BrowserSignIn
import CommandArguments
import Foundation
import HTTPTransport
import MicrosoftIdentity
import OAuthMessages
import PostgresStorage
import SignIn

/// A program that shares one account with others, for what only several processes can show, and only their death.
///
/// `$DATABASE` names a database of PostgreSQL for the accounts, in place of the folder.
@main struct AccountWorker: AsyncParsableCommand {
    enum Work: String, ExpressibleByArgument, CaseIterable {
        /// Signs a person in with the browser that `$BROWSER` names.
        case signIn = "sign-in"
        /// Many tasks ask for the token at once, when a line comes on standard input.
        case ask
        /// Asks for the token and saves the account, until somebody ends the process.
        case wear
        /// Says whether the account can be read, and has a token.
        case check
    }

    static let configuration = CommandConfiguration(commandName: "AccountWorker")

    static func main() async {
        do {
            try await parseAsRoot(Array(CommandLine.arguments.dropFirst())).run()
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit((error as? ArgumentError).map { _ in ArgumentError.status } ?? 1)
        }
    }

    @Argument("<work>", help: "What to do: sign-in, ask, wear or check.") var work: Work
    @Argument("<issuer>", help: "The provider's issuer.") var issuer: String
    @Argument("<client-id>", help: "The client id.") var clientID: String
    @Option("--folder <folder>", help: "The folder of the accounts.") var folder: String
    @Option("--tasks <tasks>", help: "How many tasks ask at once.") var tasks = 1
    @Option("--ahead <ahead>", help: "How many seconds the clock is ahead.") var ahead = 0.0

    func run() async throws {
        guard let issuer = URL(string: issuer), let redirectURI = RedirectURI("http://localhost") else {
            throw ValidationError("The issuer must be an address.")
        }
        // The local tenant's Entra ID, or its standard provider, which gives each refresh token once.
        let isEntra = issuer.path.hasSuffix("/v2.0")
        let registration = ClientRegistration(
            name: "shared", issuer: issuer, clientID: clientID, redirectURI: redirectURI,
            scopes: ScopeSet(["openid", "profile", "offline_access"] + (isEntra ? ["User.Read"] : [])),
            rules: isEntra ? .entra : .standard)
        let storage = try await storage()
        try await withSystemTransport { [ahead] transport in
            let accounts = AccountStore(
                storage, registrations: [registration], over: transport,
                time: TimeSource { Date() + ahead })
            let shared = SharedAccount(registration: registration, accounts: accounts)
            switch work {
            case .signIn: try await shared.signIn()
            case .ask: try await shared.ask(atOnce: tasks)
            case .wear: try await shared.wear()
            case .check: try await shared.check()
            }
        }
    }

    private func storage() async throws -> any AccountStorage {
        guard let address = ProcessInfo.processInfo.environment["DATABASE"] else {
            return SealedAccountStorage(folder: URL(filePath: folder, directoryHint: .isDirectory))
        }
        let database = try PostgresDatabase(at: PostgresAddress(Redacted(address)))
        try await database.connected()
        return try await PostgresAccountStorage(in: database)
    }
}
