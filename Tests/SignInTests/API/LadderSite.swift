// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPMessages
import HTTPTransport
import JSONWebSignatures
import OAuthMessages

/// An API and its providers, written after the Model Context Protocol's conformance suite, without our tenant's code.
actor LadderSite: Transport {
    static let api = "http://localhost:8001"
    static let first = "http://localhost:9001"
    static let second = "http://localhost:9002"

    struct Sent: Sendable {
        let place: String
        let method: HTTPRequest.Method
        let fields: HTTPFields
        let form: FormParameters
        let body: Data
    }

    struct Server: Sendable {
        var metadataPath: String? = "/.well-known/oauth-authorization-server"
        var path = ""
        var metadata: @Sendable (inout [String: JSONValue]) -> Void = { _ in }
        var clientID = "test-client-id"
        var secret: String?
        var method: String?
        var methods: [String]? = ["none"]
        var issuerInRedirect: String?
        var tokenPrefix = "test-token"
        var registrationAnswer: (status: Int, text: String)?
        var refreshToken: String?
        var forgotten: Set<String> = []
    }

    struct API: Sendable {
        var descriptionPath: String? = "/.well-known/oauth-protected-resource/mcp"
        var isNamedInChallenge = true
        var challengeScope: String?
        var scopes: [String]?
        var resource = "\(LadderSite.api)/mcp"
        var servers = [LadderSite.first]
        /// The scopes that a request needs, by method; without them the API returns 403.
        var needed: [HTTPRequest.Method: [String]] = [:]
        var acceptedPrefix = "test-token"
        var refusesEveryToken = false
        var paths: Set<String> = ["/mcp"]
    }

    var servers: [String: Server]
    var api: API
    var grants: @Sendable ([String]) -> [String] = { $0 }
    private(set) var sent: [Sent] = []
    private var challenges: [String: FormParameters] = [:]
    private var scopes: [String: [String]] = [:]

    init(_ server: Server = Server(), _ api: API = API()) {
        servers = [Self.first: server]
        self.api = api
    }

    func change(_ change: @Sendable (isolated LadderSite) -> Void) { change(self) }

    var places: [String] { sent.map(\.place) }

    func all(_ place: String) -> [Sent] { sent.filter { $0.place == place } }

    func count(_ path: String) -> Int { all("\(Self.first)/\(path)").count }

    func counts(_ paths: String...) -> [Int] { paths.map(count) }

    func authorize(_ url: URL) -> FormParameters {
        note(HTTPRequest(url: url), Data(), form: FormParameters(queryOf: url) ?? FormParameters())
        let asked = FormParameters(queryOf: url) ?? FormParameters()
        let code = "code-\(challenges.count)"
        challenges[code] = asked
        var answer: FormParameters = ["code": code]
        answer.append("state", asked["state"])
        if let host = Origin(url)?.description { answer.append("iss", servers[host]?.issuerInRedirect) }
        return answer
    }

    func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
        let form = FormParameters(encoded: String(decoding: body, as: UTF8.self)) ?? FormParameters()
        note(request, body, form: form)
        guard let origin = Origin(request)?.description else { return TransportResponse(400) }
        let path = String((request.path ?? "/").prefix { $0 != "?" })
        if origin == Self.api, api.paths.contains(path) || servers[origin] == nil {
            return answer(of: request, at: path)
        }
        guard let server = servers[origin] else { throw TransportError(.unreachable, "no server is at \(origin)") }
        return try answer(of: server, at: path, origin: origin, form: form, request, body)
    }

    private func note(_ request: HTTPRequest, _ body: Data, form: FormParameters) {
        let path = String((request.path ?? "/").prefix { $0 != "?" })
        sent.append(
            Sent(
                place: (Origin(request)?.description ?? "") + path, method: request.method,
                fields: request.headerFields, form: form, body: body))
    }

    // MARK: The API

    private func answer(of request: HTTPRequest, at path: String) -> TransportResponse {
        if path == api.descriptionPath {
            var members: [String: JSONValue] = [
                "resource": .string(api.resource), "authorization_servers": .array(api.servers.map(JSONValue.string)),
            ]
            members["scopes_supported"] = api.scopes.map { .array($0.map(JSONValue.string)) }
            return .json(.object(members))
        }
        guard api.paths.contains(path) else { return TransportResponse(404) }
        let token = request.headerFields[.authorization].flatMap { $0.hasPrefix("Bearer ") ? $0.dropFirst(7) : nil }
        guard let token, token.hasPrefix(api.acceptedPrefix), !api.refusesEveryToken else {
            return .challenge(401, challenge(token == nil ? nil : "invalid_token", scopes: api.challengeScope))
        }
        let missing = (api.needed[request.method] ?? []).filter { scopes[String(token)]?.contains($0) != true }
        guard missing.isEmpty else {
            let all = (api.needed[request.method] ?? []).joined(separator: " ")
            return .challenge(403, challenge("insufficient_scope", scopes: all))
        }
        return TransportResponse(200, "{}")
    }

    private func challenge(_ error: String?, scopes: String?) -> String {
        var parts: [String] = []
        if let error { parts.append("error=\"\(error)\"") }
        if let scopes { parts.append("scope=\"\(scopes)\"") }
        if api.isNamedInChallenge, let path = api.descriptionPath {
            parts.append("resource_metadata=\"\(Self.api)\(path)\"")
        }
        return "Bearer " + (parts.isEmpty ? "realm=\"mcp\"" : parts.joined(separator: ", "))
    }

    // MARK: The providers

    private func answer(
        of server: Server, at path: String, origin: String, form: FormParameters, _ request: HTTPRequest, _ body: Data
    ) throws -> TransportResponse {
        switch path {
        case server.metadataPath: return .json(.object(metadata(of: server, origin)))
        case "\(server.path)/register": return registered(server)
        case "\(server.path)/revoke" where server.forgotten.contains(form["client_id"] ?? ""),
            "\(server.path)/token" where server.forgotten.contains(form["client_id"] ?? ""):
            return TransportResponse(401, #"{"error":"invalid_client"}"#)
        case "\(server.path)/token": return tokens(of: server, form)
        case "\(server.path)/revoke": return TransportResponse(200)
        default: return TransportResponse(404)
        }
    }

    private func metadata(of server: Server, _ origin: String) -> [String: JSONValue] {
        let base = origin + server.path
        var members: [String: JSONValue] = [
            "issuer": .string(base), "authorization_endpoint": .string("\(base)/authorize"),
            "token_endpoint": .string("\(base)/token"), "registration_endpoint": .string("\(base)/register"),
            "response_types_supported": .array([.string("code")]),
            "code_challenge_methods_supported": .array([.string("S256")]),
        ]
        members["token_endpoint_auth_methods_supported"] = server.methods.map { .array($0.map(JSONValue.string)) }
        if server.metadataPath?.contains("openid") == true {
            members["jwks_uri"] = .string("\(base)/jwks.json")
        }
        server.metadata(&members)
        return members
    }

    private func registered(_ server: Server) -> TransportResponse {
        if let answer = server.registrationAnswer { return TransportResponse(answer.status, answer.text) }
        var members: [String: JSONValue] = ["client_id": .string(server.clientID)]
        members["client_secret"] = server.secret.map(JSONValue.string)
        members["token_endpoint_auth_method"] = server.method.map(JSONValue.string)
        return TransportResponse(201, JSONValue.object(members).text)
    }

    private func tokens(of server: Server, _ form: FormParameters) -> TransportResponse {
        var granted: [String] = (form["scope"] ?? "").split(separator: " ").map(String.init)
        if form["grant_type"] == "authorization_code" {
            guard let code = form["code"], let asked = challenges.removeValue(forKey: code),
                asked["code_challenge_method"] == "S256", asked["redirect_uri"] == form["redirect_uri"],
                asked["code_challenge"] == form["code_verifier"].flatMap({ ProofKey(verifier: $0)?.challenge })
            else { return TransportResponse(400, #"{"error":"invalid_grant"}"#) }
            granted = grants((asked["scope"] ?? "").split(separator: " ").map(String.init))
        }
        let token = "\(server.tokenPrefix)-\(sent.count)"
        scopes[token] = granted
        var members: [String: JSONValue] = [
            "access_token": .string(token), "token_type": .string("Bearer"), "expires_in": .number("3600"),
        ]
        if !granted.isEmpty { members["scope"] = .string(granted.joined(separator: " ")) }
        members["refresh_token"] = server.refreshToken.map(JSONValue.string)
        return .json(.object(members))
    }
}

extension TransportResponse {
    fileprivate static func json(_ value: JSONValue) -> TransportResponse {
        TransportResponse(
            head: HTTPResponse(status: .ok, headerFields: [.contentType: "application/json"]),
            body: Data(value.text.utf8))
    }

    fileprivate static func challenge(_ status: Int, _ challenge: String) -> TransportResponse {
        TransportResponse(
            head: HTTPResponse(status: .init(code: status), headerFields: [.wwwAuthenticate: challenge]), body: Data())
    }
}
