// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantDirectory
@testable import TenantFixtures
@testable import TenantStandard

/// Every refused request leaves one line in the log, also those that no endpoint explains.
@Suite struct RefusedRequestsTests: SiteSuite {
    let site: Site

    private var refusals: [RefusedRequest] { site.platform.context.settings.refusals.latest() }

    private static let customers = "/\(SampleApp.customersDomain)"
    private static let unexplained: [(HTTPRequest.Method, String, HTTPResponse.Status)] = [
        (.head, "/common/oauth2/v2.0/logout", .methodNotAllowed), (.head, "/op/logout", .methodNotAllowed),
        (.head, "\(Site.susi)/logout", .methodNotAllowed), (.put, "\(Site.susi)/logout", .methodNotAllowed),
        (.put, "\(Site.susi)/authorize", .methodNotAllowed), (.delete, "\(Site.susi)/token", .methodNotAllowed),
        (.options, "\(Site.susi)/token", .methodNotAllowed), (.put, "\(customers)/b2c_1_susi/login", .methodNotAllowed),
        (.post, "\(customers)/b2c_1_susi/v2.0/.well-known/openid-configuration", .methodNotAllowed),
        (.post, "\(customers)/b2c_1_susi/discovery/v2.0/keys", .methodNotAllowed),
        (.put, "\(Site.external)/authorize", .methodNotAllowed), (.post, "/op/jwks", .methodNotAllowed),
        (.options, "/common/oauth2/v2.0/token", .methodNotAllowed), (.put, "/v1.0/me", .methodNotAllowed),
        (.post, "/oidc/userinfo/x", .notFound), (.get, "/\(Site.tenantID)/oauth2/authorize", .notFound),
        (.get, "/\(Site.tenantID)/saml2", .notFound), (.get, "/op/nothing", .notFound),
        (.get, "\(customers)/b2c_1_susi/saml", .notFound), (.get, "\(Site.external)/nothing", .notFound),
    ]

    @Test(arguments: unexplained.indices) func `a refusal leaves one line, by`(_ index: Int) async throws {
        let (method, path, status) = Self.unexplained[index]
        let isGraph = path.hasPrefix("/v1.0")
        let fields: HTTPFields = isGraph ? [.authorization: "Bearer \(try await site.graphToken())"] : [:]
        let answer = try await site.send(method, path, fields: fields)
        let refused = try #require(refusals.first, "\(method) \(path): \(answer.status)")
        #expect(refusals.count == 1 && answer.status == status && refused.status == status.code)
        #expect(refused.endpoint == "\(method) \(path)" && refused.remedy?.isEmpty == false)
        if !isGraph { #expect(refused.rule == (status == .notFound ? "address_unknown" : "method_not_allowed")) }
        if let allowed = answer["Allow"], !isGraph { #expect(refused.reason.contains(allowed)) }
    }

    @Test func `a long segment of an address that is refused stays out of the log`() async throws {
        let secret = String(repeating: "s", count: 41)
        _ = try await site.send(.put, "\(Self.customers)/\(secret)/oauth2/v2.0/authorize")
        #expect(refusals.count == 1 && refusals.allSatisfy { !$0.endpoint.contains(secret) })
    }

    @Test(arguments: [
        "\(customers)/B2C_1_susi/.well-known/openid-configuration",
        "/tfp\(customers)/b2c_1_susi/.WELL-KNOWN/openid-configuration",
    ]) func `unversioned flow metadata are not found, and the log says where they are`(_ path: String) async throws {
        #expect(try await site.send(.get, path).status == .notFound)
        #expect(refusals.map(\.rule) == ["address_unknown"])
        #expect(refusals.first?.remedy?.contains("/v2.0/.well-known/openid-configuration") == true)
    }

    private static let waits: [(String, FormParameters)] = [
        ("/op/device_authorization", ["client_id": StandardSampleClient.nativeID, "scope": "openid"]),
        ("/\(Site.tenantID)/oauth2/v2.0/devicecode", ["client_id": Site.clientID, "scope": "openid"]),
    ]

    @Test(arguments: waits.indices) func `a device that waits leaves none`(_ index: Int) async throws {
        let (path, form) = Self.waits[index]
        let device = try await site.post(path, form).object()
        let answer = try await site.post(
            path.hasPrefix("/op") ? "/op/token" : Site.tokenPath,
            [
                "grant_type": "urn:ietf:params:oauth:grant-type:device_code", "client_id": form["client_id"] ?? "",
                "device_code": device["device_code"]?.string ?? "",
            ])
        #expect(answer.errorCode == "authorization_pending" && refusals.isEmpty)
    }

    @Test func `each refused part of a batch leaves a line, and a granted one none`() async throws {
        let token = try await site.graphToken("openid User.Read")
        let parts = ["/me", "/groups", "/me/nothing", "/users?$top=x"].enumerated().map { number, path in
            #"{"id":"\#(number)","method":"GET","url":"\#(path)"}"#
        }
        let answer = try await site.send(
            .post, "/v1.0/$batch", fields: [.authorization: "Bearer \(token)", .contentType: "application/json"],
            body: .init("{\"requests\":[\(parts.joined(separator: ","))]}".utf8))
        let statuses = try answer.object()["responses"]?.array?.compactMap { $0.object?["status"]?.double } ?? []
        #expect(answer.status == .ok && statuses.filter { $0 == 200 }.count == 1 && statuses.count == 4)
        #expect(Set(refusals.map(\.endpoint)) == ["GET /v1.0/groups", "GET /v1.0/me/nothing", "GET /v1.0/users"])
        #expect(refusals.map { Double($0.status) }.sorted() == statuses.filter { $0 != 200 }.sorted())
        #expect(refusals.allSatisfy { $0.person == "ana.silva@\(Site.domain)" && $0.app == Site.clientID })
    }

    private static let tokenEndpoints = [Site.tokenPath, "\(Site.susi)/token", "\(Site.external)/token", "/op/token"]

    @Test(arguments: tokenEndpoints, [("https://elsewhere.example", 1), (nil, 0)])
    func `the log explains hidden answers`(_ path: String, _ origin: (name: String?, count: Int)) async throws {
        var fields: HTTPFields = [.accessControlRequestMethod: "POST"]
        fields[.origin] = origin.name
        #expect(try await site.send(.options, path, fields: fields).fields[.accessControlAllowOrigin] == nil)
        #expect(refusals.count { $0.rule == "origin_unknown" } == origin.count)
        if origin.count == 1 { #expect(refusals.first?.remedy?.contains("redirect") == true) }
    }
}
