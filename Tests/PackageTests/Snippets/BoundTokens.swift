// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTransport
import OAuthMessages
import SignIn

/// Tokens that are bound to a key.
enum BoundTokens {
    static func signIn(
        _ registration: inout ClientRegistration, _ accounts: AccountStore, _ agent: some UserAgent, _ api: URL
    ) async throws -> TransportResponse {
        // snippet: bound tokens
        registration.dpopBoundAccessTokens = true
        let flow = SignInFlow(registration, keepingIn: accounts)
        let account = try await flow.signIn(with: agent)
        let transport = flow.authorizedTransport(for: account, scopes: ["orders.read"], to: api)
        let response = try await transport.send(HTTPRequest(url: api.appending(path: "orders")))
        // snippet: end
        return response
    }

    static func certificate(
        _ registration: inout ClientRegistration, _ certificateFile: URL, _ keyFile: URL,
        _ storage: any AccountStorage, run: (SignInFlow) async throws -> Void
    ) async throws {
        // snippet: a certificate of the client
        let identity = try TransportIdentity(certificateFile: certificateFile, privateKeyFile: keyFile)
        registration.authentication = .mutualTLS
        registration.tlsClientCertificateBoundAccessTokens = true
        try await withSystemTransport(presenting: identity) { transport in
            try await run(SignInFlow(registration, keepingIn: AccountStore(storage, over: transport)))
        }
        // snippet: end
    }

    static func identity(
        _ certificateFile: URL, _ keyFile: URL, run: (AccountStore) async throws -> Void
    ) async throws {
        // snippet: TransportIdentity
        let identity = try TransportIdentity(certificateFile: certificateFile, privateKeyFile: keyFile)
        try await withSystemTransport(presenting: identity) { transport in
            try await run(AccountStore(MemoryAccountStorage(), over: transport))
        }
        // snippet: end
    }

    static func sign(_ transport: AuthorizedTransport, _ api: URL) async throws -> HTTPRequest {
        // snippet: a signed request
        let signed = try await transport.signed(HTTPRequest(url: api.appending(path: "report")))
        // snippet: end
        return signed
    }

    static func bank(_ keyFile: URL, _ issuer: URL, _ redirectURI: RedirectURI) throws -> ClientRegistration {
        // snippet: the FAPI 2.0 preset
        let key = try ClientKey(pem: String(contentsOf: keyFile, encoding: .utf8), algorithm: "PS256")
        let bank = try ClientRegistration(
            .fapi2, name: "bank", issuer: issuer, clientID: "your client id", key: key, redirectURI: redirectURI,
            scopes: ["accounts"])
        // snippet: end
        return bank
    }

    static func profile(_ key: ClientKey, _ issuer: URL, _ redirectURI: RedirectURI) throws -> ClientRegistration {
        // snippet: a security profile
        let bank = try ClientRegistration(
            .fapi2, name: "bank", issuer: issuer, clientID: "your client id", key: key, redirectURI: redirectURI,
            scopes: ["accounts"])
        // snippet: end
        return bank
    }

    static func details(_ flow: SignInFlow, _ agent: some UserAgent) async throws -> String? {
        // snippet: authorization details
        let payment = #"[{"type":"payment_initiation","instructedAmount":{"currency":"EUR","amount":"123.50"}}]"#
        let options = SignInOptions(authorizationDetails: AuthorizationDetails(json: payment))
        let account = try await flow.signIn(with: agent, options: options)
        let granted = account.grantedAuthorizationDetails?.json
        // snippet: end
        return granted
    }
}
