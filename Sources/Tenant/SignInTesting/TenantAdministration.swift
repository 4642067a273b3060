// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
public import HTTPServing
public import HTTPTransport
import JSONWebSignatures
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

    /// Creates a client of the tenant at a base URL, such as `http://127.0.0.1:4400`.
    ///
    /// `key` is the tenant's `TESSERA_ADMINISTRATION_KEY`, required if other machines can reach it. It is sent only
    /// over https, or to this machine.
    public init(over transport: any Transport, at address: URL, key: Redacted<String>? = nil) {
        self.transport = transport
        self.key = key
        base = address.appending(path: "tessera/v1")
    }

    /// Adds a person who signs in with a name such as `ana@aldervale.example`, to a directory by ID or domain.
    ///
    /// The tenant chooses the person's ID; without a password, the person has the directory's shared one.
    ///
    /// - Throws: ``TenantAdministrationError``; `TransportError`.
    public func addPerson(
        _ username: String, named name: String, in directory: String, password: String? = nil
    ) async throws -> TestPerson {
        var person: [String: JSONValue] = ["userPrincipalName": .string(username), "displayName": .string(name)]
        person["passwordProfile"] = password.map { .object(["password": .string($0)]) }
        let added: Created = try await send(.post, "directories/\(directory)/people", JSONValue.object(person))
        return TestPerson(id: added.id ?? "", name: name, username: username)
    }

    /// Adds an app without a secret to a directory, by ID or domain, and returns the client ID.
    ///
    /// - Throws: ``TenantAdministrationError``; `TransportError`.
    public func addApp(named name: String, redirectURI: String, in directory: String) async throws -> String {
        let app: [String: JSONValue] = [
            "displayName": .string(name), "directory": .string(directory),
            "publicClient": .object(["redirectUris": .texts([redirectURI])]),
        ]
        let added: Created = try await send(.post, "apps", JSONValue.object(app))
        return added.appId ?? ""
    }

    /// Grants consent for all people of a directory, by ID or domain, as an administrator would.
    ///
    /// `scope` contains permissions, separated by spaces; `api` is their API's client ID, or `nil` for OpenID Connect.
    ///
    /// - Throws: ``TenantAdministrationError``; `TransportError`.
    public func consent(
        to scope: String, of api: String? = nil, for clientID: String, in directory: String
    ) async throws {
        var consent: [String: JSONValue] = [
            "directory": .string(directory), "clientId": .string(clientID), "consentType": .string("AllPrincipals"),
            "scope": .string(scope),
        ]
        consent["resourceId"] = api.map(JSONValue.string)
        try await send("POST", "consents", Data(JSONValue.object(consent).text.utf8))
    }

    /// Returns the code in the newest message with one to an email address or phone number; `nil` without one.
    ///
    /// - Throws: ``TenantAdministrationError``; `TransportError`.
    public func code(sentTo recipient: String) async throws -> String? {
        try await code(in: "inbox?to=\(FormParameters.encoded(recipient))")
    }

    func newestCode() async throws -> String? { try await code(in: "inbox") }

    private func code(in path: String) async throws -> String? {
        struct Message: Decodable {
            let code: String?
        }
        struct Page: Decodable {
            let value: [Message]
        }
        let page: Page = try await send(.get, path)
        return page.value.lazy.compactMap(\.code).first
    }

    /// Imports a tenant file; records that it does not name stay.
    ///
    /// - Throws: ``TenantAdministrationError`` with all errors in the file; `TransportError`.
    public func take(tenantFile: Data) async throws { try await send("POST", "import", tenantFile) }

    /// Resets the tenant to its initial content; all sessions end.
    ///
    /// - Throws: ``TenantAdministrationError``; `TransportError`.
    public func reset() async throws { try await send("POST", "reset", Data("{}".utf8)) }

    /// Sends any request to a path after `/tessera/v1/`, with its query, and returns the response body.
    ///
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

    func send<Reply: Decodable>(
        _ method: HTTPRequest.Method, _ path: String, _ content: (some Encodable)? = Optional<String>.none
    ) async throws -> Reply {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        let reply = try await send(method.rawValue, path, try content.map { try encoder.encode($0) } ?? Data())
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try decoder.decode(Reply.self, from: reply)
    }

    /// Returns the requests rejected after the one with this number, newest first; the tenant keeps 500.
    ///
    /// - Throws: ``TenantAdministrationError``; `TransportError`.
    public func refusals(after number: Int = 0) async throws -> [RefusedRequest] {
        let list: RefusalList = try await send(.get, "refusals?after=\(number)")
        return list.refusals
    }
}

/// An error response from the tenant's API for tests.
///
/// ```swift
/// let error = await #expect(throws: TenantAdministrationError.self) {
///     try await tenant.administration.send("GET", "apps/no-such-app")
/// }
/// #expect(error?.status == 404)
/// ```
public struct TenantAdministrationError: ActionableError, CustomStringConvertible {
    /// The status of the response.
    public let status: Int
    /// The cause and the solution, from the problem details (RFC 9457).
    public let message: String

    /// The status and the message.
    public var description: String { "\(status): \(message)" }
    /// No action is known to help: read the message.
    public var nextAction: NextAction { .none }
}
