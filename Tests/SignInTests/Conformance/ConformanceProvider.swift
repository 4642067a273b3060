// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPMessages
import HTTPTransport
import JSONWebSignatures
import OAuthMessages
import SignInProvider

/// The provider of the OpenID Foundation's conformance suite, written after its modules
/// (`net/openid/conformance/openid/client`), without our tenant's code. Its issuer also ends in a slash.
actor ConformanceProvider: Transport {
    static let issuer = "https://suite.example/test/a/tessera/"
    static let clientID = "relying party:1"
    static let clientSecret = "a secret/with+signs"
    static let accessToken = "access token 1"
    static let refreshedAccessToken = "access token 2"

    var behaviour: ConformanceBehaviour
    private(set) var requests: [(request: HTTPRequest, form: FormParameters)] = []
    private var pending: [String: FormParameters] = [:]
    private var nonce: String?

    init(_ behaviour: ConformanceBehaviour = ConformanceBehaviour()) { self.behaviour = behaviour }

    func change(_ change: @Sendable (inout ConformanceBehaviour) -> Void) { change(&behaviour) }

    func count(of endpoint: String) -> Int { requests.count { Self.endpoint($0.request) == endpoint } }

    func last(_ endpoint: String) -> (request: HTTPRequest, form: FormParameters)? {
        requests.last { Self.endpoint($0.request) == endpoint }
    }

    func all(_ endpoint: String) -> [(request: HTTPRequest, form: FormParameters)] {
        requests.filter { Self.endpoint($0.request) == endpoint }
    }

    /// The browser's redirect for an authorization request.
    func authorize(_ url: URL) -> FormParameters {
        let request = FormParameters(queryOf: url) ?? FormParameters()
        requests.append((HTTPRequest(url: url), request))
        var answer = FormParameters()
        answer.append("state", request["state"])
        guard behaviour.error == nil else {
            answer.append("error", behaviour.error)
            return answer
        }
        let code = "code/\(pending.count)"
        pending[code] = request
        answer.append("code", code)
        return answer
    }

    func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
        let form = FormParameters(encoded: String(decoding: body, as: UTF8.self)) ?? FormParameters()
        requests.append((request, form))
        switch Self.endpoint(request) {
        case ".well-known/openid-configuration": return .json(.object(metadata))
        case behaviour.keysPath: return .json(keySet)
        case "token":
            return isAuthenticated(request, form, by: behaviour.registeredMethod) ? try token(form) : Self.invalidClient
        case "revoke":
            let method = behaviour.revocationMethod ?? behaviour.registeredMethod
            return isAuthenticated(request, form, by: method) ? TransportResponse(200) : Self.invalidClient
        case "userinfo": return try userInfo(request)
        default: return TransportResponse(404)
        }
    }

    private static func endpoint(_ request: HTTPRequest) -> String {
        let path = request.path?.split(separator: "?").first.map(String.init) ?? ""
        return path.hasPrefix("/test/a/tessera/") ? String(path.dropFirst("/test/a/tessera/".count)) : path
    }

    private var metadata: [String: JSONValue] {
        var members: [String: JSONValue] = [
            "issuer": .string(Self.issuer), "jwks_uri": .string(Self.issuer + behaviour.keysPath),
            "id_token_signing_alg_values_supported": .array([.string(behaviour.algorithm.rawValue)]),
            "token_endpoint_auth_methods_supported": .array(
                behaviour.supportedMethods.map { .string($0.rawValue) }),
            "scopes_supported": .array([.string("openid")]), "response_types_supported": .array([.string("code")]),
        ]
        for (name, path) in ["authorization": "authorize", "token": "token", "userinfo": "userinfo"] {
            members[name == "userinfo" ? "userinfo_endpoint" : "\(name)_endpoint"] = .string(Self.issuer + path)
        }
        members["end_session_endpoint"] = .string(Self.issuer + "end_session")
        members["revocation_endpoint"] = .string(Self.issuer + "revoke")
        behaviour.metadata(&members)
        return members
    }

    private var keySet: JSONValue {
        let published = behaviour.keys.compactMap { key -> JSONValue? in
            guard var members = try? StrictJSON.object(in: key.publicKey.jsonData) else { return nil }
            if behaviour.leavesOutKeyNames { members["kid"] = nil }
            return .object(members)
        }
        return .object(["keys": .array(behaviour.otherKeys + published)])
    }

    /// Whether the secret came by the registered method, and by no other.
    private func isAuthenticated(
        _ request: HTTPRequest, _ form: FormParameters, by method: ClientAuthentication.SecretMethod
    ) -> Bool {
        let sent = (request.headerFields[.authorization], form["client_secret"])
        return method == .basic ? sent == (Self.basic, nil) : sent == (nil, Self.clientSecret)
    }

    private static let invalidClient = TransportResponse(401, #"{"error":"invalid_client"}"#)

    private func token(_ form: FormParameters) throws -> TransportResponse {
        let isRefresh = form["grant_type"] == "refresh_token"
        if !isRefresh {
            guard let code = form["code"], let asked = pending.removeValue(forKey: code),
                asked["redirect_uri"] == form["redirect_uri"], asked["client_id"] == Self.clientID,
                asked["code_challenge"] == form["code_verifier"].flatMap({ ProofKey(verifier: $0)?.challenge })
            else { return TransportResponse(400, #"{"error":"invalid_grant"}"#) }
            nonce = asked["nonce"]
        }
        if let next = behaviour.nextKey { behaviour.keys = [next] }
        return .json(
            .object([
                "access_token": .string(isRefresh ? Self.refreshedAccessToken : Self.accessToken),
                "token_type": .string("Bearer"),
                "expires_in": .number("3600"),
                "refresh_token": .string(isRefresh ? behaviour.refreshedRefreshToken : "refresh token 1"),
                "id_token": .string(try idToken(isRefresh: isRefresh)),
            ]))
    }

    /// Id and secret are form-encoded, and encoded again. RFC 6749 §2.3.1
    private static let basic =
        "Basic " + Data("relying%20party%3A1:a%20secret%2Fwith%2Bsigns".utf8).base64EncodedString()

    private func idToken(isRefresh: Bool) throws -> String {
        var claims: [String: JSONValue] = [
            "iss": .string(Self.issuer), "sub": .string("user-subject-1234531"), "aud": .string(Self.clientID),
            "iat": .number("\(ConformanceRun.start)"), "exp": .number("\(ConformanceRun.start + 300)"),
        ]
        let accessToken = isRefresh ? Self.refreshedAccessToken : Self.accessToken
        claims["at_hash"] = .string(behaviour.algorithm.leftHalfHash(of: accessToken))
        if !isRefresh { claims["nonce"] = nonce.map(JSONValue.string) }
        behaviour.claims(&claims)
        if isRefresh { behaviour.refreshedClaims(&claims) }
        return try behaviour.tampering(try signed(claims))
    }

    func signed(_ claims: [String: JSONValue], type: String? = nil) throws -> String {
        let key = behaviour.keys.last ?? ConformanceKeys.first
        let name = behaviour.leavesOutKeyNames ? nil : key.publicKey.keyIdentifier
        let header = JWSHeader(algorithm: behaviour.algorithm, keyIdentifier: name, type: type)
        return try CompactJWS.sign(JSONValue.object(claims).text.utf8, header: header, with: key)
    }

    private func userInfo(_ request: HTTPRequest) throws -> TransportResponse {
        guard request.headerFields[.authorization] == "Bearer \(Self.accessToken)" else {
            return TransportResponse(401)
        }
        var claims: [String: JSONValue] = [
            "sub": .string("user-subject-1234531"), "name": .string("Demo T. User"),
            "email": .string("user@example.com"),
        ]
        behaviour.userInfo(&claims)
        guard behaviour.signsUserInfo else { return .json(.object(claims)) }
        claims["iss"] = .string(Self.issuer)
        claims["aud"] = .string(Self.clientID)
        return TransportResponse(
            head: HTTPResponse(status: .ok, headerFields: [.contentType: "application/jwt"]),
            body: Data(try signed(claims).utf8))
    }
}

extension TransportResponse {
    fileprivate static func json(_ value: JSONValue) -> TransportResponse {
        TransportResponse(
            head: HTTPResponse(status: .ok, headerFields: [.contentType: "application/json"]),
            body: Data(value.text.utf8))
    }
}
