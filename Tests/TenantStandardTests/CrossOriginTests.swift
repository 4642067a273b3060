// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantDirectory
@testable import TenantFixtures
@testable import TenantStandard

/// Fetch §3.2.
@Suite struct CrossOriginTests {
    private func ask(
        _ path: String, from origin: String, _ method: HTTPRequest.Method = .options, at site: Site? = nil,
        _ form: FormParameters = ["token": "x"]
    ) async throws -> Answer {
        let site = try site ?? Site()
        var fields = HTTPFields()
        fields[.origin] = origin
        fields.set("Access-Control-Request-Method", to: "POST")
        return method == .post
            ? try await site.post(path, form, fields: fields) : try await site.send(method, path, fields: fields)
    }

    static let paths = ["/op/token", "/op/revoke", "/op/par", "/op/device_authorization"]

    @Test(arguments: paths, ["http://localhost:5173", "http://127.0.0.1:3000", "http://[::1]:1"])
    func `pages of public clients may read answers`(_ path: String, _ origin: String) async throws {
        for method in [HTTPRequest.Method.options, .post] {
            let answer = try await ask(path, from: origin, method)
            #expect((answer.fields[.accessControlAllowOrigin], answer.fields[.vary]) == (origin, "Origin"))
            #expect(answer["Access-Control-Allow-Credentials"] == nil)
        }
        let preflight = try await ask(path, from: origin)
        #expect(preflight.status == .noContent)
        #expect(preflight["Access-Control-Allow-Headers"]?.contains("DPoP") == true)
        let answer = try await ask(path, from: origin, .post)
        #expect(answer["Access-Control-Expose-Headers"]?.contains("DPoP-Nonce") == true)
    }

    @Test(
        arguments: paths,
        [
            "https://evil.example", "null", "http://localhost.evil.example", "https://localhost:5173",
            "http://localhost:5173/", "http://127.0.0.2:1", "",
        ])
    func `pages from elsewhere may not`(_ path: String, _ origin: String) async throws {
        for method in [HTTPRequest.Method.options, .post] {
            #expect(try await ask(path, from: origin, method).fields[.accessControlAllowOrigin] == nil)
        }
    }

    @Test func `the origin of a preflight request is judged once`() async throws {
        let head = HTTPRequest(
            method: .options, scheme: "http", authority: Site.authority, path: "/", headerFields: [.origin: "http://a"])
        try await confirmation { judged in
            let access = CrossOriginAccess(methods: "POST", headers: "*", maximumAge: 60) { origin in
                judged()
                return origin == "http://a"
            }
            let answer = try await access.preflight(Request(head: head), marksRefusals: true)
            #expect(
                answer.headers.map(\.name).filter { $0 != .contentLength } == [
                    .accessControlAllowOrigin, .accessControlAllowMethods, .accessControlAllowHeaders,
                    .accessControlMaxAge, .vary,
                ])
        }
    }

    @Test func `the origins follow each change of a client`() async throws {
        let site = try Site()
        func admitted() async throws -> [String] {
            var admitted: [String] = []
            for origin in ["https://first.example", "https://second.example"] {
                let answer = try await ask("/op/token", from: origin, at: site)
                if answer.fields[.accessControlAllowOrigin] == origin { admitted.append(origin) }
            }
            return admitted
        }
        func change(
            at origin: String, _ write: @escaping @Sendable (StandardClient, Database) throws -> Void
        ) async throws {
            let client = StandardClient(
                id: "page",
                metadata: ClientMetadata(name: "Page") { $0.redirectURIs = ["\(origin)/callback"] })
            try await site.platform.context.database.write { try write(client, $0) }
        }
        #expect(try await admitted() == [])
        try await change(at: "https://first.example") { try $0.insert($1) }
        #expect(try await admitted() == ["https://first.example"])
        try await change(at: "https://second.example") { try $0.update($1) }
        #expect(try await admitted() == ["https://second.example"])
        try await change(at: "https://first.example") { try $0.upsert($1) }
        #expect(try await admitted() == ["https://first.example"])
        try await change(at: "https://first.example") { _ = try $0.delete($1) }
        #expect(try await admitted() == [])
    }

    @Test func `a page of another site cannot make the provider store anything`() async throws {
        let site = try Site()
        let forms: [(String, FormParameters, String)] = [
            ("/op/par", .standardRequest, "standardPushedRequest"),
            (
                "/op/device_authorization", ["client_id": StandardSampleClient.nativeID, "scope": "openid"],
                "standardDeviceCode"
            ),
        ]
        for (path, form, table) in forms {
            let refused = try await ask(path, from: "https://evil.example", .post, at: site, form)
            #expect(refused.status == .badRequest && refused.errorCode == "invalid_request", "\(path)")
            #expect(refused.text.contains("No public client registered this page's origin"))
            let accepted = try await ask(path, from: "http://localhost:5173", .post, at: site, form)
            #expect(accepted.errorCode == nil, "\(path)")
            #expect(try await site.count(table) == 1, "\(table)")
        }
    }

    @Test(arguments: ["image", "iframe", "empty", "script", "style", "object"])
    func `a sign-in begins on a page, and in nothing that is part of another`(_ destination: String) async throws {
        let site = try Site()
        func open(_ request: FormParameters, as destination: String) async throws -> Answer {
            var fields = HTTPFields()
            fields.set("Sec-Fetch-Dest", to: destination)
            return try await site.send(.get, "/op/authorize?\(request.encoded)", fields: fields)
        }
        let part = try await open(.standardRequest, as: destination)
        #expect(part.status == .badRequest && part.text.contains("This sign-in requires a page"))
        let silent = try await open(.standardRequest.with("prompt", "none"), as: destination)
        #expect(silent.carried["error"] == "login_required", "an app may ask in a frame")
        let page = try await open(.standardRequest, as: "document")
        #expect(page.status == .ok && page.text.contains("<form"))
        #expect(try await site.count("standardInteraction") == 1)
    }

    @Test(arguments: ["/op/userinfo", "/op/jwks", "/op/.well-known/openid-configuration"])
    func `responses that depend on no cookie allow every origin`(_ path: String) async throws {
        for method in [HTTPRequest.Method.options, .get] {
            #expect(try await ask(path, from: "https://app.example", method).fields[.accessControlAllowOrigin] == "*")
        }
    }

    @Test func `introspection is for no page`() async throws {
        let answer = try await ask("/op/introspect", from: "http://localhost:5173", .post)
        #expect(answer.fields[.accessControlAllowOrigin] == nil)
    }
}
