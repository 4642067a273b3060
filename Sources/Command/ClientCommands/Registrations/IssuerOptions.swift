// SPDX-License-Identifier: Apache-2.0
import CommandArguments
import Foundation
import QuickStart
import SignIn

/// A registration at an OpenID provider, from the options of `tessera sign-in`.
struct IssuerOptions: ParsableArguments {
    @Option("--issuer <url>", help: "Sign in at this OpenID provider, instead of one of the settings, and remember it.")
    var issuer: String?

    @Option("--client-id <id>", help: "The client id that the provider gave to the app.")
    var clientId: String?

    @Option(
        "--name <name>",
        help: "The name to remember it by; the issuer's host, unless given. Use it with --registration.")
    var name: String?

    @Option(
        "--redirect-uri <uri>",
        help: "A redirect URI that is registered there; \(defaultRedirectURI), at any free port, unless given.")
    var redirectUri: String?

    @Option(
        "--client-authentication <how>",
        help: "How the app shows its secret: basic, post, or none. Basic with a secret, else none.")
    var clientAuthentication: String?

    @Option("--client-secret-file <file>", help: "A file that holds the client secret and that nobody else can read.")
    var clientSecretFile: String?

    private static let defaultRedirectURI = "http://127.0.0.1"

    /// Makes a registration from the options.
    ///
    /// - Parameter scopes: The scopes to request; if empty, the provider's metadata decide.
    /// - Returns: The registration; `nil` without an issuer.
    /// - Throws: ``CommandError`` for invalid options.
    func registration(asking scopes: ScopeSet) throws -> OpenIDRegistration? {
        guard let issuer = try namedIssuer() else { return nil }
        guard let clientId, !clientId.isEmpty else {
            throw Self.wrong(
                "the client id is missing",
                hint: "add --client-id ID: the provider shows it where the app is registered")
        }
        guard name != "" else { throw Self.wrong("the name is empty", hint: "write --name and a word") }
        let redirect = redirectUri ?? Self.defaultRedirectURI
        guard let redirectURI = OpenIDRegistration.redirectURI(redirect) else {
            throw Self.wrong(
                "'\(redirect)' is no redirect URI", hint: "write an address such as --redirect-uri http://127.0.0.1")
        }
        let secret = try clientSecretFile.map { try SecretFile(URL(filePath: $0)).read() }
        return OpenIDRegistration(
            name: name ?? issuer.host() ?? issuer.absoluteString, issuer: issuer, clientID: clientId,
            redirectURI: redirectURI, scopes: scopes,
            secretMethod: try secretMethod(hasSecret: secret != nil), secret: secret)
    }

    private func namedIssuer() throws -> URL? {
        guard let issuer else {
            let others = [
                ("--client-id", clientId), ("--name", name), ("--redirect-uri", redirectUri),
                ("--client-authentication", clientAuthentication), ("--client-secret-file", clientSecretFile),
            ]
            guard let other = others.first(where: { $0.1 != nil })?.0 else { return nil }
            throw Self.wrong("\(other) needs an issuer", hint: "add --issuer URL, the address of the provider")
        }
        do {
            return try OpenIDRegistration.issuer(issuer)
        } catch {
            throw Self.wrong(error.message, hint: "write --issuer with the address that the provider's metadata names")
        }
    }

    private func secretMethod(hasSecret: Bool) throws -> ClientAuthentication.SecretMethod? {
        guard let clientAuthentication else { return nil }
        guard let authentication = OpenIDRegistration.Authentication(rawValue: clientAuthentication) else {
            throw Self.wrong(
                "'\(clientAuthentication)' is no way to show a secret",
                hint: "write --client-authentication basic, post or none")
        }
        guard hasSecret == (authentication != .none) else {
            throw hasSecret
                ? Self.wrong(
                    "--client-authentication none shows no secret",
                    hint: "leave out that option or --client-secret-file")
                : Self.wrong(
                    "--client-authentication \(clientAuthentication) needs a secret",
                    hint: "add --client-secret-file FILE")
        }
        return authentication.secretMethod
    }

    private static func wrong(_ message: String, hint: String) -> CommandError {
        CommandError(message, hint: hint, .wrongArguments)
    }
}
