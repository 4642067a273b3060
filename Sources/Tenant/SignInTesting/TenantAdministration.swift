// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
public import HTTPTransport
public import OAuthMessages
public import PortableFoundation

/// A client of the tenant's API for tests, `/tessera/v1`: people, apps, consent, and messages to people.
///
/// The tenant serves the same API to every program; `/tessera/v1/openapi.json` describes it. Use ``send(_:_:_:)`` for
/// requests without a method here.
///
/// ```swift
/// try await withTenant { tenant in
///     let app = try await tenant.administration.addApp(
///         named: "Planner", redirectURI: "http://localhost", in: "aldervale.example")
///     try await tenant.administration.consent(to: "openid profile", for: app, in: "aldervale.example")
/// }
/// ```
public struct TenantAdministration: Sendable {
    private let transport: any Transport
    private let base: URL
    private let key: Redacted<String>?

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - transport: The transport: in process, or over the network.
    ///   - address: The tenant's base URL, such as `http://127.0.0.1:4400`.
    ///   - key: The tenant's `TESSERA_ADMINISTRATION_KEY`, which a tenant requires if other machines can reach it. It
    ///     is sent only over https, or to this machine.
    public init(over transport: any Transport, at address: URL, key: Redacted<String>? = nil) {
        self.transport = transport
        self.key = key
        base = address.appending(path: "tessera/v1")
    }

    /// Adds a person who can sign in.
    ///
    /// - Parameters:
    ///   - username: The name to sign in with, such as `ana@aldervale.example`.
    ///   - name: The display name.
    ///   - directory: The ID or the domain of the directory.
    ///   - password: The password; `nil` for the directory's shared password.
    /// - Returns: The person, with the ID that the tenant chose.
    /// - Throws: ``TenantAdministrationError``; `TransportError`.
    public func addPerson(
        _ username: String, named name: String, in directory: String, password: String? = nil
    ) async throws -> TestPerson {
        struct Profile: Encodable {
            let password: String
        }
        struct Person: Encodable {
            let userPrincipalName: String
            let displayName: String
            let passwordProfile: Profile?
        }
        let content = Person(
            userPrincipalName: username, displayName: name, passwordProfile: password.map(Profile.init))
        let added: Created = try await decoded(
            try await send("POST", "directories/\(directory)/people", try JSONEncoder().encode(content)))
        return TestPerson(id: added.id ?? "", name: name, username: username)
    }

    /// Adds an app without a secret.
    ///
    /// - Parameters:
    ///   - name: The name that users see.
    ///   - redirectURI: The app's redirect URI.
    ///   - directory: The ID or the domain of the directory that registers it.
    /// - Returns: The client ID.
    /// - Throws: ``TenantAdministrationError``; `TransportError`.
    public func addApp(named name: String, redirectURI: String, in directory: String) async throws -> String {
        struct PublicClient: Encodable {
            let redirectUris: [String]
        }
        struct App: Encodable {
            let displayName: String
            let directory: String
            let publicClient: PublicClient
        }
        let content = App(
            displayName: name, directory: directory, publicClient: PublicClient(redirectUris: [redirectURI]))
        let added: Created = try await decoded(try await send("POST", "apps", try JSONEncoder().encode(content)))
        return added.appId ?? ""
    }

    /// Grants consent for all people of a directory, as an administrator would.
    ///
    /// - Parameters:
    ///   - scope: The permissions, separated by spaces.
    ///   - api: The client ID of the API; `nil` for OpenID Connect scopes.
    ///   - clientID: The app's client ID.
    ///   - directory: The ID or the domain of the directory.
    /// - Throws: ``TenantAdministrationError``; `TransportError`.
    public func consent(
        to scope: String, of api: String? = nil, for clientID: String, in directory: String
    ) async throws {
        struct Consent: Encodable {
            let directory: String
            let clientId: String
            var consentType = "AllPrincipals"
            let resourceId: String?
            let scope: String
        }
        let content = Consent(directory: directory, clientId: clientID, resourceId: api, scope: scope)
        _ = try await send("POST", "consents", try JSONEncoder().encode(content))
    }

    /// Returns the code in the newest message to an email address or phone number that contains one; `nil` if there is
    /// none.
    ///
    /// - Throws: ``TenantAdministrationError``; `TransportError`.
    public func code(sentTo recipient: String) async throws -> String? {
        try await code(in: "inbox?to=\(FormParameters.encoded(recipient))")
    }

    /// The code in the newest message with one, to anybody; `nil` if there is none.
    func newestCode() async throws -> String? { try await code(in: "inbox") }

    private func code(in path: String) async throws -> String? {
        struct Message: Decodable {
            let code: String?
        }
        struct Page: Decodable {
            let value: [Message]
        }
        let page: Page = try await decoded(try await send("GET", path))
        return page.value.lazy.compactMap(\.code).first
    }

    /// Imports a tenant file; records that it does not name stay.
    ///
    /// - Throws: ``TenantAdministrationError`` with all errors in the file; `TransportError`.
    public func take(tenantFile: Data) async throws { _ = try await send("POST", "import", tenantFile) }

    /// Resets the tenant to its initial content; all sessions end.
    ///
    /// - Throws: ``TenantAdministrationError``; `TransportError`.
    public func reset() async throws { _ = try await send("POST", "reset", Data("{}".utf8)) }

    /// Sends any request to the API.
    ///
    /// - Parameters:
    ///   - method: The method, such as `PATCH`.
    ///   - path: The path after `/tessera/v1/`, with the query.
    ///   - json: The request body, if any.
    /// - Returns: The response body.
    /// - Throws: ``TenantAdministrationError`` if the tenant rejects the request, or the URL is not secure enough for
    ///   the key; `TransportError`.
    @discardableResult public func send(_ method: String, _ path: String, _ json: Data = Data()) async throws -> Data {
        guard let method = HTTPRequest.Method(method), let url = URL(string: "\(base.absoluteString)/\(path)") else {
            throw TenantAdministrationError(status: 400, message: "'\(method) \(path)' is not a valid request.")
        }
        var request = HTTPRequest(method: method, url: url)
        if !json.isEmpty { request.headerFields[.contentType] = "application/json" }
        if let key {
            guard Origin(url)?.isSecure == true else {
                throw TenantAdministrationError(
                    status: 400, message: "Plain http would expose the key; use the tenant's https URL.")
            }
            request.headerFields[.authorization] = "Bearer \(key.revealed)"
        }
        let response = try await transport.send(request, body: json)
        guard response.head.status.kind == .successful else {
            throw TenantAdministrationError(
                status: response.head.status.code, message: String(decoding: response.body, as: UTF8.self))
        }
        return response.body
    }

    private struct Created: Decodable {
        let id: String?
        let appId: String?
    }

    private func decoded<Value: Decodable>(_ json: Data) async throws -> Value {
        try JSONDecoder().decode(Value.self, from: json)
    }
}
