// SPDX-License-Identifier: Apache-2.0
import APIAccess
import BrowserSignIn
import CommandArguments
import HTTPTransport
import PortableFoundation
import QuickStart
import SignIn
import Synchronization

struct CallProviderOptions: ParsableArguments {
    @Option(
        "--trust <issuer>",
        help: "An issuer to use without confirmation, if the API names it. It is tried before the API's others.")
    var trust: [String] = []

    @Option("--client-id <id>", help: "The app's client id, for a provider without dynamic client registration.")
    var clientId: String?

    @Option("--client-secret-file <file>", help: "A file with the client secret, readable only by you.")
    var clientSecretFile: String?

    @Option(
        "--client-metadata <url>",
        help: "The URL of the app's metadata document, used as its client id where the provider supports this.")
    var clientMetadata: String?

    func validate() throws {
        guard clientId == nil || trust.count == 1 else {
            throw ValidationError("--client-id requires --trust ISSUER.")
        }
        guard clientSecretFile == nil || clientId != nil else {
            throw ValidationError("--client-secret-file requires --client-id.")
        }
        let document = clientMetadata.map { URL(string: $0) }
        guard document.map({ $0?.scheme?.lowercased() == "https" && $0.flatMap(Origin.init) != nil }) ?? true else {
            throw ValidationError("--client-metadata must be an https URL.")
        }
        for text in trust { _ = try Self.issuer(text) }
    }

    func withConnection<Result: Sendable>(
        to api: URL, _ options: SettingsOptions, _ body: (APIConnection) async throws -> Result
    ) async throws -> Result {
        let settings = try await Self.settings(options)
        let deadline = Duration.milliseconds(Int64(options.timeout * 1000))
        return try await withAccounts(keptIn: RegistrationBook.storage, deadline: deadline) { accounts in
            let flows = settings.map {
                SignInFlow(
                    $0.registration,
                    keepingIn: AccountStore(AppConnection.accountStorage(of: $0), over: accounts.transport))
            }
            let outcome: Swift.Result<Result, any Error>
            do {
                var client = try client(flows: flows)
                client.knownAPIs = settings.flatMap { [$0.graph, $0.tasks?.endpoint].compactMap(\.self) }
                outcome = .success(try await call(api, as: client, keepingIn: accounts, body))
            } catch {
                outcome = .failure(error)
            }
            for flow in flows { await flow.accounts.settle() }
            return try outcome.get()
        }
    }

    /// Runs `body`, and again with a client ID from the user if the provider has no dynamic registration.
    private func call<Result: Sendable>(
        _ api: URL, as client: APIClient, keepingIn accounts: AccountStore,
        _ body: (APIConnection) async throws -> Result
    ) async throws -> Result {
        let named = Mutex<URL?>(nil)
        let agent = agent(returningFor: api)
        do {
            return try await body(
                APIConnection(to: api, as: client, keepingIn: accounts, with: agent) { provider in
                    named.withLock { $0 = provider.issuer }
                    return try await agree(to: provider)
                })
        } catch let refusal as Refusal where refusal.code == .clientRegistrationUnsupported && Terminal.isInteractive {
            Terminal.note("\(Terminal.singleLine(refusal.message)).")
            guard let issuer = named.withLock({ $0 }), let id = try await Terminal.ask("Client id: "), !id.isEmpty
            else { throw refusal }
            var client = client
            client.credentials = [APIClient.Credentials(issuer: issuer, clientID: id)]
            // The user has just agreed to this provider.
            client.knownAPIs = [api]
            return try await body(
                APIConnection(to: api, as: client, keepingIn: accounts, with: agent, consenting: agree))
        }
    }

    private static func settings(_ options: SettingsOptions) async throws -> [Settings] {
        if options.areNamed { return [try await options.load()] }
        let remembered = try await RegistrationBook().registrations().map { Settings($0) }
        guard let file = try DemoNote.read() else { return remembered }
        let files = [file, DemoNote.customerSettings(beside: file)]
        return try files.map(DemoNote.settings) + remembered
    }

    private func client(flows: [SignInFlow]) throws -> APIClient {
        guard let redirectURI = RedirectURI("http://127.0.0.1/signed-in") else { preconditionFailure("a literal") }
        let secret = try clientSecretFile.map { try SecretFile(URL(filePath: $0)).read() }
        let credentials = try clientId.map { id in
            try trust.map {
                APIClient.Credentials(
                    issuer: try Self.issuer($0), clientID: id, authentication: secret.map { .secret($0) } ?? .none)
            }
        }
        return APIClient(
            name: "Tessera", redirectURI: redirectURI, metadataDocument: clientMetadata.flatMap(URL.init(string:)),
            credentials: credentials ?? [], flows: flows, preferredIssuers: try trust.map(Self.issuer))
    }

    private func agent(returningFor api: URL) -> LoopbackUserAgent {
        .onThisMachine(
            introducedBy:
                "\(Origin(api)?.host ?? api.absoluteString) requires a sign-in. Opening your browser. If it does not open, "
                + "go to this URL:")
    }

    private func agree(to provider: APIProvider) async throws -> Bool {
        if try trust.map(Self.issuer).contains(where: provider.isIssuer) { return true }
        Terminal.note(Self.description(of: provider))
        guard Terminal.isInteractive else {
            throw CommandError(
                "signing in at \(provider.issuer.absoluteString) needs confirmation, and there is no terminal",
                hint: "tessera call --trust \(provider.issuer.absoluteString.shellWord) ADDRESS", .signInRequired)
        }
        return try await Terminal.confirms("Sign in there?")
    }

    /// The text of the question: names each host that the user or the code goes to.
    static func description(of provider: APIProvider) -> String {
        var lines = [
            provider.resource.absoluteString, "advertises the authorization server", provider.issuer.absoluteString,
        ]
        if let host = provider.signInHost { lines.append("Its sign-in page is on another host: \(host)") }
        if let host = provider.tokenHost { lines.append("Its token endpoint is on another host: \(host)") }
        if !provider.scopes.isEmpty { lines.append("Permissions: \(provider.scopes.text)") }
        return lines.map(Terminal.singleLine).joined(separator: "\n")
    }

    private static func issuer(_ text: String) throws -> URL {
        do {
            return try OpenIDRegistration.issuer(text)
        } catch {
            throw ValidationError("--trust must be an issuer: \(error.message).")
        }
    }
}
