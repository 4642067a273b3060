// SPDX-License-Identifier: Apache-2.0
import Fixtures
import JSONWebSignatures
import OAuthMessages
import SignInProvider
import SystemCryptography

/// A valid ID token for tables of defects; claims are JSON text, so that they can have any value.
struct TokenFixture: Sendable {
    static let clientID = "client"
    var claims: [(name: String, json: String)] = [
        ("iss", #""https://id.example""#), ("sub", #""248289761001""#), ("aud", #""client""#),
        ("nonce", #""\#(nonce)""#), ("exp", "\(start + 3600)"), ("iat", "\(start)"), ("nbf", "\(start)"),
    ]
    var algorithm = SignatureAlgorithm.rs256
    var keyIdentifier: String? = "rsa"
    var key = Key.rsa
    var provider = FakeProvider()
    var type: String? = "JWT"
    var rules = ProviderRules.standard
    var options = SignInOptions()
    var accessToken = "jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y"
    var code = "Qcb0Orv1zh30vL1MPRsbm-diHiMwcLyZvn1arpZv-Jxf_11jnpEX3Tgfvk"
    /// Changes the signed token.
    var tampering: @Sendable (String) throws -> String? = { $0 }
    var age: TimeInterval = 0

    static let start = 1_767_225_600
    /// 32 zero bytes, as from the request's random source.
    static let nonce = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

    /// Replaces or removes a claim.
    mutating func say(_ name: String, _ json: String?) {
        claims.removeAll { $0.name == name }
        if let json { claims.append((name, json)) }
    }

    var payload: String { "{" + claims.map { #""\#($0.name)":\#($0.json)"# }.joined(separator: ",") + "}" }

    func token() throws -> Redacted<String>? {
        let header = JWSHeader(algorithm: algorithm, keyIdentifier: keyIdentifier, type: type)
        return try tampering(try CompactJWS.sign(Array(payload.utf8), header: header, with: key)).map(
            Redacted.init)
    }

    /// The validation time.
    var now: Date { Date(timeIntervalSince1970: TimeInterval(Self.start) + age) }

    func validator(rules other: ProviderRules? = nil) async throws -> TokenValidator {
        var rules = other ?? rules
        rules.metadataKinds = [.openID, .authorizationServer]
        let now = now
        return TokenValidator(
            try await provider.discovered(rules: rules, time: TimeSource { now }), time: TimeSource { now })
    }

    func identity() async throws -> Identity {
        try await validator().validateIDToken(in: try tokens(), answering: try answer())
    }

    func identity(
        continuing earlier: Identity, signedInWith nonce: ExpectedNonce = .ofSignIn(Redacted(Self.nonce))
    ) async throws -> Identity {
        try await validator().validateRefreshedIDToken(
            in: try tokens(), for: Self.clientID, continuing: earlier, signedInWith: nonce)
    }

    func tokens() throws -> TokenResponse {
        var members = ["access_token": accessToken, "token_type": "Bearer"]
        members["id_token"] = try token()?.revealed
        return try TokenResponse(status: 200, body: try JSONEncoder().encode(members))
    }

    func answer() throws -> AuthorizationResponse {
        let url = try #require(URL(string: "http://localhost?code=\(code)&state=\(Self.nonce)"))
        return try AuthorizationResponse(Redacted(url), answering: try Self.request(options: options))
    }

    static func request(options: SignInOptions = SignInOptions()) throws -> AuthorizationRequest {
        let issuer = try #require(URL(string: FakeProvider.issuer))
        let redirectURI = try #require(RedirectURI("http://localhost"))
        return AuthorizationRequest(
            clientID: clientID, scopes: ["openid"], endpoint: issuer, issuer: FakeProvider.issuer,
            expectsIssuer: false, redirectURI: redirectURI, options: options,
            random: RandomSource { [UInt8](repeating: 0, count: $0) })
    }

    /// Restricts the provider's key to another issuer.
    mutating func restrictKey() {
        let exact = IssuerRule.exact
        rules.issuer = IssuerRule(
            acceptsMetadata: exact.acceptsMetadata, acceptsToken: exact.acceptsToken, acceptsKey: { $0 == $1 })
        let key = String(decoding: Key.rsa.publicKey.jsonData, as: UTF8.self)
        let restricted = key.replacing("{", with: #"{"issuer":"https://other.example","#)
        provider.answer("/keys", #"{"keys":[\#(restricted)]}"#)
    }

    /// With another header, signed with the provider's public key as an HMAC secret.
    @Sendable static func signedWithPublicKey(_ token: String) -> String {
        let payload = token.split(separator: ".")[1]
        let input = Base64URL.encode(Array(#"{"alg":"HS256","kid":"rsa"}"#.utf8)) + "." + payload
        let secret = SymmetricKey(data: Key.rsa.publicKey.jsonData)
        return input + "."
            + Base64URL.encode(Array(HMAC<SHA256>.authenticationCode(for: Data(input.utf8), using: secret)))
    }

    /// With another header and no signature.
    static func unsigned(_ algorithm: String) -> @Sendable (String) -> String {
        {
            Base64URL.encode(Array(#"{"alg":"\#(algorithm)"}"#.utf8)) + "." + $0.split(separator: ".")[1]
                + "."
        }
    }
}
