// SPDX-License-Identifier: Apache-2.0
import CommandArguments
import HTTPTransport
import PortableFoundation
import QuickStart
import SignIn

struct IssuerOptions: ParsableArguments {
    @Option(
        "--issuer <url>",
        help: "Sign in at this OpenID provider instead of one in the settings, and save the registration.")
    var issuer: String?

    @Option("--client-id <id>", help: "The app's client id at the provider.")
    var clientId: String?

    @Option(
        "--name <name>", help: "The name of the registration, for use with --registration. Default: the issuer's host.")
    var name: String?

    @Option(
        "--redirect-uri <uri>", help: "A registered redirect URI. Default: \(defaultRedirectURI), with any free port.")
    var redirectUri: String?

    @Option(
        "--client-authentication <how>",
        help: "The client authentication: basic, post, or none. Default: basic with a secret, otherwise none.")
    var clientAuthentication: String?

    @Option("--client-secret-file <file>", help: "A file with the client secret, readable only by you.")
    var clientSecretFile: String?

    private static let defaultRedirectURI = "http://127.0.0.1"

    /// `nil` without an issuer; if the scopes are empty, the provider's metadata decide.
    func registration(asking scopes: ScopeSet) throws -> OpenIDRegistration? {
        guard let issuer = try namedIssuer() else { return nil }
        guard let clientId, !clientId.isEmpty else {
            throw Self.wrong(
                "the client id is missing",
                hint: "add --client-id ID; the provider shows it in the app's registration")
        }
        guard name != "" else { throw Self.wrong("the name is empty", hint: "give a name with --name NAME") }
        let redirect = redirectUri ?? Self.defaultRedirectURI
        guard let redirectURI = OpenIDRegistration.redirectURI(redirect) else {
            throw Self.wrong(
                "'\(redirect)' is not a valid redirect URI", hint: "use a URI such as --redirect-uri http://127.0.0.1")
        }
        let secret = try clientSecretFile.map { try SecretFile(URL(filePath: $0)).read() }
        return OpenIDRegistration(
            name: name ?? Origin(issuer)?.host ?? issuer.absoluteString, issuer: issuer, clientID: clientId,
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
            throw Self.wrong("\(other) requires an issuer", hint: "add --issuer URL")
        }
        do {
            return try OpenIDRegistration.issuer(issuer)
        } catch {
            throw Self.wrong(error.message, hint: "use --issuer with the issuer in the provider's metadata")
        }
    }

    private func secretMethod(hasSecret: Bool) throws -> ClientAuthentication.SecretMethod? {
        guard let clientAuthentication else { return nil }
        guard let authentication = OpenIDRegistration.Authentication(rawValue: clientAuthentication) else {
            throw Self.wrong(
                "'\(clientAuthentication)' is not a client authentication method",
                hint: "use --client-authentication basic, post, or none")
        }
        guard hasSecret == (authentication != .none) else {
            throw hasSecret
                ? Self.wrong(
                    "--client-authentication none excludes a secret",
                    hint: "omit that option or --client-secret-file")
                : Self.wrong(
                    "--client-authentication \(clientAuthentication) requires a secret",
                    hint: "add --client-secret-file FILE")
        }
        return authentication.secretMethod
    }

    private static func wrong(_ message: String, hint: Hint) -> CommandError {
        CommandError(message, hint: hint, .wrongArguments)
    }
}
