// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantControl
@testable import TenantFixtures
@testable import TenantTesting

/// Pages call the APIs with tokens. Fetch §3.2
@Suite struct CrossOriginAPIsTests: SiteSuite {
    let site: Site
    private static let origin = "https://page.example"
    private static let ana = "b42f7609-ea53-47c8-b315-8ab13e34f58e"

    private func send(
        _ method: HTTPRequest.Method = .get, _ path: String, token: String? = nil, body: String = "",
        fields: HTTPFields = [.origin: origin]
    ) async throws -> Answer {
        var fields = fields
        fields[.authorization] = token.map { "Bearer \($0)" }
        if !body.isEmpty { fields[.contentType] = "application/json" }
        return try await site.send(method, path, fields: fields, body: Data(body.utf8))
    }

    private func token(_ scopes: String = "openid User.Read.All") throws -> String {
        try site.token(.person(Self.ana, scopes: scopes))
    }

    private static let replies: [(HTTPRequest.Method, String, Bool, String, HTTPResponse.Status)] = [
        (.get, "/v1.0/me", true, "", .ok), (.get, "/v1.0/me", false, "", .unauthorized),
        (.get, "/v1.0/users/nobody@aldervale.example", true, "", .notFound),
        (.get, "/v1.0/users?$top=x", true, "", .badRequest), (.get, "/v1.0/groups", true, "", .forbidden),
        (.post, "/v1.0/$batch", true, #"{"requests":[{"id":"a","method":"GET","url":"/me"}]}"#, .ok),
        (.post, "/v1.0/$batch", true, String(repeating: " ", count: 5_000_000), .contentTooLarge),
        (.get, "/beta/me", true, "", .notFound), (.get, "/oidc/userinfo", true, "", .ok),
        (.get, "/oidc/userinfo", false, "", .unauthorized), (.get, "/op/userinfo", false, "", .unauthorized),
        (.get, "/subscriptions", false, "", .unauthorized),
    ]

    @Test(arguments: replies.indices) func `a page reads every reply of an API`(_ index: Int) async throws {
        let (method, path, hasToken, body, status) = Self.replies[index]
        let answer = try await send(method, path, token: hasToken ? try token() : nil, body: body)
        #expect(answer.status == status, "\(path): \(answer.text.prefix(200))")
        #expect(answer.fields[.accessControlAllowOrigin] == "*", "\(path)")
        #expect(answer.fields[.accessControlAllowCredentials] == nil)
        #expect(answer.fields[.accessControlExposeHeaders]?.contains("WWW-Authenticate") == true)
    }

    @Test(arguments: ["/v1.0/me", "/oidc/userinfo", "/op/userinfo"])
    func `a page reads the error of a fault`(_ path: String) async throws {
        _ = try await site.platform.context.faults.add(FaultRule(.failure(.tooManyRequests, retryAfter: 3)))
        let answer = try await send(.get, path, token: try token())
        #expect((answer.status, answer.fields[.accessControlAllowOrigin]) == (.tooManyRequests, "*"))
        #expect(answer.fields[.retryAfter] == "3")
    }

    @Test(arguments: [
        "/.well-known/openid-configuration", "/discovery/v2.0/keys", "/v2.0/.well-known/openid-configuration",
    ])
    func `a page reads the error in the place of a document`(_ path: String) async throws {
        _ = try await site.platform.context.faults.add(FaultRule(.failure(.serviceUnavailable)))
        let answer = try await send(.get, "/\(Site.tenantID)\(path)")
        #expect((answer.status, answer.fields[.accessControlAllowOrigin]) == (.serviceUnavailable, "*"))
    }

    private static let customers = "/\(SampleApp.customersDomain)/b2c_1_none"
    private static let absent: [(HTTPRequest.Method, String, HTTPResponse.Status)] = [
        (.get, "/nosuch.example/v2.0/.well-known/openid-configuration", .badRequest),
        (.get, "/nosuch.example/discovery/v2.0/keys", .badRequest), (.get, "/common/discovery/instance", .badRequest),
        (.get, "\(customers)/v2.0/.well-known/openid-configuration", .notFound),
        (.get, "\(customers)/discovery/v2.0/keys", .notFound),
        (.get, "\(customers)/.well-known/openid-configuration", .notFound),
        (.get, "/.well-known/openid-configuration/op", .notFound), (.put, "/op/userinfo", .methodNotAllowed),
        (.post, "/op/.well-known/openid-configuration", .methodNotAllowed),
    ]

    @Test(arguments: absent.indices) func `a page reads why there is no document`(_ index: Int) async throws {
        let (method, path, status) = Self.absent[index]
        let answer = try await send(method, path)
        #expect(answer.status == status && answer.fields[.accessControlAllowOrigin] == "*", "\(path)")
        #expect(try await send(method, path, fields: [:]).fields[.accessControlAllowOrigin] == nil)
    }

    @Test(arguments: ["/v1.0/me", "/v1.0/$batch", "/v1.0/nothing", "/oidc/userinfo", "/op/userinfo"])
    func `a browser may ask with a token`(_ path: String) async throws {
        let answer = try await send(
            .options, path,
            fields: [
                .origin: Self.origin, .accessControlRequestMethod: "POST",
                .accessControlRequestHeaders: "authorization,content-type",
            ])
        #expect((answer.status, answer.fields[.accessControlAllowOrigin]) == (.noContent, "*"))
        #expect(answer.fields[.accessControlAllowMethods]?.contains("POST") == true)
        let allowed = answer.fields[.accessControlAllowHeaders]?.lowercased() ?? ""
        #expect(allowed.contains("authorization") && allowed.contains("content-type"))
    }

    @Test(arguments: ["/", "/tessera/v1/people", "/\(Site.tenantID)/oauth2/v2.0/authorize", "/inbox"])
    func `no page reads what a browser's cookies open`(_ path: String) async throws {
        #expect(try await send(.get, path).fields[.accessControlAllowOrigin] == nil)
    }

    @Test func `a program without an origin gets no fields for pages`() async throws {
        let answer = try await send(.get, "/v1.0/me", token: try token(), fields: [:])
        #expect(answer.status == .ok)
        #expect(!answer.fields.contains { $0.name.canonicalName.hasPrefix("access-control") })
    }
}
