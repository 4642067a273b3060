// SPDX-License-Identifier: Apache-2.0
import APIAccess
import CommandArguments
import PortableFoundation
import QuickStart
import SignIn

struct InspectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect", abstract: "Explain a token, and why an API would reject it.",
        discussion: """
            Default: the latest sign-in's access token. Other users of this machine can see the command line, so pass \
            a token on standard input: tessera inspect - < FILE
            """)

    @Argument("<token>", help: "The token, or - to read it from standard input.")
    var token: String?

    @Option(
        "--audience <name>", help: "Check it for the API with this audience (aud) instead of those in the settings.")
    var audience: [String] = []

    @Option(
        "--scope <name>", parsing: .upToNextOption, help: "The permissions, at least one of which that API requires.")
    var scope: [String] = []

    @OptionGroup var account: AccountOptions
    @OptionGroup var options: SettingsOptions
    @OptionGroup var output: JSONOption

    func validate() throws {
        guard scope.isEmpty || !audience.isEmpty else { throw ValidationError("--scope requires --audience.") }
    }

    func run() async throws {
        let report = try await token == nil ? reportOnAccount() : reportOnGivenToken()
        guard !output.json else { return try Terminal.json(report) }
        try report.lines.forEach(Terminal.result)
    }

    private func reportOnAccount() async throws -> InspectionReport {
        try await AppConnection.run(options) { connection in
            let account = try await connection.account(named: account.account)
            let token = try await connection.flow.session(of: account)
                .accessToken(for: connection.settings.ownScopes(of: account))
            guard connection.settings.form != .openID || token.revealed.count(where: { $0 == "." }) == 2 else {
                throw CommandError(
                    "the access token is opaque: only \(connection.settings.registration.issuer) can read it",
                    hint: "\(tessera: "userinfo")")
            }
            return await report(on: try InspectedToken(typed: token.revealed), for: connection)
        }
    }

    /// A given token needs no settings; without them, its signature stays unchecked.
    private func reportOnGivenToken() async throws -> InspectionReport {
        var text = token ?? ""
        if text == "-" {
            let input = try Terminal.input(atMost: Self.longestInput, orElse: "give the token as an argument")
            text = String(decoding: input, as: UTF8.self)
        }
        let inspected = try InspectedToken(typed: text)
        do {
            return try await AppConnection.run(options) { await report(on: inspected, for: $0) }
        } catch let error as CommandError where !options.areNamed && error.status == .settingsWrong {
            return InspectionReport(
                inspected,
                finding: ProviderFinding(signature: .unchecked(reason: "no settings name the provider")),
                apis: audience.isEmpty ? [.graph] : [named], now: Date())
        }
    }

    private func report(on token: InspectedToken, for connection: AppConnection) async -> InspectionReport {
        let (flow, signature) = (connection.flow, await connection.flow.signature(of: token))
        return InspectionReport(
            token, finding: ProviderFinding(signature: signature, objection: await flow.objection(to: token)),
            apis: audience.isEmpty ? connection.settings.apis : [named], now: Date())
    }

    private var named: APIExpectation {
        APIExpectation(
            name: "The API \(audience.joined(separator: ", "))", audiences: Set(audience),
            permissions: Set(ScopeSet(text: scope.joined(separator: " ")).scopes))
    }

    /// Far more than a token needs.
    private static let longestInput = 1 << 20
}

extension Settings {
    /// The task API's name (`aud`) is its client ID: in the B2C sample that of the app, otherwise unknown here.
    fileprivate var apis: [APIExpectation] {
        let graphs = graph == nil ? [] : [APIExpectation.graph]
        guard let tasks else { return graphs }
        let scopes = tasks.scopes.resourcePart.scopes
        let isOwn = scopes == [registration.clientID]
        let permissions = isOwn ? [] : scopes.compactMap { $0.split(separator: "/").last.map(String.init) }
        return graphs + [
            APIExpectation(
                name: "The task API", audiences: isOwn ? [registration.clientID] : nil,
                permissions: Set(permissions), believesProviderAlone: true)
        ]
    }

    func ownScopes(of account: Account) -> ScopeSet {
        switch form {
        case .quickStart: registration.scopes.resourcePart
        case .b2c: tasks?.scopes.resourcePart ?? []
        case .openID: registration.scopes.without(missingScopes(of: account, asking: []))
        }
    }

    /// The requested scopes that an OpenID provider did not grant; empty if it did not report them.
    func missingScopes(of account: Account, asking more: ScopeSet) -> ScopeSet {
        guard form == .openID, !account.grantedScopes.isEmpty else { return [] }
        // Many providers do not return these.
        return registration.scopes.union(more).without(account.grantedScopes.union(["openid", "offline_access"]))
    }
}

extension ScopeSet {
    fileprivate func without(_ others: ScopeSet) -> ScopeSet { ScopeSet(scopes.filter { !others.contains($0) }) }
}
