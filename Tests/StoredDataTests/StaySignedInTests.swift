// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPMessages
import HTTPServing
import HTTPTransport
import JSONWebSignatures
import TenantAuthorization
import Testing

@testable import LocalTenant
@testable import SignIn
@testable import SignInTesting
@testable import TenantDirectory
@testable import WebSignIn
@testable import WebSignInSQLite

/// Whoever was signed in with the program of eb9d09e0 stays so: cookies, codes and tokens that it issued are good.
@Suite struct StaySignedInTests {
    private static let base = "http://127.0.0.1:33435"
    private static let quickStart = "7d2d5ac8-1e5c-4b0e-9a40-6c1f2e3b8a10"

    /// Opens the filled tenant at the time when the old program ended.
    private func withTenant(_ body: (InProcessTransport, KnownSecrets) async throws -> Void) async throws {
        try await StoredFolder.with { folder in
            let platform = try IdentityPlatform(
                TenantSettings(
                    address: ServerAddress(port: 33435), dataFolder: folder.demo(.filled),
                    now: { StoredFolder.date }))
            try await body(InProcessTransport(platform), folder.known())
            platform.context.database.close()
        }
    }

    private func send(
        _ method: HTTPRequest.Method, _ path: String, _ fields: KeyValuePairs<String, String>,
        cookies: [String: String] = [:], over transport: InProcessTransport
    ) async throws -> TransportResponse {
        var allowed = CharacterSet.alphanumerics
        allowed.insert(charactersIn: "-._~")
        let form = fields.map { "\($0.key)=\($0.value.addingPercentEncoding(withAllowedCharacters: allowed) ?? "")" }
            .joined(separator: "&")
        let query = method == .get ? "?\(form)" : ""
        var request = HTTPRequest(method: method, url: try #require(URL(string: Self.base + path + query)))
        request.headerFields[.cookie] =
            cookies.isEmpty ? nil : cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
        if method == .post { request.headerFields[.contentType] = "application/x-www-form-urlencoded" }
        return try await transport.send(request, body: method == .post ? Data(form.utf8) : Data())
    }

    /// Posts a form to a token endpoint, and expects an access token.
    private func expectTokens(
        _ path: String, _ fields: KeyValuePairs<String, String>, over transport: InProcessTransport
    ) async throws {
        let response = try await send(.post, path, fields, over: transport)
        let text = String(decoding: response.body, as: UTF8.self)
        #expect(response.status == .ok && text.contains("\"access_token\""), "\(path): \(text)")
    }

    private static let customersPath = "/aldervalecustomers.onmicrosoft.com/b2c_1_susi/oauth2/v2.0/token"

    @Test func `refresh tokens are accepted`() async throws {
        try await withTenant { transport, known in
            try await expectTokens(
                "/common/oauth2/v2.0/token",
                [
                    "client_id": Self.quickStart, "grant_type": "refresh_token",
                    "refresh_token": try #require(known.entra.refreshToken),
                ], over: transport)
            try await expectTokens(
                Self.customersPath,
                [
                    "client_id": "5a3f8e0b-6f0d-4c1e-9d57-21b4c8e9a7f3", "grant_type": "refresh_token",
                    "refresh_token": try #require(known.customer.refreshToken),
                ], over: transport)
            try await expectTokens(
                "/op/token",
                [
                    "client_id": "sample-native-app", "grant_type": "refresh_token",
                    "refresh_token": try #require(known.standard.refreshToken),
                ], over: transport)
        }
    }

    @Test func `codes that waited are redeemed, that of an approved device too`() async throws {
        try await withTenant { transport, known in
            try await expectTokens(
                "/common/oauth2/v2.0/token",
                [
                    "client_id": Self.quickStart, "grant_type": "authorization_code",
                    "code": try #require(known.entra.code), "redirect_uri": "http://localhost",
                    "code_verifier": try #require(known.entra.verifier),
                ], over: transport)
            try await expectTokens(
                Self.customersPath,
                [
                    "client_id": "5a3f8e0b-6f0d-4c1e-9d57-21b4c8e9a7f3", "grant_type": "authorization_code",
                    "code": known.customerCode.code, "redirect_uri": "http://localhost",
                    "code_verifier": known.customerCode.verifier,
                ], over: transport)
            try await expectTokens(
                "/common/oauth2/v2.0/token",
                [
                    "client_id": Self.quickStart, "grant_type": "urn:ietf:params:oauth:grant-type:device_code",
                    "device_code": known.approvedDevice,
                ], over: transport)
        }
    }

    @Test func `the session of a browser needs no password again`() async throws {
        try await withTenant { transport, known in
            let challenge = "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU"
            let work = try await send(
                .get, "/common/oauth2/v2.0/authorize",
                [
                    "client_id": Self.quickStart, "response_type": "code", "redirect_uri": "http://localhost",
                    "scope": "openid profile", "prompt": "none", "code_challenge": challenge,
                    "code_challenge_method": "S256",
                ], cookies: known.entra.cookies, over: transport)
            #expect(work.head.headerFields[.location]?.contains("code=") == true, "\(work.head)")
            let customer = try await send(
                .get, "/aldervalecustomers.onmicrosoft.com/b2c_1_susi/oauth2/v2.0/authorize",
                [
                    "client_id": "5a3f8e0b-6f0d-4c1e-9d57-21b4c8e9a7f3", "response_type": "code",
                    "redirect_uri": "http://localhost", "scope": "openid", "prompt": "none",
                    "code_challenge": challenge, "code_challenge_method": "S256",
                ], cookies: known.customer.cookies, over: transport)
            #expect(customer.head.headerFields[.location]?.contains("code=") == true, "\(customer.head)")
            let standard = try await send(
                .get, "/op/authorize",
                [
                    "client_id": "sample-native-app", "response_type": "code",
                    "redirect_uri": "http://127.0.0.1/callback", "scope": "openid profile", "prompt": "none",
                    "code_challenge": challenge, "code_challenge_method": "S256",
                ], cookies: known.standard.cookies, over: transport)
            #expect(standard.head.headerFields[.location]?.contains("code=") == true, "\(standard.head)")
        }
    }

    @Test func `a person signs in with the samples' password, whose stored hash has the earlier cost`() async throws {
        try await withTenant { transport, _ in
            try await expectTokens(
                "/organizations/oauth2/v2.0/token",
                [
                    "client_id": Self.quickStart, "grant_type": "password", "scope": "openid",
                    "username": "ana.silva@aldervale.example", "password": "watchword",
                ], over: transport)
        }
    }

    @Test func `a pushed request is valid once`() async throws {
        try await withTenant { transport, known in
            let fields: KeyValuePairs = ["client_id": "sample-bound-app", "request_uri": known.pushed]
            let first = try await send(.get, "/op/authorize", fields, cookies: known.standard.cookies, over: transport)
            #expect(first.head.headerFields[.location]?.contains("code=") == true, "\(first.head)")
            let second = try await send(.get, "/op/authorize", fields, cookies: known.standard.cookies, over: transport)
            #expect(second.status == .badRequest)
        }
    }

    @Test(arguments: StoredFolder.Kind.allCases)
    func `the accounts of the command open with their key`(_ kind: StoredFolder.Kind) async throws {
        try await StoredFolder.with { folder in
            let storage = SealedAccountStorage(
                folder: folder.accounts(kind), keySource: SystemSealingKey(environment: [:], keyring: nil))
            let records = try await storage.records()
            #expect(try await storage.damagedAccounts().isEmpty)
            let record = try #require(records.first)
            #expect(records.count == 1)
            #expect(record.claims["preferred_username"]?.string == "adaeze.okonkwo@aldervale.example")
            #expect(record.refreshToken != nil && record.endedAt == nil && !record.tokens.isEmpty)
            guard kind == .filled else { return }
            // The tenant beside it knows the token.
            try await withTenant { transport, _ in
                try await expectTokens(
                    "/common/oauth2/v2.0/token",
                    [
                        "client_id": record.clientID, "grant_type": "refresh_token",
                        "refresh_token": try #require(record.refreshToken).revealed,
                    ], over: transport)
            }
        }
    }

    /// What the file of an account holds, apart from the number that each save raises.
    private func content(
        of record: AccountRecord, in storage: SealedAccountStorage
    ) async throws -> [String: JSONValue] {
        let sealed = try #require(try await storage.existingFiles())
        let name = sealed.seal.name(of: record.id)
        let data = try sealed.seal.open(Data(contentsOf: sealed.url(name.sealed)), as: name)
        var members = try JSONDecoder().decode([String: JSONValue].self, from: data)
        #expect(members.removeValue(forKey: "generation") != nil)
        return members
    }

    @Test(arguments: StoredFolder.Kind.allCases)
    func `an account is saved with everything that it had`(_ kind: StoredFolder.Kind) async throws {
        try await StoredFolder.with { folder in
            let storage = SealedAccountStorage(
                folder: folder.accounts(kind), keySource: SystemSealingKey(environment: [:], keyring: nil))
            let record = try #require(try await storage.records().first)
            let before = try await content(of: record, in: storage)
            #expect(before.count > 5)
            try await storage.save(record)
            #expect(try await content(of: record, in: storage) == before)
        }
    }

    @Test func `the cookie of the web app opens its session, with the account in it`() async throws {
        try await StoredFolder.with { folder in
            let storage = try SQLiteWebSessionStorage(file: folder.demo(.filled).appending(path: "sessions.sqlite"))
            let cookie = try #require(try folder.known().web.cookies["session-45969"])
            let secret = try #require(SessionSecret(cookie: cookie))
            let stored = try #require(try await storage.session(secret.lookup))
            #expect(stored.browser == "Firefox on Linux" && stored.expiresAt > StoredFolder.date)
            let key = try #require(secret.open(stored))
            let accounts = SessionAccountStorage(storage: storage, session: stored.id, key: key, time: .system)
            let record = try #require(try await accounts.records().first)
            #expect(record.claims["preferred_username"]?.string == "ana.silva@aldervale.example")
            #expect(record.refreshToken != nil && record.endedAt == nil)
        }
    }
}
